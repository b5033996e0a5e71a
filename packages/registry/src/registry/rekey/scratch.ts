import { SqliteConnection } from '../../store/sqlite-connection.ts'

/** Memory for the scratch database; beyond it, SQLite uses a temporary file. */
const CACHE_KIB = 65_536

/** Opens a database that disappears when it is closed, to sort and count more than fits into memory. */
export function openScratch(): SqliteConnection {
  // For the empty path, SQLite creates an unnamed temporary file.
  const scratch = new SqliteConnection('', 'temporary file', false)
  scratch.script(
    `pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; pragma cache_size = -${CACHE_KIB}`,
  )
  return scratch
}
