import { lowerOutsideEscapes } from '../url/escapes.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings.ts'
import type { PolicyFields } from './spec.ts'

/** The fields of a flattened policy, or of a section over it, with nothing left open. */
export function settle(fields: PolicyFields, under: Settings = DEFAULT_SETTINGS): Settings {
  // A spec carries its header too; only what is a setting is taken over.
  const own = Object.entries(fields).filter(([key]) => key in under)
  const settled = overlay(under, Object.fromEntries(own)) as Settings
  const { pathCase, directoryIndex } = settled
  // Names are compared with a path that is in lower case by then.
  return pathCase === 'lower'
    ? Object.freeze({ ...settled, directoryIndex: directoryIndex.map(lowerOutsideEscapes) })
    : settled
}

/** What lies below with what is said above: lists and maps add up, `null` empties them, anything else wins. */
function overlay(below: unknown, own: unknown, key?: string): unknown {
  // "Not said": it must never hide what lies below.
  if (own === undefined) return below
  if (Array.isArray(below)) return own === null ? [] : addLists(below, own as unknown[], key)
  // Nothing lies below only where it is emptied here.
  return typeof below === 'object' ? overlayEach(below as object, own ?? {}, own === null) : own
}

/** The only list whose order is a preference: there the upper one comes first. */
const addLists = (below: unknown[], own: unknown[], key?: string): unknown[] => [
  ...new Set(key === 'prefer' ? [...own, ...below] : [...below, ...own]),
]

function overlayEach(below: object, own: object, isEmptied: boolean): object {
  const merged = new Map<string, unknown>(isEmptied ? [] : Object.entries(below))
  for (const [key, value] of Object.entries(own)) merged.set(key, overlay(merged.get(key) ?? value, value, key))
  return Object.freeze(Object.fromEntries(merged))
}

/** `undefined` means "not said": it must never hide what lies below. */
export function dropUndefined<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
