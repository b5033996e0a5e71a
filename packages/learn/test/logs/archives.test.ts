// What web archives and Parquet say of pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { CrawlRecord } from '../../src/log/types.ts'
import { warcRecord, warcResponse, zipFiles, zipRecords } from '@canonist/test-support/archives.ts'
import { pipe, writeParquetFile } from '@canonist/test-support/parquet-lists.ts'
import { readAll } from './support/read-all.ts'

const U = 'https://example.com/a'
const HTML = '<html><link rel="canonical" href="/b"><body>Some words of the page</body></html>'
const DIGEST = { 'WARC-Payload-Digest': 'sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A' }
const INFO = warcRecord({ 'WARC-Type': 'warcinfo', 'Content-Type': 'application/warc-fields' }, 'software: a\r\n')
const HASH = 'sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A'
const PAGE = warcResponse(U, '200 OK\r\nContent-Type: text/html; charset=utf-8', HTML, DIGEST)
const chunked = `${Buffer.byteLength(HTML).toString(16)}\r\n${HTML}\r\n0\r\n\r\n`

async function read(bytes: Uint8Array): Promise<readonly CrawlRecord[]> {
  return (await readAll([pipe(bytes, 'a.warc')])).records
}

interface Case {
  readonly why: string
  readonly record: Buffer
  readonly gives: readonly Partial<CrawlRecord>[]
}

const text = '200 OK\r\nContent-Type: text/plain'
const cases: readonly Case[] = [
  {
    why: 'a redirect: its Location, resolved',
    record: warcResponse(U, '301 Moved\r\nLocation: ../c?d', '', DIGEST),
    gives: [{ url: U, status: 301, size: 0, contentHash: HASH, redirect: 'https://example.com/c?d' }],
  },
  {
    why: 'a Location of a page that is no redirect is none',
    record: warcResponse(U, `${text}\r\nLocation: /c`, 'x', DIGEST),
    gives: [{ url: U, status: 200, size: 1, mediaType: 'text/plain', contentHash: HASH }],
  },
  {
    why: 'without a digest, the payload is hashed as archives do',
    record: warcResponse(U, text, 'hello'),
    gives: [
      { url: U, status: 200, size: 5, mediaType: 'text/plain', contentHash: 'sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N' },
    ],
  },
  {
    why: 'a page that was met again has its digest only',
    record: warcRecord(
      { 'WARC-Type': 'revisit', 'WARC-Target-URI': U, ...DIGEST },
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n',
    ),
    gives: [{ url: U, status: 200, mediaType: 'text/html', contentHash: HASH }],
  },
  {
    why: 'a page that was met again, without its headers',
    record: warcRecord({ 'WARC-Type': 'revisit', 'WARC-Target-URI': U, ...DIGEST }),
    gives: [{ url: U, contentHash: HASH }],
  },
  {
    why: 'a resource without a response',
    record: warcRecord({ 'WARC-Type': 'resource', 'WARC-Target-URI': U, 'Content-Type': 'text/css', ...DIGEST }, 'a{}'),
    gives: [{ url: U, mediaType: 'text/css', contentHash: HASH }],
  },
  {
    why: 'brackets around the URL',
    record: warcResponse(`<${U}>`, text, 'x', DIGEST),
    gives: [{ url: U, status: 200, size: 1, mediaType: 'text/plain', contentHash: HASH }],
  },
  {
    why: 'a request',
    record: warcRecord({ 'WARC-Type': 'request', 'WARC-Target-URI': U }, 'GET / HTTP/1.1\r\n\r\n'),
    gives: [],
  },
  {
    why: 'a lookup',
    record: warcRecord({ 'WARC-Type': 'response', 'WARC-Target-URI': 'dns:example.com' }, 'x'),
    gives: [],
  },
  {
    why: 'a response that is none',
    record: warcRecord({ 'WARC-Type': 'response', 'WARC-Target-URI': U }, 'hello'),
    gives: [],
  },
]

for (const { why, record, gives } of cases) {
  test(`WARC: ${why}`, async () => {
    for (const bytes of [Buffer.concat([INFO, record]), zipRecords([INFO, record])])
      assert.deepEqual(await read(bytes), gives)
  })
}

const bodies = [
  ['as it is', '', HTML],
  ['in chunks', '\r\nTransfer-Encoding: chunked', chunked],
  ['in chunks that are gone', '\r\nTransfer-Encoding: chunked', HTML],
  ['in gzip', '\r\nContent-Encoding: gzip', gzipSync(HTML)],
  ['in gzip that is gone', '\r\nContent-Encoding: gzip', HTML],
  ['in Brotli', '\r\nContent-Encoding: br', brotliCompressSync(HTML)],
] as const

for (const [how, header, body] of bodies) {
  test(`WARC: the text of a page ${how} gives its fingerprint and its canonical link`, async () => {
    const [record] = await read(warcResponse(U, `200 OK\r\nContent-Type: text/html${header}`, body, DIGEST))
    const [plain] = await read(PAGE)
    assert.match(plain?.simhash ?? '', /^[0-9a-f]{16}$/)
    assert.deepEqual([record?.simhash, record?.canonical], [plain?.simhash, 'https://example.com/b'])
  })
}

