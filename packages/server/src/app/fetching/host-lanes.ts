import { guessScheme, unwrapFeedScheme } from '@canonist/web/internal/canonicalize/feed-schemes'
import { createLimit, type Limit } from '@canonist/web/internal/net/politeness/limit'

/** Starts work on a line of a list when its host, and the list as a whole, have room for it. */
export type StartWork = <Result>(line: string, work: () => Promise<Result>) => Promise<Result>

/** More would only wait for each other: a host gets one request at a time. */
const MAX_PER_HOST = 3

interface Lane {
  readonly limit: Limit
  waiting: number
}

/**
 * Bounds concurrency: three URLs per host, started in input order, and `most` in total. Without it
 * the first URL of a long list waits for its second request until every other URL had its first.
 */
export function createHostLanes(most: number): StartWork {
  const lanes = new Map<string, Lane>()
  const limit = createLimit(most)
  return async (line, work) => {
    const host = readHost(line)
    const lane = lanes.get(host) ?? { limit: createLimit(MAX_PER_HOST), waiting: 0 }
    lanes.set(host, lane)
    lane.waiting += 1
    try {
      return await lane.limit(() => limit(work))
    } finally {
      lane.waiting -= 1
      if (lane.waiting === 0) lanes.delete(host)
    }
  }
}

/** The host that the text names, written with or without a scheme; empty where it names none. */
function readHost(line: string): string {
  const whole = guessScheme(unwrapFeedScheme(line.trim()))
  return URL.parse(whole?.text ?? '')?.host ?? ''
}
