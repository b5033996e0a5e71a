import { openDatabase } from '../../store/open-database.ts'
import { RegistryError } from '../errors.ts'
import { countRows, type CopyCounts } from '../sql/snapshot.sql.ts'

/** Reads the whole file and throws unless it is undamaged, has our schema, and contains the expected number of rows. */
export async function checkSnapshot(path: string, wanted: CopyCounts): Promise<void> {
  const snapshot = await openDatabase(`sqlite:${path}`, { readOnly: true })
  try {
    const [integrity] = await snapshot.all<{ readonly integrity_check: string }>('pragma integrity_check(1)')
    if (integrity?.integrity_check !== 'ok') throw createUnsoundError(path, integrity?.integrity_check ?? 'no answer')
    const orphans = await snapshot.all('pragma foreign_key_check')
    if (orphans.length > 0) throw createUnsoundError(path, 'a row refers to a missing one')
    const { pages, aliases } = await countRows(snapshot)
    if (pages !== wanted.pages || aliases !== wanted.aliases)
      throw createUnsoundError(path, 'it has not as many rows as the registry')
  } finally {
    await snapshot.close()
  }
}

function createUnsoundError(path: string, reason: string): RegistryError {
  return new RegistryError('registry/unsound-snapshot', {
    thing: path,
    says: `The new snapshot is damaged: ${reason}. The previous one stays active.`,
  })
}
