import { parse } from 'yaml'

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The tables of a page, in order. */
export function readTables(page: string): Table[] {
  const tables: Table[] = []
  let lines: string[] = []
  for (const line of [...page.split('\n'), '']) {
    if (line.startsWith('|')) lines.push(line)
    else if (lines.length > 0) {
      const [header = [], , ...rows] = lines.map(splitCells)
      tables.push({ header, rows })
      lines = []
    }
  }
  return tables
}

function splitCells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The rows of every table that has this header. */
export function rowsUnder(page: string, ...header: readonly string[]): (readonly string[])[] {
  return readTables(page)
    .filter((table) => table.header.join('|') === header.join('|'))
    .flatMap(({ rows }) => rows)
}

/** What stands in a cell that is one code span; the cell itself where it is not. */
export function readCode(cell: string | undefined): string {
  return /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? cell ?? ''
}

/** Every code span of a cell. */
export const readCodes = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

export interface Block {
  readonly language: string
  readonly text: string
  readonly line: number
}

export function readBlocks(page: string, ...languages: readonly string[]): Block[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .map(({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: page.slice(0, index).split('\n').length,
    }))
    .filter(({ language }) => languages.includes(language))
}

/** The part of a page under a heading, up to the next one of the same depth. */
export function readSection(page: string, heading: string): string {
  const start = page.indexOf(`\n${heading}\n`)
  if (start === -1) throw new Error(`the page has no section ${heading}`)
  const depth = heading.slice(0, heading.indexOf(' ') + 1)
  const end = page.indexOf(`\n${depth}`, start + 1 + heading.length)
  return page.slice(start, end === -1 ? undefined : end)
}

/** `www: strip, query.sort: true` as the fields of a policy. */
export function readFields(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(parse(`{${text}}`) as Record<string, unknown>)) {
    if (key.startsWith('query.')) query[key.slice('query.'.length)] = value
    else fields[key] = value
  }
  return Object.keys(query).length === 0 ? fields : { ...fields, query }
}

/** Characters that a page cannot show are written as escapes. */
export const readEscapes = (text: string): string =>
  text.replace(/\\(?:t|n|u([0-9a-f]{4}))/g, (escape, code?: string) =>
    code === undefined ? (escape === '\\t' ? '\t' : '\n') : String.fromCharCode(Number.parseInt(code, 16)),
  )
