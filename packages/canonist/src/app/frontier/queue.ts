import type { UrlStory } from '../../frontier/explain.ts'
import type { FrontierUrl, UrlFilter } from '../../frontier/list.ts'
import type { FrontierStats, ReasonCount } from '../../frontier/stats.ts'
import type { ClockDrift } from '../../hosts/clock.ts'
import { AppError } from '../errors.ts'
import type { Canonist } from '../open-canonist.ts'

export type { StoryEvent, UrlStory } from '../../frontier/explain.ts'
export type { FrontierUrl, UrlFilter } from '../../frontier/list.ts'
export type { FrontierState } from '../../frontier/outcome.ts'
export type { FrontierStats, ReasonCount } from '../../frontier/stats.ts'
export type { ClockDrift } from '../../hosts/clock.ts'

/** The URLs of the queue that a filter lets through. */
export async function* listUrls(canonist: Canonist, filter: UrlFilter = {}): AsyncGenerator<FrontierUrl> {
  yield* (await canonist.frontier()).list(filter)
}

export interface QueueCounts {
  readonly stats: FrontierStats
  /** How far the clock of the queue is ahead of the system's; null where it is right. */
  readonly clockDrift: ClockDrift | null
}

export async function countUrls(canonist: Canonist): Promise<QueueCounts> {
  const frontier = await canonist.frontier()
  return { stats: await frontier.stats(), clockDrift: await frontier.clockDrift() }
}

export async function countReasons(canonist: Canonist): Promise<ReasonCount[]> {
  return (await canonist.frontier()).statsByReason()
}

/** Why a URL is in its state; null where it is not queued. */
export async function explainUrl(canonist: Canonist, url: string): Promise<UrlStory | null> {
  return (await canonist.frontier()).explain(url)
}

/** Makes URLs due now, with all their attempts; returns how many. A filter without a condition is refused. */
export async function requeueUrls(canonist: Canonist, filter: UrlFilter): Promise<number> {
  refuseEmptyFilter(filter)
  return (await canonist.frontier()).requeue(filter)
}

/** Takes URLs off the queue; the registry keeps their pages. Returns how many. */
export async function forgetUrls(canonist: Canonist, filter: UrlFilter): Promise<number> {
  refuseEmptyFilter(filter)
  return (await canonist.frontier()).forget(filter)
}

function refuseEmptyFilter(filter: UrlFilter): void {
  if (Object.values(filter).every((condition) => condition === undefined)) throw new AppError('app/no-filter')
}
