import type { TargetPage } from './target-page.ts'

/** Everything up to and with this page is done; or, with `rawHash`, the aliases of this page up to and with that one. */
export interface Cursor {
  readonly pageId: number
  readonly rawHash: Uint8Array | null
  /** What a page becomes whose aliases do not fit into one portion. */
  readonly successor: TargetPage | null
}

export function startAfterPage(pageId: number): Cursor {
  return { pageId, rawHash: null, successor: null }
}

/**
 * How much is held in memory, and written in one transaction. Many at once: keys lie all over the index, and each
 * transaction writes nearly all of it.
 */
export interface PortionLimits {
  readonly pages: number
  readonly aliases: number
}

export const PORTION_LIMITS: PortionLimits = { pages: 50_000, aliases: 100_000 }
