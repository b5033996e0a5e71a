import type { Finished } from './outbox.ts'
import type { WorkerFrontier } from './patience.ts'

/** Says of pages that another one has the very same content. That proves nothing more: pages that are empty are alike, too. */
export async function noteCopies(
  frontier: Pick<WorkerFrontier, 'noteContents'>,
  finished: readonly Finished[],
): Promise<readonly Finished[]> {
  const known = finished.flatMap(({ lease: { claim }, visit: { outcome } }) => {
    const contentHash = outcome.kind === 'fetched' ? (outcome.contentHash ?? null) : null
    return contentHash === null ? [] : [{ id: claim.id, contentHash }]
  })
  const urls = await frontier.noteContents(known)
  const byId = new Map(known.map(({ id }, index) => [id, urls[index] ?? null]))
  return finished.map((one) => marked(one, byId.get(one.lease.claim.id) ?? null))
}

function marked(finished: Finished, url: string | null): Finished {
  const { visit } = finished
  if (url === null || visit.outcome.kind !== 'fetched') return finished
  const copy = { reason: 'duplicate_content', detail: `the same to the byte as ${url}` } as const
  return { ...finished, visit: { ...visit, outcome: { ...visit.outcome, ...copy } } }
}
