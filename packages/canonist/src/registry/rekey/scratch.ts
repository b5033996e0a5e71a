import { SqliteConnection } from '../../store/sqlite-connection.ts'

/** Kept in memory; what is more goes to a file of the system's temporary folder. */
const CACHE_KIB = 65_536

/** A database of one's own that is gone when it is closed: for sorting and counting what does not fit into memory. */
export function openScratch(): SqliteConnection {
  // SQLite makes a nameless temporary file for the empty path.
  const scratch = new SqliteConnection('', 'temporary file', false)
  scratch.script(
    `pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; pragma cache_size = -${CACHE_KIB}`,
  )
  return scratch
}
