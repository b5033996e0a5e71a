// Lines that are no records are counted and named, and never end a run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAll } from './support/read-all.ts'

const GOOD = {
  jsonl: '{"url":"https://example.com/"}',
  csv: 'url,status,simhash',
  cdx: ' CDX N b a m s k r V g',
  cdxj: 'com,example)/ 20250101000000 {"url":"https://example.com/"}',
  heritrix: '2025-01-01T10:20:30.400Z 200 9 https://example.com/ - - text/html #1 - - - -',
  access: 'a.example:80 192.0.2.1 - - [x] "GET / HTTP/1.0" 200 1',
  text: 'https://example.com/',
}

const cases = [
  { log: 'jsonl', bad: '{"url":', code: 'line/invalid-json' },
  { log: 'jsonl', bad: '["https://example.com/"]', code: 'line/invalid-json' },
  { log: 'jsonl', bad: '{"status":200}', code: 'line/no-url' },
  { log: 'jsonl', bad: '{"url":"/a"}', code: 'line/no-url' },
  { log: 'jsonl', bad: '{"url":{"href":"https://example.com/"}}', code: 'line/no-url' },
  { log: 'jsonl', bad: '{"url":"https://example.com/","status":"OK"}', code: 'line/invalid-field' },
  { log: 'jsonl', bad: '{"url":"https://example.com/","size":-1}', code: 'line/invalid-field' },
  { log: 'jsonl', bad: '{"url":"https://example.com/","simhash":"12"}', code: 'line/invalid-field' },
  { log: 'jsonl', bad: '{"url":"https://example.com/\0"}', code: 'line/nul-byte' },
  { log: 'csv', bad: ',200', code: 'line/no-url' },
  { log: 'csv', bad: 'https://example.com/,many', code: 'line/invalid-field' },
  { log: 'cdx', bad: 'com,example)/ 20250101000000 https://example.com/', code: 'line/other-format' },
  { log: 'cdxj', bad: 'com,example)/ 20250101000000 {', code: 'line/other-format' },
  { log: 'heritrix', bad: 'java.lang.NullPointerException', code: 'line/other-format' },
  { log: 'access', bad: 'a.example:80 192.0.2.1 - - [x] "GET / HTTP/1.0', code: 'line/other-format' },
  { log: 'access', bad: 'nginx: worker process is shutting down', code: 'line/other-format' },
  { log: 'text', bad: 'example.com/a', code: 'line/no-url' },
] as const

for (const { log, bad, code } of cases)
  test(`${log}: ${bad.replaceAll('\0', '␀')} -> ${code}`, async () => {
    const { report } = await readAll({ 'a.log': `${GOOD[log]}\n${bad}\n${bad}\n` })
    const { lines, rejected, first } = report
    // The titles of a table are no record.
    const at = 2
    assert.deepEqual(
      { lines: lines + (log === 'csv' ? 1 : 0), rejected, code: first?.code, line: first?.line, source: first?.source },
      { lines: 3, rejected: 2, code, line: at, source: 'a.log' },
    )
    assert.match(first?.message ?? '', /\. \w+/)
  })

test('what is good around bad lines is read, and lines that tell of no page are counted apart', async () => {
  const { records, report } = await readAll({
    'a.log': '# comment\nhttps://a.example/\n\nnonsense\nmailto:ada@example.com\nhttps://b.example/',
  })
  assert.deepEqual(
    records.map(({ url }) => url),
    ['https://a.example/', 'https://b.example/'],
  )
  assert.deepEqual(
    { lines: report.lines, rejected: report.rejected, passedOver: report.passedOver },
    { lines: 6, rejected: 1, passedOver: 3 },
  )
})

test('the first bad line of several logs is named with its log', async () => {
  const { report } = await readAll({ 'a.txt': 'https://a.example/\n', 'b.txt': 'https://b.example/\nx\n' })
  assert.deepEqual([report.first?.source, report.first?.line], ['b.txt', 2])
})
