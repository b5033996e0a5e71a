import { Buffer, isUtf8 } from 'node:buffer'
import type { SchemaElement } from 'hyparquet'
import { parseFloat16 } from 'hyparquet/src/convert.js'
import { isTooDeep } from '../io/json-depth.ts'
import { viewBuffer } from '../io/view-buffer.ts'

/** Converts a stored value to JSON: a string, a number, a boolean, or the text of a number that JavaScript would round. */
export type ToJson = (value: never) => unknown

/** Chooses how the values of a column are written in JSON, by the column's logical type. */
export function createToJson(element: SchemaElement): ToJson {
  const { type } = element
  if (type === 'BOOLEAN') return (value: boolean) => value
  if (type === 'FLOAT' || type === 'DOUBLE') return toNumber
  if (type === 'INT96') return (bytes: Uint8Array) => formatInt96(bytes)
  if (type === 'INT32' || type === 'INT64') return createIntegerToJson(element)
  return createBytesToJson(element)
}

/** Neither infinity nor NaN exists in JSON. */
const toNumber = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** A number of any size, digit by digit. */
function toRawNumber(digits: string): unknown {
  const number = Number(digits)
  return Number.isSafeInteger(number) || String(number) === digits ? number : RAW_JSON(digits)
}

// https://github.com/tc39/proposal-json-parse-with-source; in V8, but not yet in TypeScript's library.
const RAW_JSON = (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON

function createIntegerToJson({ type, ...element }: SchemaElement): ToJson {
  const { converted_type: converted, logical_type: logical } = element
  const bits = type === 'INT32' ? 32 : 64
  const toBig = (value: number | bigint): bigint => BigInt(value)
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = readScale(element)
    return (value: number | bigint) => formatDecimal(toBig(value), scale)
  }
  if (converted === 'DATE' || logical?.type === 'DATE') return (days: number) => formatDate(days)
  const time = readTimeUnit(element)
  if (time !== null) {
    const format = time.isTime ? formatTime : formatTimestamp
    return (value: number | bigint) => format(toBig(value), time.perSecond, time.suffix)
  }
  const isUnsigned = converted?.startsWith('UINT_') === true || (logical?.type === 'INTEGER' && !logical.isSigned)
  return isUnsigned
    ? (value: number | bigint) => toRawNumber(BigInt.asUintN(bits, toBig(value)).toString())
    : (value: number | bigint) => toRawNumber(value.toString())
}

interface TimeUnit {
  /** Units in a second. */
  readonly perSecond: bigint
  /** Of a time of day. */
  readonly isTime: boolean
  readonly suffix: '' | 'Z'
}

const PER_SECOND = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const

function readTimeUnit({ converted_type: converted, logical_type: logical }: SchemaElement): TimeUnit | null {
  if (logical?.type === 'TIMESTAMP' || logical?.type === 'TIME') {
    const isTime = logical.type === 'TIME'
    return { perSecond: PER_SECOND[logical.unit], isTime, suffix: logical.isAdjustedToUTC && !isTime ? 'Z' : '' }
  }
  const [, kind, unit] = /^(TIME|TIMESTAMP)_(MILLIS|MICROS)$/.exec(converted ?? '') ?? []
  if (kind === undefined) return null
  const isTime = kind === 'TIME'
  return { perSecond: PER_SECOND[unit === 'MILLIS' ? 'MILLIS' : 'MICROS'], isTime, suffix: isTime ? '' : 'Z' }
}

const DAY_SECONDS = 86_400n
const DAY_MS = 86_400_000

/** Years beyond 9999 have a sign and six digits. */
function formatDate(days: number): string {
  const date = new Date(days * DAY_MS)
  return Number.isNaN(date.valueOf()) ? String(days) : date.toISOString().replace(/T.*/, '')
}

function formatTime(value: bigint, perSecond: bigint): string {
  const seconds = Number(value / perSecond)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return clock.join(':') + formatFraction(value % perSecond, perSecond)
}

function formatTimestamp(value: bigint, perSecond: bigint, suffix: string): string {
  const perDay = DAY_SECONDS * perSecond
  const rest = ((value % perDay) + perDay) % perDay
  return `${formatDate(Number((value - rest) / perDay))}T${formatTime(rest, perSecond)}${suffix}`
}

function formatFraction(rest: bigint, perSecond: bigint): string {
  const digits = String(perSecond).length - 1
  return rest === 0n ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`
}

/** https://github.com/apache/parquet-format/pull/49: nanoseconds of the day, then the day in Julian days. */
function formatInt96(bytes: Uint8Array): string {
  const buffer = viewBuffer(bytes)
  const days = BigInt(buffer.readInt32LE(8)) - 2_440_588n
  const nanos = buffer.readBigUInt64LE(0)
  return formatTimestamp(days * DAY_SECONDS * PER_SECOND.NANOS + nanos, PER_SECOND.NANOS, 'Z')
}

function readScale({ scale, logical_type: logical }: SchemaElement): number {
  return logical?.type === 'DECIMAL' ? logical.scale : (scale ?? 0)
}

/** Keeps all digits: 12.30 stays 12.30. */
function formatDecimal(unscaled: bigint, scale: number): unknown {
  if (scale <= 0) return toRawNumber((unscaled * 10n ** BigInt(-scale)).toString())
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  return RAW_JSON(`${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`)
}

function createBytesToJson(element: SchemaElement): ToJson {
  const { converted_type: converted, logical_type: logical } = element
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = readScale(element)
    return (bytes: Uint8Array) => formatDecimal(readBigEndian(bytes), scale)
  }
  if (converted === 'JSON' || logical?.type === 'JSON')
    return (bytes: Uint8Array) => readJsonText(viewBuffer(bytes).toString())
  if (logical?.type === 'UUID') return (bytes: Uint8Array) => formatUuid(viewBuffer(bytes).toString('hex'))
  if (logical?.type === 'FLOAT16') return (bytes: Uint8Array) => toNumber(parseFloat16(bytes) ?? Number.NaN)
  const isText = element.type === 'BYTE_ARRAY'
  return (bytes: Uint8Array) => (isText && isUtf8(bytes) ? viewBuffer(bytes).toString() : toBase64(bytes))
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const formatUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** Two's complement. */
function readBigEndian(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${viewBuffer(bytes).toString('hex')}`))
}

/** The value of a cell of JSON; one that is not JSON, or nested too deep to be written again, is text. */
export function readJsonText(text: string): unknown {
  try {
    return isTooDeep(text) ? text : parseJsonExactly(text)
  } catch {
    return text
  }
}

/** Finds most texts without a number that JavaScript would round, because a reviver takes several times as long. */
const MAY_ROUND = /\d{16}|\d[eE]\+?\d{3}/

/** Parses JSON for writing it again: a number that JavaScript would round keeps its digits. */
export function parseJsonExactly(text: string): unknown {
  return (MAY_ROUND.test(text) ? PARSE_JSON(text, keepDigits) : JSON.parse(text)) as unknown
}

const keepDigits: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined ? toRawNumber(source) : value

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

const PARSE_JSON = JSON.parse as (text: string, reviver: Reviver) => unknown
