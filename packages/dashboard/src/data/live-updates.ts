import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { CanonistError, type ServerEvent } from '@canonist/client'
import { client } from './client.ts'
import { callerQuery, statusQuery } from './queries.ts'

const NAME = 'canonist-events'

/** When the server has no stream left for us, what is shown is read again this often. */
const POLL_MS = 30_000

/**
 * Keeps what is on the screen current. Events of the server update the counts at once, and mark lists as stale, so that those that are
 * shown are read again. Ends with the signal.
 *
 * All tabs of a browser share one stream: a browser opens few connections to a server, and a token has few streams. The tab that holds
 * the lock listens and passes each event on; when it is closed, the next tab goes on after the last event.
 */
export async function followEvents(queries: QueryClient, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  let last: number | undefined
  const receive = (event: ServerEvent): void => {
    last = event.id
    applyEvent(queries, event)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<ServerEvent>) => receive(data))
  const listen = async (): Promise<void> => {
    for await (const event of client.listenToEvents({ lastEventId: last }, { signal })) {
      receive(event)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      channel.postMessage(event)
    }
  }
  while (!signal.aborted) {
    try {
      await holdLock(signal, listen)
    } catch (error) {
      if (hasEnded(signal)) return
      if (!(error instanceof CanonistError) || !error.retry) {
        // If the session has ended, the login page opens at once.
        void queries.invalidateQueries({ queryKey: callerQuery.queryKey })
        console.warn('Live updates have ended; reload the page to have them again.', error)
        return
      }
      await sleep(POLL_MS, signal)
      void readAgain(queries, [])
    }
  }
}

const hasEnded = (signal: AbortSignal): boolean => signal.aborted

/** Over plain http, browsers have locks for this machine only: elsewhere each tab listens for itself. */
async function holdLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager }
  await (locks === undefined ? work() : locks.request(NAME, { signal }, work))
}

/** Also ends with the signal. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
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
