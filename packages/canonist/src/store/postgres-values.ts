import type { Value } from './database.ts'

/**
 * PostgreSQL keeps no NUL in a text, but a URL may hold one, and what was seen is kept as it was. So NUL is written as two
 * characters that begin with one that Unicode gives to nobody; that one, should it ever come, is written as two as well.
 */
const MARK = '\u{fdd0}'
const TO_WRITE = /[\0\u{fdd0}]/gu
const WRITTEN = /\u{fdd0}([01])/gu

export function writeText(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text
  return text.replace(TO_WRITE, (char) => (char === '\0' ? `${MARK}0` : `${MARK}1`))
}

export function readText(text: string): string {
  if (!text.includes(MARK)) return text
  return text.replace(WRITTEN, (_, which) => (which === '0' ? '\0' : MARK))
}

export function toParameter(value: Value): Value {
  return typeof value === 'string' ? writeText(value) : value
}

type Parser = (text: string) => Value

const readWholeNumber: Parser = (text) => {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new RangeError(`${text} is larger than 2^53`)
  return number
}

/** By the number that PostgreSQL gives to each type; everything else is text. */
const PARSERS = new Map<number, Parser>([
  // SQLite has no booleans: there they are 1 and 0.
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, (text) => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'))],
  // int8, int2, int4, oid, float4, float8, and numeric, which is what a sum of int8 is.
  ...[20, 21, 23, 26, 700, 701, 1700].map((type): [number, Parser] => [type, readWholeNumber]),
])

export const TYPES = {
  getTypeParser: (type: number): Parser => PARSERS.get(type) ?? readText,
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** https://www.postgresql.org/docs/current/sql-copy.html: the text format. */
export function formatCopyLine(row: readonly Value[]): string {
  return `${row.map(formatCopyField).join('\t')}\n`
}

function formatCopyField(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return writeText(value).replace(/[\\\n\r\t]/g, (char) => ESCAPED[char] ?? char)
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}
