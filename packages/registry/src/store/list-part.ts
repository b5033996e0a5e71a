import { Buffer } from 'node:buffer'
import { ListError } from './list-error.ts'

/**
 * Long lists are read in parts (keyset paging). The next part continues after the last item of the previous one, not after a number of
 * items. So rows that are added or removed meanwhile never make another row appear twice or be skipped, and the last part costs as much as
 * the first.
 */

/** Which part of a list to read. */
export interface PartOptions {
  /** The `next` of the previous part; omit it for the first part. */
  readonly after?: string | null | undefined
  /** The maximum number of items, from 1 to 500 (default 50). */
  readonly limit?: number | undefined
}

export interface ListPart<T> {
  /** At most `limit` items. There may be fewer although there is a `next`, if few of many rows match the filter. */
  readonly items: readonly T[]
  /** Pass this as `after` to get the next part; null after the last one. */
  readonly next: string | null
}

const MAX_ITEMS = 500
const ITEMS = 50

export function readLimit({ limit = ITEMS }: PartOptions): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_ITEMS) return limit
  throw new ListError('list/bad-limit', { thing: String(limit) })
}

/** The position of an item in its list: the values that the list is ordered by. The last one is unique. */
export type ListKey = readonly KeyValue[]

export type KeyValue = string | number | Uint8Array

/** Puts values that all keys share in front of each key. */
export const prependLead = (lead: ListKey, keys: readonly ListKey[]): ListKey[] => keys.map((key) => lead.concat(key))

/** The types of the values of a key, for checking cursors. */
export type KeyShape = readonly ('text' | 'integer' | 'bytes')[]

/** Formats a key as a cursor: a single number as it is, anything else packed. */
export function toCursor(key: ListKey): string {
  const [first] = key
  if (key.length === 1 && typeof first === 'number') return String(first)
  const packed = key.map((value) => (value instanceof Uint8Array ? { x: Buffer.from(value).toString('hex') } : value))
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

/** Reads the cursor of a request; null for the beginning of the list. */
export function readCursor({ after }: PartOptions, shape: KeyShape): ListKey | null {
  if (after === undefined || after === null) return null
  const key = unpack(after)
  if (key?.length === shape.length && key.every((value, index) => hasShape(value, shape[index]))) return key
  throw new ListError('list/bad-cursor', { thing: JSON.stringify(after.slice(0, 100)) })
}

function unpack(cursor: string): KeyValue[] | null {
  if (/^\d{1,15}$/.test(cursor)) return [Number(cursor)]
  try {
    const packed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(packed) ? packed.map(unpackValue) : null
  } catch {
    return null
  }
}

function unpackValue(value: unknown): KeyValue {
  if (typeof value === 'object' && value !== null && 'x' in value) return Buffer.from(String(value.x), 'hex')
  return typeof value === 'number' ? value : String(value)
}

function hasShape(value: KeyValue, shape: KeyShape[number] | undefined): boolean {
  if (shape === 'bytes') return value instanceof Uint8Array
  return shape === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string'
}

/** @param found the items in order, plus one more if there is one */
export function toPart<T>(found: readonly T[], limit: number, readKey: (item: T) => ListKey): ListPart<T> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? toCursor(readKey(last)) : null }
}
