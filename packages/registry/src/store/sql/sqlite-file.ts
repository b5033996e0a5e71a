import type { Session } from '../database.ts'
import type { ScriptTransaction } from '../script-transaction.ts'

/**
 * The numbers in the header of an SQLite file by which programs recognize their files.
 * https://www.sqlite.org/fileformat.html#application_id
 */
export interface FileMarks {
  readonly application_id: number
  readonly user_version: number
}

/** "Cano" in ASCII. A file of ours that was restored from an SQL dump has 0. */
export const APPLICATION_ID = 0x43_61_6e_6f

/** Marks an SQLite file as ours. PostgreSQL has no such mark. */
export async function markFile(transaction: ScriptTransaction): Promise<void> {
  if (transaction.dialect === 'sqlite') await transaction.script(`pragma application_id = ${APPLICATION_ID}`)
}

export async function readFileMarks(session: Session): Promise<FileMarks> {
  const [marks] = await session.all<FileMarks>(
    'select application_id, user_version from pragma_application_id, pragma_user_version',
  )
  return marks ?? { application_id: 0, user_version: 0 }
}

/** One entry of an SQLite schema. */
export interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}

/** Reads the schema of an SQLite file, without the indexes that SQLite creates automatically, which have no SQL. */
export const READ_SCHEMA = 'select type, name, sql from sqlite_schema where sql is not null'
