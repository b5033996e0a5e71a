import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Dialect } from './database.ts'

export interface Migration {
  readonly version: number
  readonly sql: string
  /** SHA-256 of the text, in hex. */
  readonly checksum: string
}

// In src/, which is published too: the compiler does not copy SQL files. The path is right from both src/ and dist/.
const FOLDER = new URL('../../src/store/migrations/', import.meta.url)
const FILE_NAME = /^(\d{6})\.sql$/

const known = new Map<Dialect, readonly Migration[]>()

/** All migrations of this build, in order. Reads the files once. */
export function readMigrations(dialect: Dialect): readonly Migration[] {
  const migrations = known.get(dialect) ?? readFiles(dialect)
  known.set(dialect, migrations)
  return migrations
}

function readFiles(dialect: Dialect): Migration[] {
  const folder = new URL(`${dialect}/`, FOLDER)
  const versions = readdirSync(folder).flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
  return versions.toSorted().map((digits) => {
    // A checkout on Windows may have other line endings, which would change the checksum.
    const sql = readFileSync(new URL(`${digits}.sql`, folder), 'utf8').replaceAll('\r\n', '\n')
    return { version: Number(digits), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
