import type { Database, Listener } from '../store/database.ts'
import { StoreError } from '../store/errors.ts'
import {
  lockSleepers,
  READY_CHANNEL,
  readReadyPayload,
  sendReadyNotification,
  unlockSleepers,
} from './sql/watch-ready-hosts.ts'

/** Tells a worker with nothing to do when to look at the queue again. */
export interface ReadyWatch {
  /** Whether every host that becomes ready earlier than planned ends the sleep. Look at the queue once more before you rely on it. */
  readonly isArmed: boolean
  /** Tries to arm it; without effect where the database cannot notify. Call it again if it is not armed afterwards. */
  arm(): Promise<void>
  /** Saves the other processes from sending notifications. Call this when there is work to do. */
  disarm(): Promise<void>
  close(): Promise<void>
}

/** A failed connection is not tried again for this long. */
const RETRY_MS = 30_000
/** A pooler in transaction mode accepts `listen`, but passes no notification on. */
const PROOF_MS = 2000

/** @param wake ends the sleep; also called when the connection is lost while the watch is armed */
export function createReadyWatch(database: Database, now: () => number, wake: () => void): ReadyWatch {
  return database.listen === undefined ? NEVER_ARMED : new NotifiedWatch(database, now, wake)
}

/** SQLite: the worker polls. */
const NEVER_ARMED: ReadyWatch = {
  isArmed: false,
  arm: async () => undefined,
  disarm: async () => undefined,
  close: async () => undefined,
}

/**
 * Waits for notifications of PostgreSQL about ready hosts.
 *
 * It is *off*, *proven* (a notification that it sent through the pool has come back), or *armed* (other processes know that one
 * sleeps). A lost connection turns it off; after 30 seconds it connects again.
 *
 * Must never be armed without a connection that receives notifications: its worker would sleep through new work.
 */
class NotifiedWatch implements ReadyWatch {
  readonly #database: Database
  readonly #now: () => number
  readonly #wake: () => void
  #listener: Listener | null = null
  #payload = ''
  #isArmed = false
  #notBefore = Number.NEGATIVE_INFINITY
  #onProof: (() => void) | null = null

  constructor(database: Database, now: () => number, wake: () => void) {
    this.#database = database
    this.#now = now
    this.#wake = wake
  }

  get isArmed(): boolean {
    return this.#isArmed
  }

  async arm(): Promise<void> {
    if (this.#isArmed || this.#now() < this.#notBefore) return
    await this.#survive(async () => {
      const listener = this.#listener ?? (await this.#connect())
      this.#isArmed = listener !== null && (await lockSleepers(listener)) && listener.isOpen
    })
  }

  async disarm(): Promise<void> {
    if (!this.#isArmed || this.#listener === null) return
    this.#isArmed = false
    const listener = this.#listener
    await this.#survive(() => unlockSleepers(listener))
  }

  async close(): Promise<void> {
    this.#isArmed = false
    await this.#listener?.close()
  }

  /** A listener that has received a notification; null if none arrives. */
  async #connect(): Promise<Listener | null> {
    const listener = await this.#database.listen?.({
      channel: READY_CHANNEL,
      onNotification: (payload) => this.#receive(payload),
      onLost: () => this.#turnOff(),
    })
    if (listener === undefined) return null
    this.#listener = listener
    this.#payload = await readReadyPayload(listener)
    if (await this.#prove()) return listener
    await listener.close()
    this.#turnOff()
    return null
  }

  async #prove(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onProof = () => resolve(true)
    const timer = setTimeout(() => resolve(false), PROOF_MS)
    await sendReadyNotification(this.#database, this.#payload)
    const isProven = await promise
    clearTimeout(timer)
    this.#onProof = null
    return isProven
  }

  #receive(payload: string): void {
    if (payload !== this.#payload) return
    this.#onProof?.()
    if (this.#isArmed) this.#wake()
  }

  #turnOff(): void {
    this.#listener = null
    this.#notBefore = this.#now() + RETRY_MS
    if (!this.#isArmed) return
    this.#isArmed = false
    this.#wake()
  }

  /** The watch saves work and is never needed, so a database that is away only turns it off. */
  async #survive(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      await this.#listener?.close()
      this.#turnOff()
    }
  }
}
