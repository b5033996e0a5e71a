import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from '../../src/store/migration-files.ts'

/** One line each, as `sha256sum` prints them: SHA-256 in hex, two spaces, the file below src/store/migrations. */
const LIST = new URL('../contract/migrations.sha256', import.meta.url)

/**
 * A database remembers the checksums of the migrations that made it, and refuses a build whose migrations differ. So a migration
 * that has left this repository never changes; what it got wrong, the next one puts right. Add a line for each new one.
 */
test('no migration changes once it is listed in contract/migrations.sha256, and all are listed', () => {
  const lines = (['sqlite', 'postgres'] as const).flatMap((dialect) =>
    readMigrations(dialect).map(
      ({ version, checksum }) => `${checksum}  ${dialect}/${String(version).padStart(6, '0')}.sql`,
    ),
  )
  assert.deepEqual(lines, readFileSync(LIST, 'utf8').trimEnd().split('\n'))
})
