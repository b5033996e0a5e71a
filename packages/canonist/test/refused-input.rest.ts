import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

// A command that refuses its input leaves no database behind: a mistyped file name must not begin a registry.

const folder = temporaryFolder()
const PARQUET = 'PAR1\x15\n\n\0\nPAR1'
const LIST = folder.file('list.txt', 'https://e.com/\n')
const TABLE = folder.file('table.csv', 'url\nhttps://e.com/\n')
const OTHER_TABLE = folder.file('other.csv', 'link\nhttps://e.com/\n')
const PARQUET_GZ = folder.file('a.gz', gzipSync(PARQUET))
const SHORT_GZ = folder.file('short.gz', gzipSync('https://e.com/\n').subarray(0, 10))
const POLICY = folder.file('policy.yaml', 'name: p\nextends: sources\nhosts: { allow: [e.com] }\n')
const MISSING = join(folder.path, 'missing.txt')

const LISTS: readonly { why: string; args: readonly string[]; stdin?: string | Uint8Array }[] = [
  { why: 'Parquet on stdin', args: ['-'], stdin: PARQUET },
  { why: 'Parquet on stdin, which is not named', args: [], stdin: PARQUET },
  { why: 'compressed Parquet on stdin', args: ['-'], stdin: gzipSync(PARQUET) },
  { why: 'Parquet on stdin behind a list', args: [LIST, '-'], stdin: PARQUET },
  { why: 'a compressed Parquet file', args: [PARQUET_GZ] },
  { why: 'a compressed Parquet file behind a list', args: [LIST, PARQUET_GZ] },
  { why: 'a compressed file that ends at once', args: [SHORT_GZ] },
  { why: 'a missing file', args: [MISSING] },
  { why: 'a missing file behind a list', args: [LIST, MISSING] },
  { why: 'a folder', args: [folder.path] },
]

const TABLES: typeof LISTS = [
  { why: 'a table without the column', args: [OTHER_TABLE] },
  { why: 'a table without the column behind one that has it', args: [TABLE, OTHER_TABLE] },
  { why: 'a table without the column on stdin', args: ['-'], stdin: 'link\nhttps://e.com/\n' },
  { why: 'a table without the column on stdin, behind one that has it', args: [TABLE, '-'], stdin: 'link\nx\n' },
]

const INGEST: typeof LISTS = [
  ...LISTS,
  ...TABLES.map(({ why, args, stdin = '' }) => ({
    why,
    args: ['--input-format', 'csv', '--column', 'url'].concat(args),
    stdin,
  })),
  { why: 'an unknown format', args: ['--input-format', 'xml', LIST] },
  { why: 'a format without its column', args: ['--input-format', 'csv', TABLE] },
  { why: 'a missing policy', args: ['--policy', MISSING, LIST] },
  { why: 'a priority that does not exist', args: ['--priority', 'urgent', LIST] },
  { why: 'a file of rejected inputs in no folder', args: ['--rejects', join(MISSING, 'rejects'), LIST] },
]

const COMMANDS: readonly { command: readonly string[]; cases: typeof LISTS }[] = [
  { command: ['add'], cases: INGEST },
  { command: ['frontier', 'add'], cases: INGEST },
  {
    command: ['admit', '--offline', '--policy', POLICY],
    cases: [
      ...LISTS,
      { why: 'a wrong mapping', args: ['--connect-to', 'nonsense', LIST] },
      { why: 'a missing certificate', args: ['--cacert', MISSING, LIST] },
      { why: 'a file of rejected inputs in no folder', args: ['--rejects', join(MISSING, 'rejects'), LIST] },
    ],
  },
  {
    command: ['check', '--add'],
    cases: [
      { why: 'a missing file of links', args: ['--files', MISSING] },
      { why: 'a binary file of links', args: ['--files', PARQUET_GZ] },
      { why: 'a wrong mapping', args: ['--files', LIST, '--connect-to', 'nonsense'] },
      { why: 'an unknown rule', args: ['--files', LIST, '--rule', 'nonsense=off'] },
    ],
  },
  {
    command: ['serve', '--port', '0'],
    cases: [
      { why: 'missing tokens', args: ['--tokens', MISSING] },
      { why: 'an address that others reach, without tokens', args: ['--host', '0.0.0.0'] },
      { why: 'flags that contradict each other', args: ['--allow-network', '--no-network'] },
      { why: 'a missing certificate', args: ['--cacert', MISSING] },
    ],
  },
  { command: ['mcp'], cases: [{ why: 'a missing certificate', args: ['--cacert', MISSING] }] },
]

let count = 0
for (const { command, cases } of COMMANDS)
  for (const { why, args, stdin } of cases) {
    const shown = [...command, ...args].join(' ').replaceAll(`${folder.path}/`, '').replaceAll(folder.path, 'FOLDER')
    test(`${shown} (${why}): no database`, async () => {
      count += 1
      const db = join(folder.path, `new-${count}.db`)
      const ran = await canonist([...command, ...args, '--db', db], stdin === undefined ? {} : { stdin })
      assert.ok(ran.code === 2 || ran.code === 3, `${ran.code} ${ran.stderr}`)
      assert.equal(existsSync(db), false, ran.stderr)
    })
  }
