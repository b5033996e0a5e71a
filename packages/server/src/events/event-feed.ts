import { setTimeout as sleep } from 'node:timers/promises'
import type { Canonist } from '../canonist/open-canonist.ts'
import { countAll } from '../canonist/count-all.ts'
import { joinSignals } from './join-signals.ts'
import { addChanges, readEventRange, readEventsAfter, type StoredEvent } from './events.sql.ts'

/** Sent to a listener that missed events which are no longer stored: it must reload everything it shows. */
export interface ResetEvent {
  readonly id: number
  readonly type: 'reset'
  readonly data: Readonly<Record<string, never>>
}

export type FeedEvent = StoredEvent | ResetEvent

export interface ListenOptions {
  /** As `Last-Event-ID` has it; anything but a number is ignored. */
  readonly lastEventId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Delivers events to any number of listeners. */
export interface Feed {
  /** Events from now on, or all since the one that a listener had last. */
  listen(options?: ListenOptions): AsyncGenerator<FeedEvent>
  /** Reads new events now instead of at the next poll. */
  poke(): void
  close(): Promise<void>
}

export interface FeedOptions {
  /** How often the database is polled for events of other processes. */
  readonly everyMs?: number | undefined
  /** Whether this feed also adds events for changed counts and new reviews; false for a read-only database. */
  readonly writes?: boolean | undefined
  readonly now?: (() => number) | undefined
}

const EVERY_MS = 500

/** Counts are sampled less often than events are read. */
const SAMPLE_EVERY_MS = 2000
const EVENTS_AT_ONCE = 500

/** Kept in memory for listeners that are nearly up to date, so that a thousand of them cost one query. */
const RECENT_EVENTS = 2000

/**
 * Delivers the events of a database to any number of listeners, in order and without gaps. Each listener pulls, so a slow one
 * delays no other and needs no queue.
 *
 * It is *idle* (no listener, no polling), *polling* (at least one listener), or *closed*.
 *
 * Must never skip an event: a listener that is too far behind gets `reset` instead.
 */
export class EventFeed implements Feed {
  readonly #app: Canonist
  readonly #everyMs: number
  readonly #writes: boolean
  readonly #now: () => number
  #recent: StoredEvent[] = []
  /** The last event read from the database; null before the first listener. */
  #last: number | null = null
  #listeners = 0
  #polling: Promise<void> | null = null
  #sampledAt = 0
  readonly #closed = new AbortController()
  /** Wakes each listener that waits. Not one promise for all: until the next event it would hold a bit of every listener that has gone. */
  readonly #waiting = new Set<() => void>()
  /** How often listeners were woken. */
  #wakes = 0
  #poke: PromiseWithResolvers<void> = Promise.withResolvers()

  constructor(app: Canonist, { everyMs = EVERY_MS, writes = true, now = Date.now }: FeedOptions = {}) {
    this.#app = app
    this.#everyMs = everyMs
    this.#writes = writes
    this.#now = now
  }

  poke(): void {
    this.#poke.resolve()
  }

  async *listen({ lastEventId, signal }: ListenOptions = {}): AsyncGenerator<FeedEvent> {
    const { first, last } = await readEventRange(this.#app.context.database)
    const wanted = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : last
    // A number beyond the last one comes from another database.
    const isLost = wanted > last || wanted < first - 1
    let at = isLost ? last : wanted
    const { signal: ended, release } = joinSignals([this.#closed.signal, ...(signal === undefined ? [] : [signal])])
    this.#listeners += 1
    this.#startPolling(last)
    try {
      if (isLost) yield { id: last, type: 'reset', data: {} }
      while (!ended.aborted) {
        const wakes = this.#wakes
        const events = await this.#readEventsAfter(at)
        for (const event of events) {
          if (ended.aborted) return
          yield event
          at = event.id
        }
        if (events.length === 0 && wakes === this.#wakes) await this.#waitForEvents(ended)
      }
    } finally {
      this.#listeners -= 1
      release()
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#poke.resolve()
    await this.#polling
  }

  async #readEventsAfter(id: number): Promise<readonly StoredEvent[]> {
    if (this.#last !== null && id >= this.#last) return []
    const [oldest] = this.#recent
    if (oldest !== undefined && oldest.id <= id + 1) return this.#recent.filter((event) => event.id > id)
    return readEventsAfter(this.#app.context.database, id, EVENTS_AT_ONCE)
  }

  #startPolling(last: number): void {
    this.#last ??= last
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null
      // A listener may have arrived while the loop was ending.
      if (this.#listeners > 0 && !this.#closed.signal.aborted) return this.#startPolling(this.#last ?? last)
      this.#last = null
      this.#recent = []
    })
  }

  async #poll(): Promise<void> {
    while (this.#listeners > 0 && !this.#closed.signal.aborted) {
      this.#poke = Promise.withResolvers()
      // If the database is unavailable, listeners wait and get every event once it is back.
      await this.#readNew().catch(() => undefined)
      await Promise.race([this.#poke.promise, sleep(this.#everyMs, undefined, { ref: false })])
    }
  }

  async #readNew(): Promise<void> {
    const now = this.#now()
    if (this.#writes && now - this.#sampledAt >= SAMPLE_EVERY_MS) {
      this.#sampledAt = now
      const counts = await countAll(this.#app)
      await this.#app.context.database.transaction((transaction) => addChanges(transaction, counts, now))
    }
    for (;;) {
      const events = await readEventsAfter(this.#app.context.database, this.#last ?? 0, EVENTS_AT_ONCE)
      if (events.length === 0) return
      this.#recent = [...this.#recent, ...events].slice(-RECENT_EVENTS)
      this.#last = events.at(-1)?.id ?? this.#last
      this.#wakes += 1
      for (const wake of this.#waiting) wake()
    }
  }

  /** Also ends when the signal is aborted. */
  #waitForEvents(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => {
      this.#waiting.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    if (signal.aborted) return Promise.resolve()
    this.#waiting.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    return promise
  }
}
