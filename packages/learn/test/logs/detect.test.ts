// Which kind of log it is, by its first line; and what is said where nobody can tell.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../../src/logs/detect-format.ts'
import { readAll } from './support/read-all.ts'

const cases = [
  ['{"url":"https://example.com/"}', 'jsonl'],
  ['url', 'csv'],
  ['status,url,size', 'csv'],
  ['"Address","Status Code"', 'csv'],
  ['time\turl', 'tsv'],
  [' CDX N b a m s k r M S V g', 'cdx'],
  ['CDX N b a m s k r V g', 'cdx'],
  ['com,example)/ 20250101000000 https://example.com/ text/html 200 X - - 1 2 a.warc.gz', 'cdx'],
  ['com,example)/ 20250101000000 {"url":"https://example.com/"}', 'cdxj'],
  ['!OpenWayback-CDXJ 1.0', 'cdxj'],
  ['2025-01-01T10:20:30.400Z   200       5120 https://example.com/ L - text/html #1 - sha1:X - -', 'heritrix'],
  ['20250101102030400   200       5120 https://example.com/ L - text/html #1 - sha1:X - -', 'heritrix'],
  ['192.0.2.1 - - [01/Jan/2025:00:00:00 +0000] "GET / HTTP/1.1" 200 9', 'access'],
  ['example.com:443 192.0.2.1 - - [01/Jan/2025:00:00:00 +0000] "GET / HTTP/1.1" 200 9', 'access'],
  ['https://example.com/?a,url', 'text'],
] as const

for (const [line, format] of cases)
  test(`${line} -> ${format}`, () => {
    assert.equal(detectFormat(line, 'a.log'), format)
  })

const UNKNOWN = ['hello world', 'id,status', 'GET / HTTP/1.1', '<html>', '\u001b[31m']

for (const line of UNKNOWN)
  test(`${JSON.stringify(line)} is refused with the formats that there are`, async () => {
    await assert.rejects(readAll({ 'a.log': line }), (error: Error & { code?: string; kind?: string }) => {
      assert.match(
        error.message,
        /^a\.log: Its format cannot be recognized by its line .*\. .*--input-format: jsonl .*heritrix .*access /,
      )
      assert.ok(!error.message.includes('\u001b'))
      return error.code === 'log/unknown-format' && error.kind === 'invalid'
    })
  })

const WRONG = [
  {
    why: 'a table without URLs',
    log: 'id,status\n1,2',
    options: { format: 'csv' },
    says: /^a\.log: It has no column url\. Its columns are id, status\. /,
  },
  {
    why: 'an access log that names no host',
    log: '192.0.2.1 - - [x] "GET / HTTP/1.1" 200 9',
    options: {},
    says: /^a\.log: It does not name its host\. .*--base https:/,
  },
] as const

for (const { why, log, options, says } of WRONG)
  test(`${why} is refused`, async () => {
    await assert.rejects(readAll({ 'a.log': log }, options), { message: says, kind: 'invalid' })
  })

test('a format that is named is not guessed', async () => {
  const { records, report } = await readAll({ 'a.log': 'hello\nhttps://example.com/' }, { format: 'text' })
  assert.deepEqual([records.length, report.rejected], [1, 1])
})

test('an empty log is not an error', async () => {
  const { records, report } = await readAll({ 'a.log': '', 'b.log': '\n# nothing\n', 'c.log': 'https://example.com/' })
  assert.deepEqual([records.length, report.rejected], [1, 0])
})

test('logs of several kinds are read together', async () => {
  const { records } = await readAll({
    a: 'url\nhttps://a.example/',
    b: '{"url":"https://b.example/"}',
    c: 'https://c.example/',
  })
  assert.deepEqual(
    records.map(({ url }) => url),
    ['https://a.example/', 'https://b.example/', 'https://c.example/'],
  )
})