test('WARC: records are counted; what is no page is passed over', async () => {
  const { report } = await readAll([pipe(zipRecords([INFO, PAGE, PAGE]), 'a.warc.gz')])
  assert.deepEqual([report.lines, report.passedOver, report.rejected], [3, 1, 0])
})

test('WARC: a record that is longer than it says is rejected, and the next is read', async () => {
  const { records, report } = await readAll([pipe(Buffer.concat([PAGE, Buffer.from('rest\r\n\r\n'), PAGE]), 'a.warc')])
  assert.deepEqual(
    [records.length, report.rejected, report.first?.code, report.first?.input],
    [2, 1, 'line/other-format', 'rest'],
  )
})

const damaged = [
  [
    'a record that ends early',
    Buffer.concat([PAGE, PAGE.subarray(0, -30)]),
    new RegExp(`a\\.warc: Its record at byte ${PAGE.length} ends early; the records before it were read\\.`),
  ],
  ['fields that end early', PAGE.subarray(0, 60), /a\.warc: Its record at byte 0 ends early/],
  [
    'a record without a length',
    Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n\r\n'),
    /Its record at byte 0 has no Content-Length/,
  ],
  [
    'compressed data that ends early',
    zipRecords([PAGE, PAGE]).subarray(0, -10),
    /a\.warc: Its gzip data is damaged \(unexpected end of file\)/,
  ],
] as const

for (const [why, bytes, says] of damaged) {
  test(`WARC: ${why} is named`, async () => {
    await assert.rejects(read(bytes), says)
  })
}

test('WARC: a page that is too long to keep has no fingerprint', async () => {
  const large = warcResponse(U, '200 OK\r\nContent-Type: text/html', Buffer.alloc(50_000_000, 'x'), DIGEST)
  const [record] = await read(large)
  assert.deepEqual([record?.size, record?.simhash], [50_000_000, undefined])
})

const files = [
  { name: 'datapackage.json', bytes: Buffer.from('{}'), isDeflated: true },
  { name: 'archive/data.warc.gz', bytes: zipRecords([INFO, PAGE]) },
  { name: 'archive/more.warc', bytes: PAGE, isDeflated: true },
  { name: 'indexes/index.cdx.gz', bytes: gzipSync('no index') },
]

for (const isWide of [false, true]) {
  test(`WACZ: every archive in it is read${isWide ? ', with a directory for large files' : ''}`, async () => {
    const { records, report } = await readAll([pipe(zipFiles(files, isWide), 'a.wacz')])
    assert.deepEqual(
      records.map(({ url, contentHash }) => [url, contentHash]),
      [
        [U, HASH],
        [U, HASH],
      ],
    )
    assert.equal(report.lines, 3)
  })
}

const badZips = [
  [
    'a ZIP archive without one',
    zipFiles([{ name: 'a.txt', bytes: PAGE }]),
    /a\.wacz: It is a ZIP archive or an office document, without a web archive/,
  ],
  [
    'an archive whose end is missing',
    zipFiles(files).subarray(0, -40),
    /a\.wacz: Its ZIP data is damaged \(it has no directory/,
  ],
  [
    'an archive in it that ends early',
    zipFiles([{ name: 'archive/a.warc.gz', bytes: zipRecords([PAGE]).subarray(0, -9) }]),
    /a\.wacz:archive\/a\.warc\.gz: Its gzip data is damaged/,
  ],
] as const

for (const [why, bytes, says] of badZips) {
  test(`WACZ: ${why} is named`, async () => {
    await assert.rejects(readAll([pipe(bytes, 'a.wacz')]), says)
  })
}

test('Parquet: the columnar index of Common Crawl, of which only the fields of records are read', async () => {
  const bytes = writeParquetFile([
    { name: 'url_surtkey', data: ['com,example)/a', 'com,example)/b'], type: 'STRING' },
    { name: 'url', data: [U, `${U}b`], type: 'STRING' },
    { name: 'fetch_status', data: [200, 301], type: 'INT32' },
    { name: 'content_digest', data: ['h', null], type: 'STRING' },
    { name: 'fetch_redirect', data: [null, `${U}c`], type: 'STRING' },
    { name: 'warc_filename', data: ['x', 'y'], type: 'STRING' },
  ])
  const { records, report } = await readAll([pipe(bytes, 'part.parquet')])
  assert.deepEqual(records, [
    { url: U, status: 200, contentHash: 'h' },
    { url: `${U}b`, status: 301, redirect: `${U}c` },
  ])
  assert.deepEqual(report.columns[0]?.unused, ['url_surtkey', 'warc_filename'])
})

test('Parquet without a column url is refused', async () => {
  await assert.rejects(
    readAll([pipe(writeParquetFile([{ name: 'id', data: ['1'] }]), 'a.parquet')]),
    /a\.parquet: It has no column url\. Its columns are id\./,
  )
})
