import type { FrontierState } from '@canonist/crawl/internal/frontier/frontier-state'
import type { Frontier } from '@canonist/crawl/internal/frontier/frontier'
import type { UrlListFilter } from '@canonist/crawl/internal/frontier/list-urls'
import type { QueuePriority } from '@canonist/crawl/internal/frontier/frontier-options'
import type { FrontierUrl, UrlFilter } from '@canonist/crawl/internal/frontier/stream-urls'
import { isPath, resolveText } from '@canonist/crawl/internal/frontier/resolve-text'
import type { ListPart } from '@canonist/registry/internal/store/list-part'
import { ListError } from '@canonist/registry/internal/store/list-error'
import { AppError } from '../canonist/errors.ts'
import type { Canonist } from '../canonist/open-canonist.ts'

/** As many as one part of a list has. */
const URLS_AT_ONCE = 500

/**
 * The URLs of the queue that a filter lets through, from a place on, for interfaces that show some of it at a time.
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
      limit: Math.min(left, URLS_AT_ONCE),
    })
    yield* part.items
    left -= part.items.length
    place = part.next
    if (place === null) return
  }
}

/** Which URLs of the queue to change: all that a list shows for the filter, or some by their ids. */
export interface UrlSelection extends UrlListFilter {
  readonly ids?: readonly number[] | undefined
}

/** Which portion of the selection to change in one call. */
export interface PortionOptions {
  /** About how many URLs; without it, all. */
  readonly limit?: number | undefined
  /** The `next` of the previous portion. */
  readonly after?: string | undefined
  /** Stops between two batches. What was changed by then stays changed. */
  readonly signal?: AbortSignal | undefined
}

export interface ChangedPortion {
  readonly changed: number
  /** Pass it as `after` to change the next portion; null after the last one. */
  readonly next: string | null
}

/** Makes URLs due now, with all their attempts. */
export const requeueSelected = (
  canonist: Canonist,
  selection: UrlSelection,
  options: PortionOptions,
): Promise<ChangedPortion> => changeSelected(canonist, selection, options, (frontier, urls) => frontier.requeue(urls))

/** Takes URLs off the queue; the registry keeps their pages. */
export const forgetSelected = (
  canonist: Canonist,
  selection: UrlSelection,
  options: PortionOptions,
): Promise<ChangedPortion> => changeSelected(canonist, selection, options, (frontier, urls) => frontier.forget(urls))

/** Gives URLs another priority; counts those that had another one before. */
export const prioritizeSelected = (
  canonist: Canonist,
  selection: UrlSelection,
  priority: QueuePriority,
  options: PortionOptions,
): Promise<ChangedPortion> =>
  changeSelected(canonist, selection, options, (frontier, urls) => frontier.prioritize(urls, priority))

type Change = (frontier: Frontier, urls: UrlFilter) => Promise<number>

async function changeSelected(
  canonist: Canonist,
  { ids, ...filter }: UrlSelection,
  options: PortionOptions,
  change: Change,
): Promise<ChangedPortion> {
  const frontier = await canonist.frontier()
  const { state, reason, reasonClass, host } = filter
  const plain = { state, reason, reasonClass, host }
  if (ids !== undefined) return { changed: await change(frontier, { ...plain, ids }), next: null }
  const listed = resolveText(filter)
  if (listed === null) return { changed: 0, next: null }
  if (Object.values(listed).every((condition) => condition === undefined)) throw new AppError('app/no-filter')
  if (listed.q === undefined && options.limit === undefined)
    return { changed: await change(frontier, plain), next: null }
  return changeListed(frontier, listed, options, change)
}

/** Changes the URLs in the order of the list, of which it reads a part at a time. */
async function changeListed(
  frontier: Frontier,
  filter: UrlListFilter,
  { limit = Number.POSITIVE_INFINITY, after, signal }: PortionOptions,
  change: Change,
): Promise<ChangedPortion> {
  const states = listStates(filter)
  let place = readPlace(after, states)
  let changed = 0
  // What is read counts, not what matches: for a rare match, thousands of rows are read.
  for (let left = limit; left > 0 && place !== null; left -= URLS_AT_ONCE) {
    signal?.throwIfAborted()
    const { state, reason, reasonClass }: UrlListFilter = { ...filter, state: states[place.index] }
    const part = await frontier.listUrls(
      { ...filter, state },
      { after: place.after, limit: Math.min(left, URLS_AT_ONCE) },
    )
    // Conditions again: a URL may have changed since it was read.
    const ids = part.items.map(({ id }) => id)
    if (ids.length > 0) changed += await change(frontier, { state, reason, reasonClass, ids })
    place = findNextPlace({ ...place, after: part.next }, states)
  }
  return { changed, next: place === null ? null : `${place.index}.${place.after ?? ''}` }
}

type WantedStates = readonly (FrontierState | undefined)[]

/**
 * The beginning of a host name lists URLs by state, so a URL that is requeued would be met again as a pending one. Pending URLs are
 * therefore the first.
 */
const ONE_BY_ONE: WantedStates = ['pending', 'retry', 'fetched', 'excluded', 'dead']

const listStates = ({ state, q }: UrlListFilter): WantedStates =>
  state === undefined && q !== undefined && !isPath(q) ? ONE_BY_ONE : [state]

interface Place {
  /** Of the state. */
  readonly index: number
  /** The cursor in the list of the state; null for its beginning. */
  readonly after: string | null
}

const findNextPlace = (place: Place, states: WantedStates): Place | null => {
  if (place.after !== null) return place
  return place.index + 1 < states.length ? { index: place.index + 1, after: null } : null
}

function readPlace(cursor: string | undefined, states: WantedStates): Place | null {
  if (cursor === undefined) return { index: 0, after: null }
  const [, digit = '', after = ''] = /^(\d)\.(.*)$/s.exec(cursor) ?? []
  const index = Number(digit)
  if (digit === '' || index >= states.length)
    throw new ListError('list/bad-cursor', { thing: JSON.stringify(cursor.slice(0, 100)) })
  return { index, after: after === '' ? null : after }
}
