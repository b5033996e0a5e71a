import type { QueryClient } from '@tanstack/react-query'
import type { ServerEvent } from 'canonist/client'
import { client } from './client.ts'
import { statusQuery } from './queries.ts'

/**
 * Keeps what is on the screen current. Events of the server update the counts at once, and mark lists as stale, so that those that are
 * shown are read again. Ends with the signal; the client reconnects by itself.
 */
export async function followEvents(queries: QueryClient, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of client.listenToEvents({}, { signal })) applyEvent(queries, event)
  } catch (error) {
    if (!signal.aborted) console.warn('Live updates have ended; reload the page to have them again.', error)
  }
}

function applyEvent(queries: QueryClient, event: ServerEvent): void {
  if (event.type === 'counts')
    queries.setQueryData(statusQuery.queryKey, (status) => status && { ...status, counts: event.data })
  else if (event.type === 'run') void queries.invalidateQueries({ queryKey: ['runs'] })
  else if (event.type === 'review') void queries.invalidateQueries({ queryKey: ['reviews'] })
  else void queries.invalidateQueries()
}
