import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from '../../src/store/migration-files.ts'

/** One line each, as `sha256sum` prints them: SHA-256 in hex, two spaces, the file below src/store/migrations. */
const LIST = new URL('../contract/migrations.sha256', import.meta.url)

/**
 * Migrations up to this version are frozen. 0: nothing is released, so `000001.sql` is edited in place. With the first release this becomes
 * 1, and grows by one with each migration that is released.
 */
const LAST_FROZEN = 0

// Writes the lines of migrations that are not frozen: UPDATE_SCHEMA=1 node --conditions=canonist-source --test packages/registry/test/store/frozen-migrations.test.ts
const MAY_WRITE = process.env['UPDATE_SCHEMA'] === '1'

const isFrozen = (line: string): boolean => Number(/(\d+)\.sql$/.exec(line)?.[1]) <= LAST_FROZEN

/**
 * A database stores the checksums of the migrations that made it, and refuses a build whose migrations differ. So a migration that was
 * released never changes; the next one corrects its mistakes.
 */
test('contract/migrations.sha256 lists all migrations, and none has changed since', () => {
  const lines = (['sqlite', 'postgres'] as const).flatMap((dialect) =>
    readMigrations(dialect).map(
      ({ version, checksum }) => `${checksum}  ${dialect}/${String(version).padStart(6, '0')}.sql`,
    ),
  )
  const listed = readFileSync(LIST, 'utf8').trimEnd().split('\n')
  if (MAY_WRITE) {
    assert.deepEqual(lines.filter(isFrozen), listed.filter(isFrozen))
    writeFileSync(LIST, `${lines.join('\n')}\n`)
  } else assert.deepEqual(lines, listed)
})
