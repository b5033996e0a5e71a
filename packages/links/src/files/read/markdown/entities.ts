// The entities that URLs contain. Markdown has two thousand more, none of which a URL needs.
const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" }

const NUMERIC = '&#(?:[0-9]{1,7}|x[0-9a-f]{1,6});'
const ENTITY = new RegExp(`${NUMERIC}|&(?:${Object.keys(NAMED).join('|')});`, 'gi')
const ESCAPE_OR_ENTITY = new RegExp(`\\\\([!-/:-@[-\`{-~])|${ENTITY.source}`, 'gi')

/** https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references */
export const decodeEntities = (raw: string): string => raw.replace(ENTITY, decode)

export const unescapeMarkdown = (raw: string): string =>
  raw.replace(ESCAPE_OR_ENTITY, (whole, char?: string) => char ?? decode(whole))

/** Whether something may be a name that is not known here: then what the URL is cannot be said for certain. */
export function hasStrangeEntity(raw: string): boolean {
  return /&[a-z][a-z0-9]{1,31};/i.test(raw.replace(ENTITY, ''))
}

function decode(entity: string): string {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
