import type { Session } from '../database.ts'

/** Settings of a PostgreSQL connection that decide where and how text is stored. */
export interface ServerSettings {
  readonly encoding: string
  /** The schema that new tables go to; null if the search_path names none that exists. */
  readonly schema: string | null
  readonly search_path: string
}

export async function readServerSettings(session: Session): Promise<ServerSettings> {
  const [row] = await session.all<ServerSettings>(
    `select current_setting('server_encoding') as encoding, current_schema() as schema,
       current_setting('search_path') as search_path`,
  )
  return row ?? { encoding: '', schema: null, search_path: '' }
}
