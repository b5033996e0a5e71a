import { parseJson } from './build-request.ts'
import { CanonistError } from './errors.ts'
import type { CallOptions } from './methods.ts'
import type { GetStatusOutput, Review, Run } from './operation-types.ts'
import { findWait, sleep } from './retry.ts'
import { joinSignals, type Sender } from './sender.ts'

export interface EventData {
  /** A run was started, has progressed, or has ended; `getRun` returns all of it. */
  readonly run: Pick<Run, 'id' | 'kind' | 'state' | 'progress' | 'startedBy' | 'isCancelWanted'>
  /** The counts have changed. */
  readonly counts: GetStatusOutput['counts']
  /** A person must decide something new. */
  readonly review: Pick<Review, 'id' | 'kind' | 'subject' | 'state'>
  /** Events were missed: load everything again. */
  readonly reset: Readonly<Record<string, never>>
}

/** An event of the server. Its `id` can be passed as `lastEventId`, also by another process. */
export type ServerEvent = {
  readonly [Type in keyof EventData]: { readonly id: number; readonly type: Type; readonly data: EventData[Type] }
}[keyof EventData]

export interface ListenInput {
  /** Start after this event; without it, with the next event. */
  readonly lastEventId?: number | string | undefined
}

/** The server sends something every 20 s; after this long without a byte, the connection is dead, even if neither side has closed it. */
const SILENCE_MS = 60_000

/**
 * The events of the server, without end. When the connection is lost, it reconnects and continues after the last event, as often as needed; but
 * a server that cannot be reached at first is an error like any other.
 */
export async function* listen(
  sender: Sender,
  { lastEventId }: ListenInput,
  { signal }: CallOptions,
): AsyncGenerator<ServerEvent, void, void> {
  let [last, failures, hasConnected] = [lastEventId, 0, false]
  for (;;) {
    try {
      for await (const event of connect(sender, last, signal)) {
        ;[failures, hasConnected] = [0, true]
        if (event === null) continue
        last = event.id
        yield event
      }
    } catch (error) {
      if (!hasConnected || !(error instanceof CanonistError) || !error.retry) throw error
    }
    const settings = sender.retry
    await sleep(findWait(failures, null, settings) ?? settings.maxWaitMs, joinSignals(sender.signal, signal))
    failures += 1
  }
}

/** One connection: its events, and null for anything else that shows that it is alive. */
async function* connect(
  sender: Sender,
  last: number | string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent | null, void, void> {
  const silence = new AbortController()
  const watch = (): ReturnType<typeof setTimeout> => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = watch()
  const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': String(last) }) }
  const joined = joinSignals(signal, silence.signal)
  const parser = new EventParser()
  try {
    for await (const line of sender.readLines({
      method: 'GET',
      path: '/api/v1/events',
      headers,
      repeats: 'always',
      signal: joined,
    })) {
      clearTimeout(timer)
      timer = watch()
      yield parser.take(line)
    }
  } catch (error) {
    if (!silence.signal.aborted || signal?.aborted === true) throw error
  } finally {
    clearTimeout(timer)
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation, as far as our server uses it. */
class EventParser {
  #fields: Record<string, string> = {}

  /** The event that this line completes, if it does. */
  take(line: string): ServerEvent | null {
    if (line === '') return this.#end()
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    this.#fields[name] =
      name === 'data' && this.#fields['data'] !== undefined ? `${this.#fields['data']}\n${value}` : value
    return null
  }

  #end(): ServerEvent | null {
    const { id, event, data } = this.#fields
    this.#fields = {}
    if (id === undefined || event === undefined || data === undefined) return null
    return { id: Number(id), type: event, data: parseJson(data, '/api/v1/events') } as ServerEvent
  }
}
