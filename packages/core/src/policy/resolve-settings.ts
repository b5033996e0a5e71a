import { lowerOutsideEscapes } from '../url/escapes.ts'
import { overlay } from './overlay.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import type { Settings } from './settings.ts'
import type { PolicyFields } from './spec.ts'

/** Fills in every field of a flattened policy, or of a section on top of it. */
export function resolveSettings(fields: PolicyFields, under: Settings = DEFAULT_SETTINGS): Settings {
  // A spec has a header too, and fields for admission; only what the policy below has is taken.
  const own = Object.entries(fields).filter(([key]) => key in under)
  const settled = overlay(Object.fromEntries(own), under, null) as Settings
  const { pathCase, directoryIndex } = settled
  // The names are compared with a path that is already in lower case.
  return pathCase === 'lower' ? { ...settled, directoryIndex: directoryIndex.map(lowerOutsideEscapes) } : settled
}
