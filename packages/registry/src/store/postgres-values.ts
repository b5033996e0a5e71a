import type { Value } from './database.ts'

/**
 * PostgreSQL cannot store NUL in text, but a raw URL may contain one and must be stored unchanged. NUL is therefore written as two
 * characters, the first of which is a Unicode noncharacter; that character itself is also written as two.
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

/** Parsers by PostgreSQL's type number (oid); every other type is text. */
const PARSERS = new Map<number, Parser>([
  // As in SQLite, which has no booleans.
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, (text) => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'))],
  // int8, int2, int4, oid, float4, float8, and numeric (the type of a sum of int8).
  ...[20, 21, 23, 26, 700, 701, 1700].map((type): [number, Parser] => [type, readWholeNumber]),
])

export const TYPES = {
  getTypeParser: (type: number): Parser => PARSERS.get(type) ?? readText,
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text format of https://www.postgresql.org/docs/current/sql-copy.html */
export function formatCopyLine(row: readonly Value[]): string {
  return `${row.map(formatCopyField).join('\t')}\n`
}

function formatCopyField(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return writeText(value).replace(/[\\\n\r\t]/g, (char) => ESCAPED[char] ?? char)
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}
