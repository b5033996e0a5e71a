import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type * as client from '@canonist/client'
import type { Browser, Page, Request } from 'playwright-core'
import { bundleClient } from '@canonist/test-support/bundle-client.ts'
import { launch, serve, type Served } from './start.ts'

// `canonist/client` in a real browser, on a page of the server. What it does elsewhere is tested in packages/client/test/.

declare const entry: typeof client

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
const { text: script } = await bundleClient()
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
})
after(async () => {
  await browser.close()
  await server.stop()
})

interface Opened {
  readonly page: Page
  /** The requests to the API, in order. */
  readonly sent: Request[]
}

/** A page with the client as `entry`. */
async function open(t: TestContext): Promise<Opened> {
  const page = await browser.newPage()
  t.after(() => page.close())
  await page.route('**/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  // The content security policy blocks other scripts, so this page stands for a page of the user behind the same proxy.
  await page.route('**/own-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/client.js"></script>' }),
  )
  await page.goto(new URL('/own-page', server.url).href)
  const sent: Request[] = []
  page.on('request', (request) => void sent.push(request))
  return { page, sent }
}

const countOpenRequests = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', server.url))).text()
  return Number(/^api_open_requests (\d+)$/m.exec(text)?.[1])
}

test('URLs are sent in batches, and the results arrive in order', async (t) => {
  const { page, sent } = await open(t)
  const { inputs, report } = await page.evaluate(async (url) => {
    const api = entry.createClient({ url })
    const urls = Array.from({ length: 2500 }, (_, index) => `https://example.com/${index}?utm_source=x`)
    const inputs: string[] = []
    for await (const { input } of api.normalize.stream(urls)) inputs.push(input)
    return { inputs, report: await api.addUrls.stream(urls) }
  }, server.url)
  assert.deepEqual(
    [inputs.length, inputs[0], inputs.at(-1)],
    [2500, ...[0, 2499].map((id) => `https://example.com/${id}?utm_source=x`)],
  )
  assert.deepEqual(report, { seen: 2500, new: 2500, duplicates: 0, rejected: 0 })
  assert.deepEqual(
    sent.map((request) => [new URL(request.url()).pathname, request.postData()?.split('\n').length]),
    ['normalize', 'urls'].flatMap((name) => [1001, 1001, 501].map((lines) => [`/api/v1/${name}`, lines])),
  )
})

test('aborting a stream also stops reading its input', async (t) => {
  const { page, sent } = await open(t)
  const result = await page.evaluate(async (url) => {
    const [stop, api] = [new AbortController(), entry.createClient({ url })]
    let [asked, isEnded] = [0, false]
    const endless = async function* (): AsyncGenerator<string> {
      try {
        for (;;) yield `https://example.com/${(asked += 1)}`
      } finally {
        isEnded = true
      }
    }
    let got = 0
    try {
      for await (const { ok } of api.normalize.stream(endless(), {}, { signal: stop.signal }))
        if (ok && (got += 1) === 1500) stop.abort(new Error('enough'))
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { message: String(error), got, asked, isEnded }
    }
    return null
  }, server.url)
  assert.ok(result !== null)
  assert.equal(result.message, 'Error: enough')
  assert.ok(result.isEnded && result.got <= 2000 && result.asked <= 4000, JSON.stringify(result))
  const before = sent.length
  await page.waitForTimeout(300)
  assert.equal(sent.length, before)
})

test('a refused request is retried after Retry-After; a write that may have started is not', async (t) => {
  const { page, sent } = await open(t)
  const refusal = { type: 'x', title: 'x', status: 429, code: 'api/too-many-requests', detail: 'x', fix: 'x' }
  await page.route(
    '**/api/v1/*',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        contentType: 'application/problem+json',
        body: JSON.stringify(refusal),
      }),
    { times: 1 },
  )
  const { waitedMs, report } = await page.evaluate(async (url) => {
    const started = performance.now()
    const report = await entry.createClient({ url }).addUrls({ urls: ['https://example.org/once'] })
    return { waitedMs: performance.now() - started, report }
  }, server.url)
  assert.deepEqual([report.new, sent.length], [1, 2])
  assert.ok(waitedMs >= 1000, `${waitedMs} ms`)

  await page.route('**/api/v1/urls', (route) => route.abort('connectionreset'))
  const failed = await page.evaluate(async (url) => {
    const api = entry.createClient({ url })
    return api
      .addUrls({ urls: ['https://example.org/twice'] })
      .catch((error: unknown) =>
        error instanceof entry.CanonistError ? { code: error.code, retry: error.retry } : { code: String(error) },
      )
  }, server.url)
  assert.deepEqual(failed, { code: 'client/unreachable', retry: true })
  assert.equal(sent.length, 3)
})

test('events arrive, and aborting the listener closes its connection', async (t) => {
  const { page } = await open(t)
  const types = await page.evaluate(async (url) => {
    const [stop, api] = [new AbortController(), entry.createClient({ url })]
    const types = new Set<string>()
    const { id } = await api.upload({ name: 'list.txt', body: new Blob(['https://example.net/\n']) })
    await api.startRun({ kind: 'ingest', options: { upload: id } })
    try {
      for await (const { type, data } of api.listenToEvents({ lastEventId: 0 }, { signal: stop.signal })) {
        types.add(type)
        if (type === 'run' && data.state === 'done') stop.abort()
      }
    } catch {
      return [...types]
    }
    return null
  }, server.url)
  assert.ok(types?.includes('run'))
  for (let tries = 0; tries < 100 && (await countOpenRequests()) > 0; tries += 1) await page.waitForTimeout(50)
  assert.equal(await countOpenRequests(), 0)
})
