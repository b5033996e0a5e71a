/** How a URL is written at its place in a file; `none`: it cannot be written there. */
export type Spelling =
  | 'json'
  /** As PHP writes JSON: every slash with a backslash. */
  | 'json-slashes'
  | 'yaml-plain'
  /** Inside brackets or braces. */
  | 'yaml-flow'
  | 'yaml-single'
  | 'yaml-double'
  | 'yaml-block'
  | 'csv-plain'
  | 'csv-quoted'
  | 'markdown-target'
  | 'markdown-angle'
  | 'markdown-text'
  | 'none'

const SPELL: Readonly<Record<Exclude<Spelling, 'none'>, (url: string) => string>> = {
  json: escapeJson,
  'json-slashes': (url) => escapeJson(url).replaceAll('/', '\\/'),
  'yaml-plain': (url) => (/: |:$| #/.test(url) ? `'${escapeSingleQuotes(url)}'` : url),
  'yaml-flow': (url) => (/[,[\]{}]|: |:$| #/.test(url) ? `'${escapeSingleQuotes(url)}'` : url),
  'yaml-single': escapeSingleQuotes,
  'yaml-double': escapeJson,
  'yaml-block': (url) => url,
  'csv-plain': (url) => (/[",;|\t\r\n]/.test(url) ? `"${url.replaceAll('"', '""')}"` : url),
  'csv-quoted': (url) => url.replaceAll('"', '""'),
  'markdown-target': escapeTarget,
  'markdown-angle': (url) => escapeEntities(url.replace(/[\\|]/g, '\\$&')),
  'markdown-text': escapeEntities,
}

/** Spells a URL for its place in a file; null if it cannot be written there. */
export function spellUrl(url: string, spelling: Spelling): string | null {
  return spelling === 'none' ? null : SPELL[spelling](url)
}

function escapeJson(url: string): string {
  return JSON.stringify(url).slice(1, -1)
}

function escapeSingleQuotes(url: string): string {
  return url.replaceAll("'", "''")
}

/** Parentheses would end the target where they are not in pairs; a pipe would end the cell of a table. */
function escapeTarget(url: string): string {
  return escapeEntities(url.replace(hasPairsOnly(url) ? /[\\|]/g : /[\\|()]/g, '\\$&'))
}

/** Every reader of Markdown takes parentheses of one level for a part of the target. */
const hasPairsOnly = (url: string): boolean => !/[()]/.test(url.replace(/\([^()]*\)/g, ''))

function escapeEntities(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;')
}
