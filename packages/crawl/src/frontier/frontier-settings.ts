import { DAY, HOUR, resolveHostSettings, type HostSettings } from '../hosts/settings.ts'
import type { FrontierOptions } from './frontier-options.ts'

/** The options with defaults applied. */
export interface FrontierSettings extends HostSettings {
  readonly recrawl: { readonly firstMs: number; readonly minMs: number; readonly maxMs: number }
  readonly renameOn: 'any' | 'permanent'
  readonly confirmMissing: number
  readonly keepLogMs: number
}

/** How long the history of URLs is kept, unless an option says otherwise. */
export const KEEP_LOG_MS = 90 * DAY

export function resolveFrontierSettings(options: FrontierOptions): FrontierSettings {
  const { renameOn = 'any', confirmMissing = 1, keepLogMs = KEEP_LOG_MS } = options
  const { firstMs = DAY, minMs = HOUR, maxMs = 90 * DAY } = options.recrawl ?? {}
  const recrawl = { firstMs, minMs, maxMs }
  return { ...resolveHostSettings(options), recrawl, renameOn, confirmMissing, keepLogMs }
}
