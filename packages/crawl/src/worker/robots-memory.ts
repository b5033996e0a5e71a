import { RobotsMemory } from '@canonist/web/internal/net/robots/robots-memory'
import { isPathAllowed, parseRobots, type RobotsRules } from '@canonist/web/internal/net/robots/robots-rules'
import type { WorkerClock } from './worker-clock.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'

/**
 * The robots.txt files that a worker knows, shared with every process on its database. A new file is applied to the queue at once.
 * A file that cannot be read is requested again at the next visit; until then the host itself rests.
 *
 * @param onExcluded called with the number of queued URLs that a new file excludes without a visit
 */
export function openRobotsMemory(
  frontier: Pick<WorkerFrontier, 'now' | 'readRobots' | 'recordRobots'>,
  token: string,
  clock: WorkerClock,
  onExcluded: (urls: number) => void,
): RobotsMemory {
  return new RobotsMemory({
    now: clock.now,
    token,
    remembersFailures: false,
    store: {
      async read(origin) {
        const stored = await frontier.readRobots(origin)
        const lifetimeMs = stored === null ? 0 : stored.expiresAt - (await frontier.now())
        return stored === null || lifetimeMs <= 0 ? null : { ...stored, text: stored.body, lifetimeMs }
      },
      async write(origin, { text, ...file }) {
        const rules = text === null ? null : parseRobots(text, token)
        const isAllowed = (url: string): boolean => rules === null || mayFetch(rules, url)
        const { excluded } = await frontier.recordRobots(origin, { ...file, body: text, mayFetch: isAllowed })
        onExcluded(excluded)
      },
    },
  })
}

export function mayFetch(rules: RobotsRules, url: string): boolean {
  const { pathname, search } = new URL(url)
  return isPathAllowed(rules, pathname + search)
}
