import type { TargetPage } from './target-page.ts'

/** The position of a rekey: everything up to this page is done or, with `rawHash`, the aliases of this page up to that one. */
export interface Cursor {
  readonly pageId: number
  readonly rawHash: Uint8Array | null
  /** The target of a page whose aliases do not fit into one portion. */
  readonly successor: TargetPage | null
}

export function startAfterPage(pageId: number): Cursor {
  return { pageId, rawHash: null, successor: null }
}

/**
 * How much one transaction loads and writes. Large portions, because keys are spread over the whole index and each transaction rewrites
 * nearly all of it.
 */
export interface PortionLimits {
  readonly pages: number
  readonly aliases: number
}

export const PORTION_LIMITS: PortionLimits = { pages: 50_000, aliases: 100_000 }
