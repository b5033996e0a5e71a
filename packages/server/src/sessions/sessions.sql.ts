import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import type { ListKey } from '@canonist/registry/internal/store/list-part'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import { MAX_SESSIONS, type LoginSession, type SessionFilter } from './session-store.ts'

/** Everything that is read from and written to `service_sessions`. */

const COLUMNS = 'id, token, proof, created_at, expires_at'

interface SessionRow {
  readonly id: number
  readonly token: string
  readonly proof: Uint8Array
  readonly created_at: number
  readonly expires_at: number
}

const toSession = ({ id, token, proof, created_at: createdAt, expires_at: expiresAt }: SessionRow): LoginSession => ({
  id,
  token,
  proof,
  createdAt,
  expiresAt,
})

export async function insertSession(
  transaction: Transaction,
  { id, token, proof, createdAt, expiresAt }: LoginSession,
): Promise<void> {
  await transaction.run(`insert into service_sessions (${COLUMNS}) values ($1, $2, $3, $4, $5)`, [
    id,
    token,
    proof,
    createdAt,
    expiresAt,
  ])
}

/** Those that have expired, and the oldest ones of a token that has too many. */
export async function forgetOldSessions(transaction: Transaction, token: string, now: number): Promise<void> {
  await transaction.run('delete from service_sessions where expires_at <= $1', [now])
  await transaction.run(
    `delete from service_sessions where token = $1 and id not in (
       select id from service_sessions where token = $1 order by created_at desc, id desc limit ${MAX_SESSIONS})`,
    [token],
  )
}

export async function readSessionRow(session: Session, id: number): Promise<LoginSession | null> {
  const [row] = await session.all<SessionRow>(`select ${COLUMNS} from service_sessions where id = $1`, [id])
  return row === undefined ? null : toSession(row)
}

/** The newest first. A whole scan: each token has few. */
export async function readSessionsBefore(
  session: Session,
  { token }: SessionFilter,
  { key: [createdAt = 0, id = 0], limit, now }: { readonly key: ListKey; readonly limit: number; readonly now: number },
): Promise<LoginSession[]> {
  const values = new SqlValues([createdAt, id, now, limit])
  const ofToken = token === undefined ? '' : ` and token = ${values.put(token)}`
  const rows = await session.all<SessionRow>(
    `select ${COLUMNS} from service_sessions where (created_at, id) < ($1, $2) and expires_at > $3${ofToken}
     order by created_at desc, id desc limit $4`,
    values.list,
  )
  return rows.map(toSession)
}

export async function deleteSession(transaction: Transaction, id: number): Promise<boolean> {
  return (await transaction.run('delete from service_sessions where id = $1', [id])) > 0
}

export async function deleteSessions(transaction: Transaction, token: string): Promise<number[]> {
  const rows = await transaction.all<{ readonly id: number }>(
    'delete from service_sessions where token = $1 returning id',
    [token],
  )
  return rows.map(({ id }) => id)
}
