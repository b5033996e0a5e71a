import { join } from 'node:path'
import { StoreError } from '../../store/errors.ts'
import { SqliteConnection } from '../../store/sqlite-connection.ts'
import { RegistryError } from '../errors.ts'

const LOCK = 'publish.lock'

/** Allows one publish at a time per folder. Uses a lock of SQLite, which the system releases when a process is killed. */
export function lockFolder(folder: string): () => void {
  const lock = new SqliteConnection(join(folder, LOCK), join(folder, LOCK), false)
  try {
    lock.script('pragma journal_mode = memory; pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    throw error instanceof StoreError && error.code === 'store/locked' ? createLockedError(folder) : error
  }
  return () => lock.close()
}

function createLockedError(folder: string): RegistryError {
  return new RegistryError('registry/publish-under-way', { says: `Another process is publishing to ${folder}.` })
}
