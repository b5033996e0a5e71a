import { lowerOutsideEscapes } from '../url/escapes.ts'
import { DEFAULT_SETTINGS, type QuerySettings, type Settings } from './settings.ts'
import type { PolicyFields, QuerySpec } from './spec.ts'

/** The fields of a flattened policy, or of a section over it, with nothing left open. */
export function settle(fields: PolicyFields, under: Settings = DEFAULT_SETTINGS): Settings {
  const { query, directoryIndex, ipToHost, rewrites, ...plain } = fields
  const index = settleList(under.directoryIndex, directoryIndex)
  return Object.freeze({
    ...under,
    ...dropUndefined(pickSettings(plain)),
    // Names are compared with a path that is in lower case by then.
    directoryIndex: (plain.pathCase ?? under.pathCase) === 'lower' ? index.map(lowerOutsideEscapes) : index,
    ipToHost: ipToHost === null ? {} : { ...under.ipToHost, ...ipToHost },
    rewrites: settleList(under.rewrites, rewrites),
    query: settleQuery(query ?? {}, under.query),
  })
}

/** A spec carries its header too; only what is a setting is taken over. */
function pickSettings(fields: PolicyFields): Partial<Settings> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key in DEFAULT_SETTINGS))
}

function settleQuery(own: QuerySpec, under: QuerySettings): QuerySettings {
  const { strip, keep, keepOnly, defaults, ...plain } = own
  return Object.freeze({
    ...under,
    ...dropUndefined(plain),
    strip: settleList(under.strip, strip),
    keep: settleList(under.keep, keep),
    keepOnly: settleList(under.keepOnly, keepOnly),
    defaults: defaults === null ? {} : { ...under.defaults, ...defaults },
  })
}

function settleList<T>(under: readonly T[], own: readonly T[] | null | undefined): readonly T[] {
  if (own === null) return []
  return own === undefined ? under : [...new Set([...under, ...own])]
}

/** `undefined` means "not said": it must never hide what lies below. */
export function dropUndefined<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
