import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from '../../src/store/migration-files.ts'

/** One line each, as `sha256sum` prints them: SHA-256 in hex, two spaces, the file below src/store/migrations. */
const LIST = new URL('../contract/migrations.sha256', import.meta.url)

// Adds the lines of new migrations: UPDATE_SCHEMA=1 node --conditions=canonist-source --test packages/registry/test/store/frozen-migrations.test.ts
const MAY_ADD = process.env['UPDATE_SCHEMA'] === '1'

const readFileName = (line: string): string => line.slice(line.lastIndexOf(' ') + 1)

/** With the lines of files that are not listed yet; those that are stay as they are, right or wrong. */
function withNew(listed: readonly string[], lines: readonly string[]): string[] {
  return lines.map((line) => listed.find((known) => readFileName(known) === readFileName(line)) ?? line)
}

/**
 * A database remembers the checksums of the migrations that made it, and refuses a build whose migrations differ. So a migration
 * that has left this repository never changes; what it got wrong, the next one puts right. `UPDATE_SCHEMA=1` adds a line for each new one.
 */
test('no migration changes once it is listed in contract/migrations.sha256, and all are listed', () => {
  const lines = (['sqlite', 'postgres'] as const).flatMap((dialect) =>
    readMigrations(dialect).map(
      ({ version, checksum }) => `${checksum}  ${dialect}/${String(version).padStart(6, '0')}.sql`,
    ),
  )
  const listed = readFileSync(LIST, 'utf8').trimEnd().split('\n')
  if (MAY_ADD) writeFileSync(LIST, `${withNew(listed, lines).join('\n')}\n`)
  assert.deepEqual(lines, MAY_ADD ? withNew(listed, lines) : listed)
})
