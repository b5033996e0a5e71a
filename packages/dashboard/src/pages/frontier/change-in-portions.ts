import type { FrontierState } from '@canonist/client'
import { client } from '../../data/client.ts'
import type { QueueFilter } from './queue-filter.ts'

export type QueueAction = 'requeue' | 'forget'

/** Short enough for a request, so that progress is visible and a stop comes soon. */
const PORTION = 2000

/**
 * Changes everything that a filter matches, one portion after the other. Returns how many URLs were changed.
 *
 * @param signal stops it before the next portion
 */
export async function changeInPortions(
  action: QueueAction,
  filter: QueueFilter,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (changed: number) => void },
): Promise<number> {
  let changed = 0
  for (let after: string | null | undefined; after !== null && !signal.aborted;) {
    const input = { ...filter, state: filter.state as FrontierState | undefined, after, limit: PORTION }
    const portion =
      action === 'requeue' ? await client.requeueFrontierUrls(input) : await client.forgetFrontierUrls(input)
    changed += 'requeued' in portion ? portion.requeued : portion.forgotten
    after = portion.next ?? null
    onProgress(changed)
  }
  return changed
}
