import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { computeKey } from '../../src/bulk/compute-key.ts'
import { canonist } from '@canonist/test-support/command.ts'
import { runList } from '@canonist/test-support/run-list.ts'

// DuckDB writes a row group as one page of many megabytes.

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'pages.parquet')
const ROWS = 200_000
const GROUP_ROWS = 50_000
/** CONTRACT: the peak is at most the limit and this. */
const BESIDES_MEGABYTES = 120

const toUrl = (row: number): string =>
  `https://www.example-${row % 500}.com/articles/${row}/with-a-longer-name?id=${row}`
const rows = Array.from({ length: ROWS }, (_, row) => row)
const bodies = rows.map((row) => (row % 7 === 0 ? null : `${row} ${'text '.repeat(20)}`))

before(() => {
  const bytes = parquetWriteBuffer({
    columnData: [
      // Every tenth row has the URL of the row before it.
      {
        name: 'url',
        data: rows.map((row) => toUrl(row % 10 === 9 ? row - 1 : row)),
        type: 'STRING',
        encoding: 'PLAIN',
      },
      { name: 'body', data: bodies, type: 'STRING', nullable: true, encoding: 'PLAIN' },
    ],
    rowGroupSize: GROUP_ROWS,
    pageSize: 1e9,
  })
  writeFileSync(path, new Uint8Array(bytes))
})

test('pages of many megabytes are written as several, with the same values', async () => {
  const { code, bytes } = await canonist(['dedupe', '--quiet', '--column', 'url', '--format', 'parquet', path])
  assert.equal(code, 0)
  const file = new Uint8Array(bytes).buffer
  const expected = rows.filter((row) => row % 10 !== 9).map((row) => ({ url: toUrl(row), body: bodies[row] }))
  assert.deepEqual(await parquetReadObjects({ file }), expected)
})

test('columns that are added beside them are complete, and leave no temporary file', async () => {
  const temp = mkdtempSync(join(folder, 'temp-'))
  const flags = ['--column', 'url', '--into', 'clean', '--key', '--format', 'parquet', '--temp', temp]
  const { code, bytes } = await canonist(['dedupe', '--quiet', ...flags, path])
  assert.equal(code, 0)
  const file = new Uint8Array(bytes).buffer
  const kept = rows.filter((row) => row % 10 !== 9).map(toUrl)
  const found = await parquetReadObjects({ file, columns: ['clean', 'key', 'error'] })
  assert.equal(found.length, kept.length)
  for (const [index, url] of kept.entries())
    assert.deepEqual(found[index], { clean: url, key: computeKey(url), error: null })
  assert.deepEqual(readdirSync(temp), [])
})

for (const flags of [
  ['--format', 'parquet'],
  ['--format', 'text'],
]) {
  test(
    `canonist dedupe --memory 2MB ${flags.join(' ')} of pages of many megabytes keeps to its limit`,
    { skip: process.platform !== 'linux' && 'reads /proc' },
    async (t) => {
      const args = ['dedupe', '--quiet', '--memory', '2MB', '--temp', folder, '--column', 'url', ...flags, path]
      const { code, peak } = await runList(args, folder)
      assert.equal(code, 0)
      t.diagnostic(`${peak.toFixed(0)} MB`)
      assert.ok(peak > 0 && peak <= 2 + BESIDES_MEGABYTES, `${peak} MB`)
    },
  )
}
