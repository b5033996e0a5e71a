// Logs larger than a block, compressed, and read by somebody who stops early.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { readCrawlLogs } from '../../src/logs/crawl-records.ts'
import { openInputFile, createStreamInput } from '@canonist/lists/internal/io/input'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { readAll } from './support/read-all.ts'

const LINES = 30_000
const folder = temporaryFolder()
const createUrl = (number: number): string => `https://example.com/page/${number}`
const numbers = Array.from({ length: LINES }, (_, number) => number)
const jsonl = numbers.map((number) => `{"url":"${createUrl(number)}","status":200}\n`).join('')
const csv = `url,status\n${numbers.map((number) => `${createUrl(number)},200\n`).join('')}`

const cases = [
  { name: 'log.jsonl', content: Buffer.from(jsonl) },
  { name: 'log.jsonl.gz', content: gzipSync(jsonl) },
  { name: 'log.jsonl.zst', content: zstdCompressSync(jsonl) },
  { name: 'log.csv', content: Buffer.from(csv) },
  { name: 'log.csv.gz', content: gzipSync(csv) },
]

for (const { name, content } of cases)
  test(`${name}: every record, in order`, async () => {
    const path = folder.file(name, content)
    const { records, report } = await readAll([await openInputFile(path)])
    assert.deepEqual(
      records.map(({ url }) => url),
      numbers.map(createUrl),
    )
    assert.deepEqual([report.lines, report.rejected], [LINES, 0])
  })

test('progress is reported in bytes of the files, to the last one', async () => {
  const path = folder.file('again.jsonl.gz', gzipSync(jsonl))
  const heard: number[] = []
  await readAll([await openInputFile(path), await openInputFile(path)], { onProgress: (bytes) => heard.push(bytes) })
  assert.deepEqual(
    heard,
    heard.toSorted((a, b) => a - b),
  )
  assert.equal(heard.at(-1), 2 * gzipSync(jsonl).length)
})

test('a pipe is read as it comes, byte by byte', async () => {
  const bytes = Readable.from('url,status\nhttps://a.example/,200\n'.split('').map((char) => Buffer.from(char)))
  const { records } = await readAll([createStreamInput('stdin', bytes)])
  assert.deepEqual(records, [{ url: 'https://a.example/', status: 200 }])
})

test('who stops early ends the reading', async () => {
  const path = folder.file('early.jsonl', jsonl)
  const { records } = readCrawlLogs([await openInputFile(path)])
  for await (const { url } of records) if (url === createUrl(10)) break
  assert.equal((await records.next()).done, true)
})

test('the format is recognized even if the first line is longer than the part that is read', async () => {
  const log = `{"url":"https://example.com/","note":"${'x'.repeat(200_000)}"}\n{"url":"https://b.example/"}`
  assert.equal((await readAll({ log })).records.length, 2)
})
