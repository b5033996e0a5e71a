import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import type { LoginSession, SessionFilter, SessionStore } from './session-store.ts'

/** How long another process may use a session that was ended here. */
const FRESH_MS = 2000

const MAX_REMEMBERED = 10_000

interface Entry {
  readonly session: LoginSession | null
  readonly readAt: number
}

/**
 * Remembers sessions for a moment, so that a request with a cookie rarely costs a query.
 *
 * What it knows of a session is *fresh* for two seconds, then *stale*: it is read again when it is next needed. What ends here is known at
 * once.
 *
 * Must never take a session that ended in this process for an open one, also if it was being read meanwhile.
 */
export class SessionCache implements SessionStore {
  readonly #store: SessionStore
  readonly #now: () => number
  /** The oldest first. */
  readonly #entries = new Map<number, Entry>()
  readonly #reading = new Map<number, Promise<LoginSession | null>>()

  constructor(store: SessionStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  async add(session: Omit<LoginSession, 'id'>): Promise<number> {
    const id = await this.#store.add(session)
    this.#remember(id, { ...session, id })
    return id
  }

  async find(id: number): Promise<LoginSession | null> {
    const entry = this.#entries.get(id)
    return this.#isFresh(entry) ? entry.session : this.#read(id)
  }

  /** Whether a session that was found earlier is still open, as far as is known now. If that is stale, the next call knows more. */
  isOpen(id: number): boolean {
    const entry = this.#entries.get(id)
    // While the database is away, nothing is known to have ended.
    if (!this.#isFresh(entry)) void this.#read(id).catch(() => undefined)
    return entry?.session !== null
  }

  list(filter: SessionFilter, options: PartOptions): Promise<ListPart<LoginSession>> {
    return this.#store.list(filter, options)
  }

  async end(id: number): Promise<boolean> {
    const isEnded = await this.#store.end(id)
    this.#remember(id, null)
    return isEnded
  }

  async endAll(token: string): Promise<readonly number[]> {
    const ids = await this.#store.endAll(token)
    for (const id of ids) this.#remember(id, null)
    return ids
  }

  #isFresh(entry: Entry | undefined): entry is Entry {
    return entry !== undefined && this.#now() - entry.readAt < FRESH_MS
  }

  #read(id: number): Promise<LoginSession | null> {
    const reading = this.#reading.get(id) ?? this.#readOnce(id).finally(() => this.#reading.delete(id))
    this.#reading.set(id, reading)
    return reading
  }

  async #readOnce(id: number): Promise<LoginSession | null> {
    const before = this.#entries.get(id)
    const session = await this.#store.find(id)
    const since = this.#entries.get(id)
    if (since !== undefined && since !== before) return since.session
    this.#remember(id, session)
    return session
  }

  #remember(id: number, session: LoginSession | null): void {
    this.#entries.delete(id)
    this.#entries.set(id, { session, readAt: this.#now() })
    if (this.#entries.size > MAX_REMEMBERED) this.#entries.delete(this.#entries.keys().next().value ?? 0)
  }
}
