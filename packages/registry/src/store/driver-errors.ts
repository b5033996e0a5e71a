import { StoreError, type StoreErrorCode } from './errors.ts'
import { describeAccessProblem, isJournal, toJournalPath } from './file-access.ts'

/** https://www.sqlite.org/rescode.html, by the low byte of the result: the primary codes. */
const SQLITE_CODES: Readonly<Record<number, StoreErrorCode>> = {
  5: 'store/locked',
  6: 'store/locked',
  8: 'store/read-only',
  10: 'store/disk-error',
  11: 'store/corrupt',
  13: 'store/disk-full',
  14: 'store/cannot-open',
  23: 'store/denied',
  26: 'store/not-a-database',
}

/** Extended codes whose meaning differs from their primary code. */
const SQLITE_EXTENDED_CODES: Readonly<Record<number, StoreErrorCode>> = {
  // SQLITE_READONLY_ROLLBACK: every file is first opened read-only, so that a journal is never applied to a file that is not ours.
  776: 'store/leftover-journal',
  // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE
  1555: 'store/duplicate',
  2067: 'store/duplicate',
  // SQLITE_IOERR_SHMSIZE: the disk has no space for the index of the log.
  4874: 'store/disk-full',
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: whole codes, or classes (the first two characters). */
const POSTGRES_CODES: Readonly<Record<string, StoreErrorCode>> = {
  '08': 'store/connection-lost',
  '23505': 'store/duplicate',
  '25006': 'store/read-only',
  // A pooler has mixed up prepared statements: the transaction runs again without them.
  '26000': 'store/conflict',
  '25P03': 'store/connection-lost',
  '25P04': 'store/connection-lost',
  '28': 'store/denied',
  '3D000': 'store/no-such-database',
  '40001': 'store/conflict',
  '40P01': 'store/conflict',
  '3F000': 'store/no-schema',
  '42501': 'store/denied',
  '42P05': 'store/conflict',
  '53': 'store/busy',
  '53100': 'store/disk-full',
  '55P03': 'store/locked',
  '57014': 'store/timeout',
  '57P01': 'store/connection-lost',
  '57P02': 'store/connection-lost',
  '57P03': 'store/unreachable',
  '57P05': 'store/connection-lost',
  '58030': 'store/disk-error',
  XX001: 'store/corrupt',
  XX002: 'store/corrupt',
}

/** Codes for which the permissions of the file, its folder or the files beside it may be the cause. */
const RIGHTS: ReadonlySet<StoreErrorCode> = new Set(['store/read-only', 'store/cannot-open', 'store/disk-error'])

/** Maps an error of node:sqlite to a `StoreError`; returns any other error unchanged. */
export function mapSqliteError(error: unknown, database: string, path = database): unknown {
  if (error instanceof StoreError) return error
  const { code, errcode, message } = readFields(error)
  if (code === 'ERR_INVALID_STATE') return new StoreError('store/closed', database, { cause: error })
  if (errcode === undefined) return error
  const ours = SQLITE_EXTENDED_CODES[errcode] ?? SQLITE_CODES[errcode & 0xff]
  if (ours === 'store/leftover-journal') return createJournalError(database, path, error)
  const detail = ours !== undefined && RIGHTS.has(ours) ? describeAccessProblem(path) : undefined
  if (ours !== undefined) return new StoreError(ours, database, { detail, cause: error })
  return new StoreError('store/failed', database, { detail: `${message}, SQLite ${errcode}`, cause: error })
}

/** SQLite takes any file of this name for a journal that must be applied. */
function createJournalError(database: string, path: string, cause: unknown): StoreError {
  const journal = toJournalPath(path)
  const words = isJournal(journal)
    ? {}
    : { says: 'A file that is no journal lies where SQLite keeps its rollback journal.', fix: 'Move it away.' }
  return new StoreError('store/leftover-journal', database, { ...words, detail: journal, cause })
}

/** Maps an error of pg while connecting: without a code from the server, the server was not reached. */
export function mapConnectError(error: unknown, database: PostgresName): unknown {
  const { code, message } = readFields(error)
  const ours = postgresCode(code) ?? (isPasswordMissing(message) ? 'store/denied' : 'store/unreachable')
  const isLost = ours === 'store/connection-lost'
  return serverFailure(isLost ? 'store/unreachable' : ours, database, error)
}

/** The driver has no code for this error, only the text. */
function isPasswordMissing(message: string): boolean {
  return message.startsWith('SASL')
}

/** Maps an error of pg while a statement ran. The driver has no code for a broken connection, so the caller passes it. */
export function mapPostgresError(error: unknown, database: PostgresName, isBroken: boolean): unknown {
  if (error instanceof StoreError) return error
  const { code, message } = readFields(error)
  const ours = isBroken ? 'store/connection-lost' : postgresCode(code)
  if (ours !== undefined) return serverFailure(ours, database, error)
  if (code === undefined || !isSqlState(code)) return error
  return new StoreError('store/failed', database.name, { detail: `${message}, PostgreSQL ${code}`, cause: error })
}

/** The database and its user, for messages. */
export interface PostgresName {
  readonly name: string
  readonly user: string
}

/** Adds the server's own message, and a fix for servers where the fix in the table is about files. */
function serverFailure(code: StoreErrorCode, { name, user }: PostgresName, cause: unknown): StoreError {
  const { message } = readFields(cause)
  if (code === 'store/denied')
    return new StoreError(code, name, {
      says: `PostgreSQL refused: ${message}.`,
      fix: describeGrant(user, cause),
      cause,
    })
  if (code === 'store/read-only') return new StoreError(code, name, { detail: message, fix: USE_PRIMARY, cause })
  return new StoreError(code, name, { detail: message === '' ? undefined : message, cause })
}

const USE_PRIMARY =
  'The server is a replica, or default_transaction_read_only is on: use the primary server, or turn that setting off.'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: 42501 insufficient_privilege. */
function describeGrant(user: string, cause: unknown): string {
  if (readFields(cause).code !== '42501') return 'Check the user and the password.'
  return `Grant user ${JSON.stringify(user)} CREATE and USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on its tables, or point search_path at another schema.`
}

/** Whether a prepared statement is missing on the connection, or already exists there. */
export function isStatementNameError(error: unknown): boolean {
  const { code } = readFields(error)
  return code === '26000' || code === '42P05'
}

function postgresCode(code: string | undefined): StoreErrorCode | undefined {
  if (code === undefined || !isSqlState(code)) return undefined
  return POSTGRES_CODES[code] ?? POSTGRES_CODES[code.slice(0, 2)]
}

/** Node's own codes (ECONNRESET, ERR_…) are longer, except EPIPE. */
function isSqlState(code: string): boolean {
  return code !== 'EPIPE' && /^[0-9A-Z]{5}$/.test(code)
}

/** Whether the error is a `StoreError` with this code. */
export function isStoreError(error: unknown, code: StoreErrorCode): boolean {
  return error instanceof StoreError && error.code === code
}

interface DriverFields {
  readonly code: string | undefined
  readonly errcode: number | undefined
  readonly message: string
}

function readFields(error: unknown): DriverFields {
  const { code, errcode, message } = Object(error) as { code?: unknown; errcode?: unknown; message?: unknown }
  return {
    code: typeof code === 'string' ? code : undefined,
    errcode: typeof errcode === 'number' ? errcode : undefined,
    message: typeof message === 'string' ? message : '',
  }
}
