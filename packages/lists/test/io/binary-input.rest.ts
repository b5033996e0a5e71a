import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

// A binary file given as a list is recognized: one message, not an invalid line for every newline in it.

const folder = temporaryFolder()
const NOISE = '\n\n\0\n'

function sqliteFile(): string {
  const path = folder.file('urls.db', '')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE urls (url TEXT)')
  database.close()
  return path
}

/** The header of one entry, and a block for its content. */
function tarFile(): Buffer {
  const blocks = Buffer.alloc(1024)
  blocks.write('urls.txt', 0)
  blocks.write('0000644\0', 100)
  blocks.write('ustar\x0000', 257)
  blocks.write('https://e.com/\n', 512)
  return blocks
}

const files = [
  { path: sqliteFile(), says: 'It is an SQLite database. Name a registry with --db' },
  { path: folder.file('a.tar', tarFile()), says: 'It is a tar archive. Unpack it' },
  { path: folder.file('a.tar.gz', gzipSync(tarFile())), says: 'It is a tar archive. Unpack it' },
  { path: folder.file('a.orc', 'ORC\x0a\x08\x03\0\0\n\0'), says: 'It is an ORC file. Convert it' },
  { path: folder.file('a.txt.gz', gzipSync(`%PDF-1.7${NOISE}`)), says: 'It is a PDF document.' },
  {
    path: folder.file('a.txt', Buffer.from('\uFEFFhttps://e.com/\n', 'utf16le')),
    says: 'It is UTF-16 text. Save it as',
  },
  {
    path: folder.file('mac.txt', 'https://e.com/1\rhttps://e.com/2\r'),
    says: "Its lines end with CR alone. Convert it, for example with tr '\\r' '\\n'.",
  },
]

for (const { path, says } of files) {
  for (const command of ['normalize', 'dedupe', 'learn']) {
    test(`${command}: ${says}`, async () => {
      const ran = await canonist([command, path])
      assert.ok(ran.stderr.startsWith(`canonist: cannot read ${path} as text: ${says}`), ran.stderr)
      assert.deepEqual([ran.code, ran.stdout, ran.stderr.split('\n').length], [2, '', 2])
    })
  }
}

test('a binary file is refused before the lists in front of it are read', async () => {
  const ran = await canonist(['normalize', folder.file('good.txt', 'https://e.com/\n'), files[0]?.path ?? ''])
  assert.deepEqual([ran.code, ran.stdout], [2, ''])
})

test('stdin is looked at, too', async () => {
  const ran = await canonist(['dedupe'], { stdin: Buffer.from(`SQLite format 3\0${NOISE}`) })
  assert.match(ran.stderr, /^canonist: cannot read stdin as text: It is an SQLite database/)
  assert.equal(ran.code, 2)
})

const texts = ['ORC is a word\n', 'PAR1 is a word\n', 'PK\n', '%PDF\n', 'SQLite format 3\n', 'B', '7z\n']

for (const text of texts) {
  test(`${JSON.stringify(text)} is text`, async () => {
    const ran = await canonist(['normalize', '--format', 'jsonl'], { stdin: text })
    assert.match(ran.stdout, /^{"input":/)
    assert.equal(ran.code, 1)
  })
}
