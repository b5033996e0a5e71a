import { writeRobots } from '../hosts/robots-store.ts'
import { applyRobots, type RobotsEffect } from './apply-robots.ts'
import type { FrontierContext } from './context.ts'

/** A fetched robots.txt. */
export interface FetchedRobots {
  /** Of the response; null without one. */
  readonly status: number | null
  /** Null without a usable body. */
  readonly body: string | null
  readonly crawlDelayMs?: number | null | undefined
  /** How long it is valid (default: one day). */
  readonly lifetimeMs?: number | undefined
  /** Whether it allows a URL of this origin. If omitted, no URL is changed. */
  readonly mayFetch?: ((url: string) => boolean) | undefined
}

/** Stores a robots.txt for all processes, and applies it to the URLs in the queue. */
export async function recordRobots(
  context: FrontierContext,
  origin: string,
  { mayFetch, body, status, crawlDelayMs, lifetimeMs }: FetchedRobots,
): Promise<RobotsEffect> {
  const kept = await writeRobots(context, origin, {
    status,
    text: body,
    ...(crawlDelayMs === undefined ? {} : { crawlDelayMs }),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
  })
  return mayFetch === undefined ? { excluded: 0, returned: 0 } : applyRobots(context, { ...kept, origin, mayFetch })
}
