import { join, resolve } from 'node:path'
import { setImmediate as takeTurn } from 'node:timers/promises'
import { createTemporaryName } from '@canonist/lists/internal/io/leftovers'
import { unregisterTemporary, registerTemporary } from '@canonist/lists/internal/io/temporary-files'
import type { Database } from '../../store/database.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { type CopyCounts, copyAttachedTables, copyTables, type OnCopied } from '../sql/snapshot.sql.ts'
import { DISK, type Files } from './files.ts'
import { isUnfinished, readPointer, formatSnapshotName, parseSnapshotNumber, swapPointer } from './pointer.ts'
import { openDatabase } from '../../store/open-database.ts'
import { SqliteConnection } from '../../store/sqlite-connection.ts'
import { StoreError } from '../../store/errors.ts'
import { RegistryError } from '../errors.ts'

const LOCK = 'publish.lock'

/** Allows one publish at a time per folder. Uses a lock of SQLite, which the system releases when a process is killed. */
function lockFolder(folder: string): () => void {
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

export interface PublishOptions {
  /** How many snapshots to keep, including the new one (default 3). */
  readonly keep?: number | undefined
  readonly files?: Files | undefined
  /** Called before each step, and while tables of PostgreSQL are copied. */
  readonly onProgress?: ((step: PublishStep) => void) | undefined
}

/** What a publication is doing. SQLite copies whole tables, without counting rows. */
export type PublishStep =
  | { readonly step: 'copy'; readonly table: string; readonly rows: number | null }
  | { readonly step: 'check' }
  | { readonly step: 'save' }

export interface PublishReport {
  /** The new snapshot. */
  readonly file: string
  readonly pages: number
  readonly aliases: number
  /** Older snapshots that were removed. */
  readonly removed: readonly string[]
}

const KEPT = 3

/**
 * Copies the registry to a folder as a read-only snapshot, checks the copy, and points the folder's pointer to it. Readers never see an
 * unfinished snapshot. If it is interrupted, the previous snapshot stays current, and the next call cleans up.
 */
export async function publish(
  database: Database,
  folder: string,
  { keep = KEPT, files = DISK, onProgress }: PublishOptions = {},
): Promise<PublishReport> {
  await files.makeFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const before = await readPointer(folder, files)
    await removeLeftovers(folder, files)
    const name = formatSnapshotName((await findLastNumber(folder, before, files)) + 1)
    const counts = await writeSnapshot(database, folder, name, { files, onProgress })
    await swapPointer(folder, name, files)
    return { file: name, ...counts, removed: await removeOld(folder, name, keep, files) }
  } finally {
    unlock()
  }
}

/** Removes the temporary files of an interrupted call. Complete snapshots stay, even newer ones than the pointer's: a person may have set it back. */
async function removeLeftovers(folder: string, files: Files): Promise<void> {
  for (const name of await files.list(folder)) {
    if (isUnfinished(name)) await files.remove(join(folder, name))
  }
}

/** A name is never used twice, because readers identify the content by the name. */
async function findLastNumber(folder: string, active: string | null, files: Files): Promise<number> {
  const names = [...(await files.list(folder)), active ?? '']
  return Math.max(0, ...names.map((name) => parseSnapshotNumber(name) ?? 0))
}

/** Gives the snapshot its final name only when it is complete, checked and on disk. */
async function writeSnapshot(
  database: Database,
  folder: string,
  name: string,
  { files, onProgress }: Pick<PublishOptions, 'onProgress'> & { readonly files: Files },
): Promise<CopyCounts> {
  // SQLite copies and checks without a wait: signals and others get their turn between two steps.
  const begin = async (step: PublishStep): Promise<void> => {
    onProgress?.(step)
    await takeTurn()
  }
  const part = createTemporaryName(join(folder, name))
  registerTemporary(part)
  try {
    const counts = await copyRegistry(database, part, (table, rows) => begin({ step: 'copy', table, rows }))
    await begin({ step: 'check' })
    await checkSnapshot(part, counts)
    await begin({ step: 'save' })
    await files.sync(part)
    await files.makeReadOnly(part)
    await files.rename(part, join(folder, name))
    await files.sync(folder)
    return counts
  } catch (error) {
    await files.remove(part).catch(() => undefined)
    throw error
  } finally {
    unregisterTemporary(part)
  }
}

/** Only after the pointer is on disk: until then a power cut could bring the old pointer back. */
async function removeOld(folder: string, active: string, keep: number, files: Files): Promise<string[]> {
  const snapshots = (await files.list(folder)).filter((name) => parseSnapshotNumber(name) !== null)
  const newestFirst = snapshots.toSorted((a, b) => (parseSnapshotNumber(b) ?? 0) - (parseSnapshotNumber(a) ?? 0))
  const old = newestFirst.slice(Math.max(keep, 1)).filter((name) => name !== active)
  for (const name of old) await files.remove(join(folder, name))
  return old
}

/** Copies the registry to a new SQLite file, as it is at one moment. */
export async function copyRegistry(database: Database, path: string, onCopied: OnCopied): Promise<CopyCounts> {
  await (await openDatabase(`sqlite:${path}`)).close()
  const copy = new SqliteConnection(path, path, false)
  try {
    copy.script('pragma journal_mode = delete; pragma foreign_keys = off; pragma synchronous = off')
    if (database.dialect === 'sqlite') return await copyFile(database, copy, onCopied)
    return await database.transaction((transaction) => copyTables(transaction, copy, onCopied), { readsOnly: true })
  } finally {
    copy.close()
  }
}

async function copyFile({ name }: Database, copy: SqliteConnection, onCopied: OnCopied): Promise<CopyCounts> {
  const source = new SqliteConnection(resolve(name), name, true)
  try {
    copy.attach(source, 'source')
    return await copyAttachedTables(copy, onCopied)
  } finally {
    source.close()
  }
}
