// Compares the records that we read of web archives with those of warcio: npm run test:engines -- warc [FOLDER...]
//
// It writes archives with warcio, plain and compressed, and reads every .warc and .warc.gz below the folders.
import { createReadStream, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readCrawlLogs } from '@canonist/learn/internal/logs/crawl-records'
import { openInputFile } from '@canonist/lists/internal/io/input'

export const PACKAGES = ['warcio@2.4.11']

export async function run({ load, args: folders }) {
  const { WARCParser, WARCRecord, WARCSerializer } = await load(PACKAGES[0])
  const data = mkdtempSync(join(tmpdir(), 'canonist-engines-'))
  try {
    const files = [
      ...(await writeArchives(data, WARCRecord, WARCSerializer)),
      ...folders.flatMap((folder) => globSync(`${folder}/**/*.warc{,.gz}`)),
    ]
    let [records, faults] = [0, 0]
    for (const file of files) {
      const [theirs, ours] = [await readTheirs(file, WARCParser), await readOurs(file)]
      records += theirs.length
      if (JSON.stringify(theirs) === JSON.stringify(ours)) continue
      faults += 1
      console.log(`${file}:\n  warcio   ${JSON.stringify(theirs)}\n  canonist ${JSON.stringify(ours)}`)
    }
    const ran = `${files.length} archives with ${records} pages, ${faults} differences`
    return { ok: faults === 0, version: PACKAGES.join(' '), ran }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function writeArchives(folder, WARCRecord, WARCSerializer) {
  const pages = [
    {
      url: 'https://example.com/',
      status: '200 OK',
      headers: { 'Content-Type': 'text/html' },
      body: '<html>Hello</html>',
    },
    { url: 'https://example.com/old?a=1', status: '301 Moved', headers: { Location: '/new' }, body: '' },
    {
      url: 'https://example.com/ü',
      status: '404 Not Found',
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: 'ü'.repeat(200_000),
    },
  ]
  const files = []
  for (const gzip of [false, true]) {
    const parts = []
    const add = async (...of) => parts.push(await WARCSerializer.serialize(await WARCRecord.create(...of), { gzip }))
    await add({ type: 'warcinfo', filename: 'a.warc', info: { software: 'warcio' }, warcVersion: 'WARC/1.1' }, none())
    for (const { url, status, headers: httpHeaders, body } of pages) {
      const record = { url, type: 'response', warcVersion: 'WARC/1.1', statusline: `HTTP/1.1 ${status}`, httpHeaders }
      await add(record, only(new TextEncoder().encode(body)))
    }
    const file = join(folder, gzip ? 'a.warc.gz' : 'a.warc')
    writeFileSync(file, Buffer.concat(parts))
    files.push(file)
  }
  return files
}

async function* none() {}

async function* only(bytes) {
  yield bytes
}

const PAGES = new Set(['response', 'revisit', 'resource'])

async function readTheirs(file, WARCParser) {
  const found = []
  for await (const record of new WARCParser(createReadStream(file))) {
    const url = (record.warcTargetURI ?? '').replace(/^<(.*)>$/, '$1')
    const { warcType: type, httpHeaders } = record
    const status = httpHeaders?.statusCode
    await record.readFully(false)
    if (!PAGES.has(type) || !/^https?:/i.test(url)) continue
    // It also reads what does not speak HTTP.
    if (type === 'response' && httpHeaders?.statusline?.startsWith('HTTP/') !== true) continue
    found.push({ url, status: type === 'resource' ? undefined : status, digest: record.warcPayloadDigest ?? undefined })
  }
  return found
}

async function readOurs(file) {
  const { records } = readCrawlLogs([await openInputFile(file, { mayBeBinary: true })])
  const found = []
  for await (const { url, status, contentHash: digest } of records) found.push({ url, status, digest })
  return found
}
