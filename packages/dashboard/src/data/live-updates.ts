import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ServerEvent } from 'canonist/client'
import { client } from './client.ts'
import { callerQuery, statusQuery } from './queries.ts'

/**
 * Keeps what is on the screen current. Events of the server update the counts at once, and mark lists as stale, so that those that are
 * shown are read again. Ends with the signal; the client reconnects by itself.
 */
export async function followEvents(queries: QueryClient, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of client.listenToEvents({}, { signal })) applyEvent(queries, event)
  } catch (error) {
    if (signal.aborted) return
    // If the session has ended, the login page opens at once.
    void queries.invalidateQueries({ queryKey: callerQuery.queryKey })
    console.warn('Live updates have ended; reload the page to have them again.', error)
  }
}

function applyEvent(queries: QueryClient, event: ServerEvent): void {
  if (event.type === 'counts')
    queries.setQueryData(statusQuery.queryKey, (status) => status && { ...status, counts: event.data })
  else if (event.type === 'run') void readAgain(queries, ['runs'])
  else if (event.type === 'review') void readAgain(queries, ['reviews'])
  else void readAgain(queries, [])
}

/**
 * Reads what is shown below a key again.
 *
 * A first load that is under way is not restarted by invalidating it, and its response may be older than the event: a run that ended in
 * the meantime would be shown as running for ever. Such queries are read once more when they have loaded.
 */
async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const loading = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries({ queryKey })
  if (loading.length === 0) return
  await Promise.allSettled(loading.map(async (query) => query.promise))
  await queries.invalidateQueries({ queryKey, predicate: (query) => loading.includes(query) })
}
