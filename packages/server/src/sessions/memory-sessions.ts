import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import { MAX_SESSIONS, type LoginSession, type SessionFilter, type SessionStore } from './session-store.ts'

/** Sessions of one process, for a server that must not write to its database. They end with the process. */
export class MemorySessions implements SessionStore {
  /** The newest last. */
  readonly #sessions = new Map<number, LoginSession>()
  #last = 0
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  add(session: Omit<LoginSession, 'id'>): Promise<number> {
    for (const { id, expiresAt } of this.#sessions.values()) if (expiresAt <= this.#now()) this.#sessions.delete(id)
    const others = this.#select(session.token)
    for (const { id } of others.slice(0, Math.max(0, others.length + 1 - MAX_SESSIONS))) this.#sessions.delete(id)
    const id = (this.#last += 1)
    this.#sessions.set(id, { ...session, id })
    return Promise.resolve(id)
  }

  find(id: number): Promise<LoginSession | null> {
    return Promise.resolve(this.#sessions.get(id) ?? null)
  }

  list({ token }: SessionFilter, options: PartOptions): Promise<ListPart<LoginSession>> {
    const limit = readLimit(options)
    const [before = Number.POSITIVE_INFINITY] = readCursor(options, ['integer']) ?? []
    const found = this.#select(token).filter(({ id, expiresAt }) => id < Number(before) && expiresAt > this.#now())
    return Promise.resolve(toPart(found.toReversed().slice(0, limit + 1), limit, ({ id }) => [id]))
  }

  end(id: number): Promise<boolean> {
    return Promise.resolve(this.#sessions.delete(id))
  }

  endAll(token: string): Promise<readonly number[]> {
    const ids = this.#select(token).map(({ id }) => id)
    for (const id of ids) this.#sessions.delete(id)
    return Promise.resolve(ids)
  }

  #select(token: string | undefined): LoginSession[] {
    return [...this.#sessions.values()].filter((each) => token === undefined || each.token === token)
  }
}
