import { randomInt } from 'node:crypto'
import type { Database } from '@canonist/registry/internal/store/database'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { LoginSession, SessionFilter, SessionStore } from './session-store.ts'
import {
  deleteSession,
  deleteSessions,
  forgetOldSessions,
  insertSession,
  readSessionRow,
  readSessionsBefore,
} from './sessions.sql.ts'

/** The largest range that Node offers. */
const MAX_ID = 2 ** 48 - 1

/** Sessions that all servers on one database share, and that outlive a restart. */
export class DatabaseSessions implements SessionStore {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  async add(session: Omit<LoginSession, 'id'>): Promise<number> {
    const id = randomInt(1, MAX_ID)
    await this.#database.transaction(async (transaction) => {
      await insertSession(transaction, { ...session, id })
      await forgetOldSessions(transaction, session.token, this.#now())
    })
    return id
  }

  find(id: number): Promise<LoginSession | null> {
    return readSessionRow(this.#database, id)
  }

  async list(filter: SessionFilter, options: PartOptions): Promise<ListPart<LoginSession>> {
    const limit = readLimit(options)
    const key = readCursor(options, ['integer', 'integer']) ?? [Number.MAX_SAFE_INTEGER, 0]
    const sessions = await readSessionsBefore(this.#database, filter, { key, limit: limit + 1, now: this.#now() })
    return toPart(sessions, limit, ({ createdAt, id }) => [createdAt, id])
  }

  end(id: number): Promise<boolean> {
    return this.#database.transaction((transaction) => deleteSession(transaction, id))
  }

  endAll(token: string): Promise<readonly number[]> {
    return this.#database.transaction((transaction) => deleteSessions(transaction, token))
  }
}
