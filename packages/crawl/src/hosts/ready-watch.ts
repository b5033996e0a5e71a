import type { Database, Listener, Session } from '@canonist/registry/internal/store/database'
import { StoreError } from '@canonist/registry/internal/store/errors'
import {
  type ListenerId,
  lockSleepers,
  parseReadyNotice,
  READY_CHANNEL,
  readListenerId,
  returnTakenPermit,
  sendLooked,
  sendProof,
  sendWake,
  takeFreePermit,
  unlockSleepers,
} from './sql/ready-watch.sql.ts'

/** What a worker that sleeps has to know about the queue. */
export interface DueWork {
  /** How many hosts are ready, counted up to 1,000; a URL that must be visited alone counts as one. */
  readonly ready: number
  /** Whether a process holds a host. Its release sends no notification. */
  readonly isHeld: boolean
  /** How long until something becomes ready by itself; null if nothing does. */
  readonly nextInMs: number | null
}

/** Called only while the watch is armed. */
export interface ReadyEvents {
  /**
   * Work has come, or the connection was lost.
   *
   * @param workers how many workers another one has found work for; null if only the database knows
   */
  readonly onReady: (workers: number | null) => void
  /** Another worker has looked at the queue because it had slept for long. */
  readonly onLooked: () => void
}

/**
 * Lets a worker with nothing to do sleep until the database wakes it. All methods work on the connection that listens: the pool of a
 * worker that sleeps has closed its own, and opening one costs more than everything here. A lost connection disarms the watch.
 */
export interface ReadyWatch {
  /** Whether every host that becomes ready earlier than planned ends the sleep. Look at the queue once more before you rely on it. */
  readonly isArmed: boolean
  /** Tries to arm it; without effect where the database cannot notify. Call it again if it is not armed afterwards. */
  arm(): Promise<void>
  /** Saves the other processes from sending notifications. Call this when there is work to do. */
  disarm(): Promise<void>
  /** Takes one of `permits` permits to look at the queue; false if other workers have all of them. */
  takePermit(permits: number): Promise<boolean>
  /** Returns the permit, if there is one. */
  returnPermit(): Promise<void>
  /** Null if the connection was lost. */
  readDue(): Promise<DueWork | null>
  /** Wakes others, of which `workers` get a permit. */
  wakeOthers(workers: number): Promise<void>
  announceLook(): Promise<void>
  close(): Promise<void>
}

/** A failed connection is not tried again for this long. */
const RETRY_MS = 30_000
/** A pooler in transaction mode accepts `listen`, but passes no notification on. */
const PROOF_MS = 2000
/** A connection whose other end is gone without a word would take minutes to fail. */
const ANSWER_MS = 5000

export interface ReadyWatchOptions {
  readonly database: Database
  readonly now: () => number
  readonly events: ReadyEvents
  readonly readDue: (session: Pick<Session, 'all'>) => Promise<DueWork>
}

export function createReadyWatch(options: ReadyWatchOptions): ReadyWatch {
  return options.database.listen === undefined ? NEVER_ARMED : new NotifiedWatch(options)
}

/** SQLite: the worker polls. */
export const NEVER_ARMED: ReadyWatch = {
  isArmed: false,
  arm: async () => undefined,
  disarm: async () => undefined,
  takePermit: async () => false,
  returnPermit: async () => undefined,
  readDue: async () => null,
  wakeOthers: async () => undefined,
  announceLook: async () => undefined,
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
  readonly #options: ReadyWatchOptions
  #listener: Listener | null = null
  #id: ListenerId = { table: '', backend: '' }
  #isArmed = false
  #permit: number | null = null
  #notBefore = Number.NEGATIVE_INFINITY
  #onProof: (() => void) | null = null

  constructor(options: ReadyWatchOptions) {
    this.#options = options
  }

  get isArmed(): boolean {
    return this.#isArmed
  }

  async arm(): Promise<void> {
    if (this.#isArmed || this.#options.now() < this.#notBefore) return
    await this.#survive(async () => {
      const listener = this.#listener ?? (await this.#connect())
      this.#isArmed = listener !== null && (await answered(lockSleepers(listener))) && listener.isOpen
    })
  }

  async disarm(): Promise<void> {
    if (!this.#isArmed) return
    this.#isArmed = false
    await this.#ask(unlockSleepers)
  }

  async takePermit(permits: number): Promise<boolean> {
    this.#permit ??= (await this.#ask((listener) => takeFreePermit(listener, permits))) ?? null
    return this.#permit !== null
  }

  async returnPermit(): Promise<void> {
    const permit = this.#permit
    if (permit === null) return
    this.#permit = null
    await this.#ask((listener) => returnTakenPermit(listener, permit))
  }

  async readDue(): Promise<DueWork | null> {
    return (await this.#ask((listener) => this.#options.readDue(listener))) ?? null
  }

  async wakeOthers(workers: number): Promise<void> {
    await this.#ask((listener) => sendWake(listener, this.#id, workers))
  }

  async announceLook(): Promise<void> {
    await this.#ask((listener) => sendLooked(listener, this.#id))
  }

  async close(): Promise<void> {
    this.#isArmed = false
    await this.#listener?.close()
  }

  /** A listener that has received a notification; null if none arrives. */
  async #connect(): Promise<Listener | null> {
    const listener = await this.#options.database.listen?.({
      channel: READY_CHANNEL,
      onNotification: (payload) => this.#receive(payload),
      onLost: () => this.#turnOff(),
    })
    if (listener === undefined) return null
    this.#listener = listener
    this.#id = await readListenerId(listener)
    if (await this.#prove()) return listener
    await listener.close()
    this.#turnOff()
    return null
  }

  async #prove(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onProof = () => resolve(true)
    const timer = setTimeout(() => resolve(false), PROOF_MS)
    await sendProof(this.#options.database, this.#id)
    const isProven = await promise
    clearTimeout(timer)
    this.#onProof = null
    return isProven
  }

  #receive(payload: string): void {
    const notice = parseReadyNotice(payload, this.#id)
    if (notice === null) return
    this.#onProof?.()
    if (!this.#isArmed) return
    const { onReady, onLooked } = this.#options.events
    if (notice.kind === 'ready') onReady(null)
    if (notice.kind === 'wake') onReady(notice.workers)
    if (notice.kind === 'looked') onLooked()
  }

  #turnOff(): void {
    this.#listener = null
    this.#permit = null
    this.#notBefore = this.#options.now() + RETRY_MS
    if (!this.#isArmed) return
    this.#isArmed = false
    this.#options.events.onReady(null)
  }

  /** Runs a statement on the connection that listens; undefined if there is none, or it fails. */
  async #ask<T>(statement: (listener: Listener) => Promise<T>): Promise<T | undefined> {
    const listener = this.#listener
    if (listener === null) return undefined
    return this.#survive(() => answered(statement(listener)))
  }

  /** The watch saves work and is never needed, so a database that is away only turns it off. */
  async #survive<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError) && error !== UNANSWERED) throw error
      await this.#listener?.close()
      this.#turnOff()
      return undefined
    }
  }
}

/** Never reported: it turns the watch off. */
const UNANSWERED = new Error('the connection that listens does not respond')

async function answered<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(UNANSWERED), ANSWER_MS)
  // The connection is closed after the deadline, which rejects the statement.
  answer.catch(() => undefined)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}
