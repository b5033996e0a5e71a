import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, type CanonistError, type Client, type ClientOptions } from '../src/index.ts'
import { gather } from '../src/lines.ts'
import { openCanonist, type Canonist } from '@canonist/server/internal/canonist/open-canonist'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { problem, startScriptedServer } from '@canonist/test-support/scripted-server.ts'
import { collect } from '@canonist/test-support/collect.ts'

async function connect(
  t: TestContext,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; canonist: Canonist }> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return { client: createClient({ url: server.url, ...options }), canonist }
}

/** Counts how many were taken, and whether the rest was given up. */
function countedUrls(most: number) {
  const state = { taken: 0, isEnded: false }
  function* urls(): Generator<string> {
    try {
      for (; state.taken < most; state.taken += 1) yield `https://example.com/${state.taken}?utm_source=x`
    } finally {
      state.isEnded = true
    }
  }
  return { state, urls: urls() }
}

const modes = [
  { mode: 'one request', streamsRequests: true },
  { mode: 'batches', streamsRequests: false },
]
for (const { mode, streamsRequests } of modes) {
  test(`${mode}: normalize gives a result for each URL, in order`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const { urls, state } = countedUrls(25_000)
    let index = 0
    for await (const item of client.normalize.stream(urls)) {
      assert.equal(item.ok && item.url, `https://example.com/${index}`)
      index += 1
    }
    assert.deepEqual([index, state.taken, state.isEnded], [25_000, 25_000, true])
  })

  test(`${mode}: text that is not a URL is a result, and any text arrives as it is`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const urls = ['', 'a\nb', '"', '🙂', '\u2028', 'https://example.com/é']
    const items = await collect(client.normalize.stream(urls, { policy: 'links' }))
    assert.deepEqual(
      items.map(({ input }) => input),
      urls,
    )
    assert.equal(items.at(-1)?.ok, true)
  })

  test(`${mode}: a result does not wait for URLs that come much later`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const first = Promise.withResolvers<void>()
    async function* slowUrls(): AsyncGenerator<string> {
      yield 'https://a.example/'
      await first.promise
      yield 'https://b.example/'
    }
    const seen: string[] = []
    for await (const { input } of client.normalize.stream(slowUrls())) {
      seen.push(input)
      first.resolve()
    }
    assert.deepEqual(seen, ['https://a.example/', 'https://b.example/'])
  })

  test(`${mode}: a caller that stops reading ends the source and the request`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const { urls, state } = countedUrls(10_000_000)
    for await (const { input } of client.normalize.stream(urls)) if (input.includes('/1500?')) break
    for (let tries = 0; !state.isEnded && tries < 100; tries += 1) await sleep(20)
    assert.equal(state.isEnded, true)
    assert.ok(state.taken < 1_000_000, `${state.taken}`)
    for (let tries = 0; tries < 100; tries += 1) {
      if (/^api_open_requests 0$/m.test(await client.getMetrics())) return
      await sleep(20)
    }
    assert.fail('the server is still answering')
  })

  test(`${mode}: an abort ends it with the reason`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const { urls } = countedUrls(10_000_000)
    const stop = new AbortController()
    const reading = (async () => {
      for await (const { input } of client.normalize.stream(urls, {}, { signal: stop.signal }))
        if (input.includes('/1500?')) stop.abort(new Error('enough'))
    })()
    await assert.rejects(reading, { message: 'enough' })
  })

  test(`${mode}: what the source throws comes out`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    function* broken(): Generator<string> {
      yield 'https://example.com/'
      throw new TypeError('no more')
    }
    await assert.rejects(collect(client.normalize.stream(broken())), { name: 'TypeError', message: 'no more' })
    await assert.rejects(client.addUrls.stream(broken()), { name: 'TypeError', message: 'no more' })
  })

  test(`${mode}: a wrong option is the error of the server`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const { urls } = countedUrls(100_000)
    const policy = 'nothere' as 'links'
    await assert.rejects(collect(client.normalize.stream(urls, { policy })), { code: 'app/bad-input' })
  })

  test(`${mode}: addUrls and addFrontierUrls report on all URLs together`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    const urls = [...countedUrls(3000).urls, 'nonsense']
    assert.deepEqual(await client.addUrls.stream(urls), { seen: 3001, new: 3000, duplicates: 0, rejected: 1 })
    const report = await client.addFrontierUrls.stream(ReadableStream.from(urls), { priority: 'high' })
    assert.deepEqual(report, { seen: 3001, new: 3000, duplicates: 0, rejected: 1 })
    const { items } = await client.listFrontierUrls({ limit: 1 })
    assert.equal(items[0]?.priority, 'high')
  })

  test(`${mode}: no URLs are no results, and a report of nothing`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    assert.deepEqual(await collect(client.normalize.stream([])), [])
    assert.deepEqual(await client.addUrls.stream([]), { seen: 0, new: 0, duplicates: 0, rejected: 0 })
  })

  test(`${mode}: a string is refused, since it is a list of its characters`, async (t) => {
    const { client } = await connect(t, { streamsRequests })
    await assert.rejects(client.addUrls.stream('https://example.com/'), { code: 'client/bad-argument' })
  })
}

test('one request: results come while URLs are still being sent', async (t) => {
  const { client } = await connect(t, { streamsRequests: true })
  const { urls, state } = countedUrls(1_000_000)
  const items = client.normalize.stream(urls)
  assert.equal((await items.next()).value?.ok, true)
  await items.return()
  assert.ok(state.taken < 500_000, `${state.taken} were sent before the first result`)
})

test('one request: if the server breaks off, the results so far are there, and then an error', async () => {
  const { url } = await startScriptedServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write('{"ok":true}\n')
    setTimeout(() => response.destroy(), 50)
  })
  const items = createClient({ url }).normalize.stream(['a', 'b'])
  assert.deepEqual((await items.next()).value, { ok: true })
  await assert.rejects(items.next(), (error: CanonistError) => error.code === 'client/interrupted')
})

test('batches: each is sent again by itself', async () => {
  const line = { headers: { 'content-type': 'application/x-ndjson' }, body: '{"ok":true}\n' }
  const { url, requests } = await startScriptedServer(line, problem(503, 'store/unreachable', '0'), line)
  const client = createClient({ url, streamsRequests: false })
  const items = await collect(client.normalize.stream(countedUrls(1001).urls))
  assert.equal(items.length, 2)
  assert.deepEqual(
    requests.map(({ body }) => body.split('\n').length - 1),
    [1000, 1, 1],
  )
})

test('groups: as many as there are at once, up to the most', async () => {
  const groups = await collect(gather(ReadableStream.from(['a', 'b', 'c', 'd', 'e']), 2))
  assert.deepEqual(groups, [['a', 'b'], ['c', 'd'], ['e']])
  assert.deepEqual(await collect(gather(new Set(['a', 'b', 'c']), 2)), [['a', 'b'], ['c']])
})
