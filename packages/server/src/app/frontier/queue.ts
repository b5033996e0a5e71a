import type { ExplainedUrl } from '@canonist/crawl/internal/frontier/explain-url'
import type { UrlListFilter } from '@canonist/crawl/internal/frontier/list-urls'
import type { FrontierUrl, UrlFilter } from '@canonist/crawl/internal/frontier/stream-urls'
import type { PartitionOptions, PartitionReport } from '@canonist/crawl/internal/frontier/partition-urls'
import type { QueuePriority } from '@canonist/crawl/internal/frontier/frontier-options'
import type { StateCounts, ReasonCount } from '@canonist/crawl/internal/frontier/count-urls'
import type { ClockDrift } from '@canonist/crawl/internal/hosts/clock'
import type { HostReasonCount, ReasonListFilter } from '@canonist/crawl/internal/frontier/list-reasons'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import { AppError } from '../errors.ts'
import type { Canonist } from '../open-canonist.ts'

export type { PartitionOptions, PartitionReport } from '@canonist/crawl/internal/frontier/partition-urls'
export type { ExplainedUrl } from '@canonist/crawl/internal/frontier/explain-url'
export type { LoggedEvent } from '@canonist/crawl/internal/frontier/sql/log'
export type { FrontierUrl, UrlFilter } from '@canonist/crawl/internal/frontier/stream-urls'
export type { FrontierState } from '@canonist/crawl/internal/frontier/frontier-state'
export type { StateCounts, ReasonCount } from '@canonist/crawl/internal/frontier/count-urls'
export type { ClockDrift } from '@canonist/crawl/internal/hosts/clock'

/** The URLs of the queue that a filter lets through. */
export async function* listQueuedUrls(canonist: Canonist, filter: UrlFilter = {}): AsyncGenerator<FrontierUrl> {
  yield* (await canonist.frontier()).streamUrls(filter)
}

/**
 * The same from a place in the queue on, for interfaces that show some of it at a time.
 *
 * @param options `after` is the id of the last URL before; `limit` is how many at most
 */
export async function* listQueuedUrlsFrom(
  canonist: Canonist,
  filter: UrlListFilter,
  {
    after,
    limit = Number.POSITIVE_INFINITY,
  }: { readonly after?: string | undefined; readonly limit?: number | undefined },
): AsyncGenerator<FrontierUrl> {
  const frontier = await canonist.frontier()
  let place: string | null = after ?? null
  for (let left = limit; left > 0;) {
    const part: ListPart<FrontierUrl> = await frontier.listUrls(filter, {
      after: place,
      limit: Math.min(left, MAX_AT_ONCE),
    })
    yield* part.items
    left -= part.items.length
    place = part.next
    if (place === null) return
  }
}

const MAX_AT_ONCE = 500

export interface QueueCounts {
  readonly stats: StateCounts
  /** How far the clock of the queue is ahead of the system's; null where it is right. */
  readonly clockDrift: ClockDrift | null
}

export async function countQueuedUrls(canonist: Canonist): Promise<QueueCounts> {
  const frontier = await canonist.frontier()
  return { stats: await frontier.countByState(), clockDrift: await frontier.readClockDrift() }
}

/** How many URLs are in which state, and why: of all hosts, or of one. */
export async function countReasons(canonist: Canonist, host?: string): Promise<ReasonCount[]> {
  return (await canonist.frontier()).countByReason(host)
}

/** The same for each host, a part at a time. */
export async function listReasons(
  canonist: Canonist,
  filter: ReasonListFilter,
  options: PartOptions,
): Promise<ListPart<HostReasonCount>> {
  return (await canonist.frontier()).listReasons(filter, options)
}

/** Why a URL is in its state; null where it is not queued. */
export async function explainQueuedUrl(canonist: Canonist, url: string): Promise<ExplainedUrl | null> {
  return (await canonist.frontier()).explain(url)
}

/** Makes URLs due now, with all their attempts; returns how many. A filter without a condition is refused. */
export async function requeueUrls(canonist: Canonist, filter: UrlFilter): Promise<number> {
  rejectEmptyFilter(filter)
  return (await canonist.frontier()).requeue(filter)
}

/** Gives URLs another priority; returns how many had another one before. A filter without a condition is refused. */
export async function prioritizeUrls(canonist: Canonist, filter: UrlFilter, priority: QueuePriority): Promise<number> {
  rejectEmptyFilter(filter)
  return (await canonist.frontier()).prioritize(filter, priority)
}

/** Takes URLs off the queue; the registry keeps their pages. Returns how many. */
export async function forgetUrls(canonist: Canonist, filter: UrlFilter): Promise<number> {
  rejectEmptyFilter(filter)
  return (await canonist.frontier()).forget(filter)
}

/**
 * Splits the queue of a PostgreSQL registry into so many partitions by host, or joins them again (1), while workers continue. `signal` stops
 * it, and the queue stays as it was.
 */
export async function partitionUrls(
  canonist: Canonist,
  partitions: number,
  options: PartitionOptions = {},
): Promise<PartitionReport> {
  return (await canonist.frontier()).partition(partitions, options)
}

function rejectEmptyFilter(filter: UrlFilter): void {
  if (Object.values(filter).every((condition) => condition === undefined)) throw new AppError('app/no-filter')
}
