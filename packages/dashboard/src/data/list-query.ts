import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Part } from '@canonist/client'

/** What every list takes besides its filters. */
interface PartInput {
  readonly after?: string | undefined
  readonly limit?: number | string | undefined
}

/** A screen shows about 30 rows, so the next part is there before a reader has reached it. */
const PART_SIZE = 100

/** A list that is read part by part while it is scrolled. */
export function createListQuery<Filter extends PartInput, Item>(
  name: string,
  read: (input: Filter, options: { readonly signal: AbortSignal }) => Promise<Part<Item>>,
) {
  return (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: [name, filter],
      queryFn: ({ pageParam, signal }) => read({ ...filter, after: pageParam, limit: PART_SIZE }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    })
}
