import { resolve } from 'node:path'
import type { Database } from '../../store/database.ts'
import { openDatabase } from '../../store/open-database.ts'
import { SqliteConnection } from '../../store/sqlite-connection.ts'
import { copyAttachedTables, copyTables, type CopyCounts, type OnCopied } from '../sql/copy-tables.ts'

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
