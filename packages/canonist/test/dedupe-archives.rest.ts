import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { warcResponse, zipFiles, zipRecords } from '@canonist/test-support/archives.ts'

// Web archives and their indexes as lists of URLs.

const folder = temporaryFolder()
const U = 'https://example.com/a'
const records = [U, `${U}?utm_source=x`, 'https://example.com/b'].map((url) =>
  warcResponse(url, '200 OK\r\nContent-Type: text/plain', 'x', { 'WARC-Payload-Digest': 'sha1:X' }),
)
const line = (url: string): string =>
  `com,example)/a 20250101000000 ${JSON.stringify({ url, status: '200', digest: 'X' })}\n`
const cdx = (url: string): string => `com,example)/a 20250101000000 ${url} text/html 200 X - - 512 0 a.warc.gz\n`

const lists: readonly (readonly [name: string, bytes: string | Buffer])[] = [
  ['a.warc', Buffer.concat(records)],
  ['a.warc.gz', zipRecords(records)],
  ['a.wacz', zipFiles([{ name: 'archive/a.warc.gz', bytes: zipRecords(records) }])],
  ['a.cdxj', [U, `${U}?utm_source=x`, 'https://example.com/b'].map(line).join('')],
  ['a.cdx', [U, `${U}?utm_source=x`, 'https://example.com/b'].map(cdx).join('')],
]

for (const [name, bytes] of lists) {
  test(`${name} is recognized, from a file and from stdin`, async () => {
    const stdin = Buffer.from(bytes)
    for (const ran of [await canonist(['dedupe', folder.file(name, bytes)]), await canonist(['dedupe'], { stdin })]) {
      assert.deepEqual([ran.code, ran.stdout], [0, `${U}\nhttps://example.com/b\n`], ran.stderr)
      assert.match(ran.stderr, /^canonist: 3 lines, 2 unique, 1 duplicate \(33\.3 %\), 0 invalid\n$/)
    }
  })
}

test('the fields of a record are columns', async () => {
  const ran = await canonist(['dedupe', '--format', 'csv'], { stdin: lists[0]?.[1] ?? '' })
  const fields = 'url,status,mediaType,size,contentHash,simhash,redirect,canonical'
  assert.equal(
    ran.stdout,
    `${fields}\n${U},200,text/plain,1,sha1:X,,,\nhttps://example.com/b,200,text/plain,1,sha1:X,,,\n`,
  )
})

test('a record that cannot be read is counted and goes to --rejects, with its place', async () => {
  const rejects = folder.file('rejects', '')
  const ran = await canonist(['dedupe', '--input-format', 'cdxj', '--rejects', rejects, '--groups'], {
    stdin: `${line(U)}nonsense\n`,
  })
  assert.equal(ran.code, 1)
  assert.match(
    ran.stderr,
    /^canonist: 2 lines, 1 unique, 0 duplicates \(0\.0 %\), 1 invalid\ncanonist: 1 invalid line\. First: stdin:2: The line is not in the format/,
  )
  const rejected: unknown = JSON.parse(readFileSync(rejects, 'utf8'))
  assert.partialDeepStrictEqual(rejected, { input: 'nonsense', file: 'stdin', line: 2, code: 'line/other-format' })
})

test('a format that was named is not looked for: an index as text, after text', async () => {
  const list = folder.file('list.txt', `${U}\n`)
  const index = folder.file('named.cdxj', line(U))
  for (const files of [
    [list, index],
    [index, list],
  ]) {
    const ran = await canonist(['normalize', '--input-format', 'text', ...files])
    assert.deepEqual([ran.code, ran.stdout.replaceAll('\n', '')], [1, U], ran.stderr)
  }
})

for (const command of ['learn', 'normalize', 'dedupe']) {
  test(`${command}: an archive without ZIP at its beginning, but named so, is left to its reader`, async () => {
    // As text this file would be refused, because its lines end with CR.
    const file = folder.file('other.bin', 'MZ\rother')
    const ran = await canonist([command, '--input-format', 'wacz', file])
    assert.match(ran.stderr, /Its ZIP data is damaged/)
    assert.equal(ran.code, 3)
  })
}

const wrong: readonly (readonly [command: string, format: string])[] = [
  ['dedupe', 'cdxj'],
  ['dedupe', 'text'],
  ['dedupe', 'parquet'],
  ['normalize', 'wacz'],
  ['learn', 'cdx'],
  ['learn', 'jsonl'],
]

for (const [command, format] of wrong) {
  test(`${command} --input-format ${format} of a WARC file: the fix is another command than the one that was typed`, async () => {
    const path = folder.file('wrong.warc.gz', zipRecords(records))
    const inputs = [{ args: [path] }, { args: ['-'], stdin: Buffer.concat(records) }]
    for (const { args, stdin = '' } of inputs) {
      const ran = await canonist([command, '--input-format', format, ...args], { stdin })
      assert.deepEqual([ran.code, ran.stdout], [2, ''])
      assert.match(ran.stderr, / as \w+: It is a web archive \(WARC\)\. Leave out --input-format\.\n$/)
    }
  })
}

// More records than one batch of any reader, and a rest.
const many = Array.from({ length: 1234 }, (_, index) => `https://example.com/${index}`)
const manyRecords = many.map((url) => warcResponse(url, '200 OK\r\nContent-Type: text/plain', 'x'))
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 20)
const cutWarc = Buffer.concat([...manyRecords, cut(records[0] as Buffer)])

const damaged: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['cut.warc', cutWarc],
  ['cut.warc.gz', cut(zipRecords([...manyRecords, records[0] as Buffer]))],
  ['cut.wacz', zipFiles([{ name: 'archive/a.warc', bytes: cutWarc }])],
  ['cut.cdxj.gz', Buffer.concat([gzipSync(many.map(line).join('')), cut(gzipSync(line(U)))])],
]

for (const [name, bytes] of damaged) {
  test(`${name}: the URLs of all records before the damage are written`, async () => {
    const ran = await canonist(['dedupe', folder.file(name, bytes)])
    assert.deepEqual([ran.code, ran.stdout], [3, many.map((url) => `${url}\n`).join('')], ran.stderr)
    assert.match(ran.stderr, /^canonist: cannot read .*cut\./)
  })
}

test('a ZIP archive without a web archive is refused', async () => {
  const ran = await canonist(['dedupe', folder.file('a.zip', zipFiles([{ name: 'a.txt', bytes: Buffer.from(U) }]))])
  assert.deepEqual([ran.code, ran.stdout], [2, ''])
  assert.match(
    ran.stderr,
    /a\.zip: It is a ZIP archive or an office document, without a web archive .* Unzip it, or save a table as CSV\.\n$/,
  )
})

test('other columns than url are refused', async () => {
  const ran = await canonist(['dedupe', '--column', 'link'], { stdin: lists[0]?.[1] ?? '' })
  assert.deepEqual(
    [ran.code, ran.stderr],
    [2, 'canonist: --column is for tables. The URL of a record of warc is in url.\n'],
  )
})
