import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { readParquetRows, writeParquetFile } from '@canonist/test-support/parquet-lists.ts'

const folder = temporaryFolder()
const RAW = 'HTTPS://E.com/a'
const A = 'https://e.com/a'
const bytes = writeParquetFile([
  { name: 'id', data: [1, 2], type: 'INT32' },
  { name: 'url', data: [RAW, A], type: 'STRING' },
])
const file = folder.file('urls.parquet', bytes)

test('a Parquet file is recognized, and Parquet is written', async () => {
  const ran = await canonist(['normalize', file])
  assert.deepEqual([ran.code, ran.stderr], [0, ''])
  assert.deepEqual(await readParquetRows(ran.bytes), [
    { id: 1, url: A },
    { id: 2, url: A },
  ])
})

test('also on stdin, without a name', async () => {
  const ran = await canonist(['dedupe', '--format', 'csv'], { stdin: bytes })
  assert.deepEqual([ran.code, ran.stdout], [0, `id,url\n1,${A}\n`])
  assert.match(ran.stderr, /^canonist: 2 lines, 1 unique, 1 duplicate/)
})

test('it is not text, even if that is asked for', async () => {
  const ran = await canonist(['normalize', '--input-format', 'csv', '--column', 'url', file])
  assert.equal(ran.code, 2)
  assert.match(ran.stderr, /urls\.parquet as csv: It is a Parquet file\. Leave out --input-format\.\n$/)
})

test('lists of different formats are refused before the first is read', async () => {
  const ran = await canonist(['dedupe', folder.file('list.txt', `${A}\n`), file])
  assert.deepEqual([ran.code, ran.stdout], [2, ''])
  assert.match(
    ran.stderr,
    /urls\.parquet: Its format differs from that of the previous file\. Run the files one by one\.\n$/,
  )
})

test('--into refuses the name of a column that is there, also for JSON lines', async () => {
  const ran = await canonist(['normalize', '--format', 'jsonl', '--into', 'id', file])
  assert.deepEqual([ran.code, ran.stdout], [2, ''])
  assert.match(ran.stderr, /It has a column id already\. Give another name with --into\./)
})

for (const command of [['add'], ['frontier', 'add']]) {
  test(`${command.join(' ')} refuses Parquet, from a file or stdin, and leaves no database`, async () => {
    for (const [args, options] of [
      [[file], {}],
      [[], { stdin: bytes }],
    ] as const) {
      const db = join(folder.path, 'new.db')
      const ran = await canonist([...command, '--db', db, ...args], options)
      assert.deepEqual([ran.code, ran.stdout, existsSync(db)], [2, '', false], ran.stderr)
      assert.match(ran.stderr, /It is a Parquet file\./)
    }
  })
}

test('a column that cannot hold URLs is a usage error, as a missing one is', async () => {
  const path = folder.file('ids.parquet', writeParquetFile([{ name: 'id', data: [1n], type: 'INT64' }]))
  for (const column of ['id', 'none']) {
    const ran = await canonist(['dedupe', '--column', column, path])
    assert.deepEqual([ran.code, ran.stdout], [2, ''], ran.stderr)
  }
})
