import { setTimeout as sleep } from 'node:timers/promises'
import { joinSignals } from './join-signals.ts'
import type { Feed, ListenOptions, ResetEvent } from './event-feed.ts'
import type { Snapshots } from '../publish/open-snapshots.ts'

const EVERY_MS = 500

/** Tells listeners of a new snapshot, by a `reset`: they must reload everything they show. The number of the snapshot is the id. */
export class SnapshotFeed implements Feed {
  readonly #snapshots: Snapshots
  readonly #closed = new AbortController()
  /** Shared by all listeners, so that a thousand of them look at the pointer once. */
  #next: Promise<number> | null = null

  constructor(snapshots: Snapshots) {
    this.#snapshots = snapshots
  }

  async *listen({ lastEventId, signal }: ListenOptions = {}): AsyncGenerator<ResetEvent> {
    let current = await this.#readNumber()
    let told = lastEventId === undefined ? current : Number(lastEventId)
    const { signal: ended, release } = joinSignals([this.#closed.signal, ...(signal === undefined ? [] : [signal])])
    try {
      while (!ended.aborted) {
        if (current !== told) yield { id: current, type: 'reset', data: {} }
        told = current
        current = await this.#waitForNext(ended, current)
      }
    } finally {
      release()
    }
  }

  poke(): void {
    // A snapshot is never written to, so there is no event to send.
  }

  async close(): Promise<void> {
    this.#closed.abort()
  }

  /** Resolves with the number of the snapshot a little later, or at once if the listener has left. */
  #waitForNext(ended: AbortSignal, current: number): Promise<number> {
    this.#next ??= sleep(EVERY_MS, undefined, { ref: false })
      .then(() => this.#readNumber())
      .finally(() => void (this.#next = null))
    const { promise, resolve } = Promise.withResolvers<number>()
    const stop = (): void => resolve(current)
    ended.addEventListener('abort', stop, { once: true })
    return Promise.race([this.#next, promise]).finally(() => ended.removeEventListener('abort', stop))
  }

  async #readNumber(): Promise<number> {
    await this.#snapshots.use(async () => undefined)
    return Number(/\d+/.exec(this.#snapshots.file)?.[0] ?? 0)
  }
}
