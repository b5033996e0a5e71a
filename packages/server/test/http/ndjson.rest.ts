import assert from 'node:assert/strict'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'

async function serve(t: TestContext): Promise<{ server: TestServer; canonist: Canonist }> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return { server, canonist }
}

const NDJSON = { 'content-type': 'application/x-ndjson' }
const line = (url: unknown): string => `${JSON.stringify({ url })}\n`

interface Open {
  readonly sent: ClientRequest
  readonly response: Promise<IncomingMessage>
}

/** A request whose body is written by the test. */
function open(server: TestServer, path: string): Open {
  const sent = request(new URL(path, server.url), { method: 'POST', headers: NDJSON, agent: false })
  sent.on('error', () => undefined)
  return { sent, response: new Promise((resolve) => sent.on('response', resolve)) }
}

test('normalize: a line out for each line in, in order; an invalid record is a result with a code', async (t) => {
  const { server } = await serve(t)
  const body = `\ufeff${line('HTTP://EXAMPLE.com/#a')}\r\n${line('x')}{"url":7}\nnonsense\n{"url":"https://e.com/"}`
  const { status, headers, text } = await server.call('/api/v1/normalize?policy=links', { body, headers: NDJSON })
  assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson'])
  const items = text
    .trimEnd()
    .split('\n')
    .map((item) => JSON.parse(item) as { url?: string; code?: string })
  assert.deepEqual(
    items.map(({ url, code }) => url ?? code),
    ['http://example.com/#a', 'url/no-scheme', 'line/no-column', 'line/invalid-json', 'https://e.com/'],
  )
})

test('normalize: what is wrong with a line is said in the words of the service', async (t) => {
  const { server } = await serve(t)
  const { text } = await server.call('/api/v1/normalize', { body: '{"link":1}\nnonsense\n', headers: NDJSON })
  assert.equal(text.trimEnd().split('\n').length, 2)
  assert.doesNotMatch(text, /--\w/, 'flags are for commands')
})

test('normalize: an empty URL has a result, an empty line has none, and no line gives no result', async (t) => {
  const { server } = await serve(t)
  const { text } = await server.call('/api/v1/normalize', { body: `${line('')}\n\n${line('')}`, headers: NDJSON })
  assert.deepEqual(
    text.split('\n').map((item) => (item === '' ? '' : (JSON.parse(item) as { code: string }).code)),
    ['url/empty', 'url/empty', ''],
  )
  const none = await server.call('/api/v1/normalize', { method: 'POST', headers: NDJSON })
  assert.deepEqual([none.status, none.text], [200, ''])
})

test('no lines are a report of nothing', async (t) => {
  const { server } = await serve(t)
  const { status, json } = await server.call('/api/v1/urls', { method: 'POST', headers: NDJSON })
  assert.deepEqual([status, json], [200, { seen: 0, new: 0, duplicates: 0, rejected: 0 }])
})

test('normalize: a line is the JSON of an item, whatever is in it', async (t) => {
  const { server } = await serve(t)
  const urls = [
    'https://example.com/',
    'https://EXAMPLE.com/ñ?q="a\\"',
    'https://例え.jp/🙂',
    'ñ "\\',
    'https://e.com/\u2028',
    '',
  ]
  const { text } = await server.call('/api/v1/normalize', { body: urls.map(line).join(''), headers: NDJSON })
  const { json } = await server.call('/api/v1/normalize', { body: { urls } })
  const items = text.trimEnd().split('\n')
  assert.deepEqual(
    items.map((item) => JSON.parse(item) as unknown),
    json['items'],
  )
  assert.match(text, /^[\n -~]*$/)
})

test('normalize: results come while lines are still being sent', async (t) => {
  const { server } = await serve(t)
  const { sent, response } = open(server, '/api/v1/normalize')
  sent.write(line('https://a.example/'))
  const answer = await response
  const chunks = answer[Symbol.asyncIterator]()
  assert.match(String((await chunks.next()).value), /a\.example/)
  sent.write(line('https://b.example/'))
  assert.match(String((await chunks.next()).value), /b\.example/)
  sent.end()
  assert.equal((await chunks.next()).done, true)
})

test('normalize: a client that does not read makes the server wait, and memory stays flat', async (t) => {
  const { server } = await serve(t)
  const { sent, response } = open(server, '/api/v1/normalize')
  const block = line('https://example.com/some/long/path?with=a&few=parameters').repeat(2000)
  sent.write(block)
  const answer = await response
  answer.pause()
  let blocks = 0
  // Until the buffers of both sides are full.
  for (let idle = 0; idle < 20 && blocks < 2000;) {
    if (sent.writableNeedDrain) {
      idle += 1
      await sleep(20)
    } else {
      sent.write(block)
      blocks += 1
      idle = 0
      await sleep(0)
    }
  }
  assert.ok(blocks < 400, `${blocks} blocks were taken from a client that reads nothing`)
  sent.destroy()
})

test('normalize: an unknown policy is refused before the first line', async (t) => {
  const { server } = await serve(t)
  const { status, json } = await server.call('/api/v1/normalize?policy=nothere', { body: line('x'), headers: NDJSON })
  assert.deepEqual([status, json['code']], [422, 'app/bad-input'])
})

for (const path of ['/api/v1/urls', '/api/v1/frontier/urls']) {
  test(`POST ${path}: any number of lines, one report`, async (t) => {
    const { server } = await serve(t)
    const lines = Array.from({ length: 30_000 }, (_, index) => line(`https://example.com/${index % 25_000}`))
    const { status, json } = await server.call(path, { body: `${lines.join('')}nonsense\n`, headers: NDJSON })
    assert.equal(status, 200)
    assert.deepEqual(json, { seen: 30_001, new: 25_000, duplicates: 5000, rejected: 1 })
  })
}

test('a client that hangs up stops the work; what was written stays', async (t) => {
  const { server, canonist } = await serve(t)
  const { sent } = open(server, '/api/v1/urls')
  const blocks = 10
  for (let block = 0; block < blocks; block += 1)
    sent.write(Array.from({ length: 20_000 }, (_, index) => line(`https://example.com/${block}/${index}`)).join(''))
  const pages = async (): Promise<number> => {
    const { pages } = await (await canonist.registry()).readCounts()
    return Object.values(pages).reduce((sum, count) => sum + count, 0)
  }
  while ((await pages()) === 0) await sleep(20)
  sent.destroy()
  // The batch that is being written is written to its end.
  let [before, now] = [-1, await pages()]
  while (before !== now) {
    await sleep(1000)
    ;[before, now] = [now, await pages()]
  }
  assert.ok(now >= 20_000 && now < blocks * 20_000, `${now}`)
  const { text } = await server.call('/metrics')
  assert.match(text, /^api_open_requests 0$/m)
})

test('lines where an operation takes none are 415', async (t) => {
  const { server } = await serve(t)
  const { status, json } = await server.call('/api/v1/explain', { body: line('x'), headers: NDJSON })
  assert.deepEqual([status, json['code']], [415, 'api/wrong-media-type'])
})
