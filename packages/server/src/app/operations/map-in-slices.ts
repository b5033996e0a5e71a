import { setImmediate as nextTurn } from 'node:timers/promises'

/** After this long, others get their turn. */
const SLICE_MS = 20

/** Maps items one by one. A long list does not keep others waiting, and ends with its signal. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  signal: AbortSignal | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  let started = performance.now()
  for (const item of items) {
    results.push(map(item))
    if (performance.now() - started < SLICE_MS) continue
    await nextTurn()
    signal?.throwIfAborted()
    started = performance.now()
  }
  return results
}
