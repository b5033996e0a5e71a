import { Buffer } from 'node:buffer'
import { ListError } from './list-error.ts'

/**
 * Long lists are read in parts. A part ends at an item, not at a number of items: the next part continues behind that item, so
 * that rows which are added or removed meanwhile make no other row appear twice or not at all, and so that the last part costs
 * as much as the first.
 */

/** Which part of a list is wanted. */
export interface PartOptions {
  /** The `next` of the part before; without it, the first part. */
  readonly after?: string | null | undefined
  /** At most so many items, from 1 to 500 (50). */
  readonly limit?: number | undefined
}

export interface ListPart<T> {
  /** At most as many as asked for. There may be fewer although there is a `next`, where few of many rows match the filter. */
  readonly items: readonly T[]
  /** For `after` of the next part; null where this is the last one. */
  readonly next: string | null
}

const MAX_ITEMS = 500
const ITEMS = 50

export function readLimit({ limit = ITEMS }: PartOptions): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_ITEMS) return limit
  throw new ListError('list/bad-limit', { thing: String(limit) })
}

/** Where an item stands in its list: the values that it is ordered by, the last of which no other item has. */
export type ListKey = readonly KeyValue[]

export type KeyValue = string | number | Uint8Array

/** The same keys behind values that they have in common. */
export const prependLead = (lead: ListKey, keys: readonly ListKey[]): ListKey[] => keys.map((key) => lead.concat(key))

/** What each value of a key is, for checking cursors. */
export type KeyShape = readonly ('text' | 'integer' | 'bytes')[]

/** A single number is its own cursor; anything else is packed. */
export function toCursor(key: ListKey): string {
  const [first] = key
  if (key.length === 1 && typeof first === 'number') return String(first)
  const packed = key.map((value) => (value instanceof Uint8Array ? { x: Buffer.from(value).toString('hex') } : value))
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

/** Null for the beginning of the list. */
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

/** @param found the keys of the items, in order, and of one more where there is one */
export function toPart<T>(found: readonly T[], limit: number, readKey: (item: T) => ListKey): ListPart<T> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? toCursor(readKey(last)) : null }
}
