import { writeRobots } from '../hosts/robots-store.ts'
import { applyRobots, type RobotsEffect } from './apply-robots.ts'
import type { FrontierContext } from './context.ts'

/** A robots.txt that was fetched. */
export interface FetchedRobots {
  /** Of the response; null where there was none. */
  readonly status: number | null
  /** Null where nothing was sent, or nothing that counts. */
  readonly body: string | null
  readonly crawlDelayMs?: number | null | undefined
  /** How long it holds; a day where it is not given. */
  readonly lifetimeMs?: number | undefined
  /** Whether it allows a URL of this origin; left out where nobody knows, and nothing is changed. */
  readonly mayFetch?: ((url: string) => boolean) | undefined
}

/** Keeps a robots.txt for every process, and applies it to the URLs of the queue. */
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
