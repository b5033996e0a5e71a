/**
 * Lays one policy over another, and a section over its policy. The type of a value decides how, so that no field can be
 * forgotten: lists and maps add up, objects are merged field by field, anything else replaces the value below.
 * `undefined` leaves the value below, and `null` empties a list or map.
 *
 * Settings are final, so there an emptied list or map is empty. A spec may be laid over another one later, so it keeps the
 * `null`, which must empty that one too.
 *
 * @param refill passed for specs: called when a value adds to a list or map that is emptied below, with the keys that lead to it
 */
export function overlay(own: unknown, below: unknown, refill: Refill | null, keys: readonly string[] = []): unknown {
  if (own === undefined) return below
  if (own === null) return refill ? null : Array.isArray(below) ? [] : {}
  if (below === null) refill?.(own, keys)
  if (Array.isArray(own)) return Array.isArray(below) ? addLists(own, below as unknown[], keys.at(-1)) : own
  return isRecord(own) && isRecord(below) ? overlayEach(own, below, refill, keys) : own
}

export type Refill = (own: unknown, keys: readonly string[]) => void

type Fields = Record<string, unknown>

/**
 * By spreading, not by assignment: a map may have the key `__proto__`. What every object inherits does no harm below: it is
 * a function, or has no fields of its own.
 */
function overlayEach(own: Fields, below: Fields, refill: Refill | null, keys: readonly string[]): Fields {
  const said = Object.entries(own).filter(([, value]) => value !== undefined)
  const laid = said.map(([key, value]) => [key, overlay(value, below[key], refill, [...keys, key])])
  return { ...below, ...(Object.fromEntries(laid) as Fields) }
}

/** The only list whose order is a preference: the upper policy's own values come first. */
const OWN_FIRST = 'prefer'

const addLists = (own: readonly unknown[], below: readonly unknown[], key?: string): unknown[] => [
  ...new Set(key === OWN_FIRST ? [...own, ...below] : [...below, ...own]),
]

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
