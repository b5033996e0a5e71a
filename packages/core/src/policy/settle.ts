import { lowerOutsideEscapes } from '../url/escapes.ts'
import { overlay } from './overlay.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import type { Settings } from './settings.ts'
import type { PolicyFields } from './spec.ts'

/** The fields of a flattened policy, or of a section over it, with nothing left open. */
export function settle(fields: PolicyFields, under: Settings = DEFAULT_SETTINGS): Settings {
  // A spec carries its header too; only what is a setting is taken over.
  const own = Object.entries(fields).filter(([key]) => key in under)
  const settled = overlay(Object.fromEntries(own), under, null) as Settings
  const { pathCase, directoryIndex } = settled
  // Names are compared with a path that is in lower case by then.
  return pathCase === 'lower' ? { ...settled, directoryIndex: directoryIndex.map(lowerOutsideEscapes) } : settled
}
