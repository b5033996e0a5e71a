import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Dialect } from './database.ts'

export interface Migration {
  readonly version: number
  readonly sql: string
  /** SHA-256 of the text, in hex. */
  readonly checksum: string
}

// By way of src, which is published too: the compiler copies no SQL, and from here src/ and dist/ lead to the same place.
const FOLDER = new URL('../../src/store/migrations/', import.meta.url)
const FILE_NAME = /^(\d{6})\.sql$/

const known = new Map<Dialect, readonly Migration[]>()

/** All migrations that this build knows, in order: read once. */
export function readMigrations(dialect: Dialect): readonly Migration[] {
  const migrations = known.get(dialect) ?? readFiles(dialect)
  known.set(dialect, migrations)
  return migrations
}

function readFiles(dialect: Dialect): Migration[] {
  const folder = new URL(`${dialect}/`, FOLDER)
  const versions = readdirSync(folder).flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
  return versions.toSorted().map((digits) => {
    // Whoever checks the sources out on Windows may get other line ends.
    const sql = readFileSync(new URL(`${digits}.sql`, folder), 'utf8').replaceAll('\r\n', '\n')
    return { version: Number(digits), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
