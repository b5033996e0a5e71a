import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/canonist/errors.ts'
import { openFetcher, openPoliteFetcher } from '../../src/fetching/open-fetcher.ts'
import { canonicalizeUrls } from '../../src/fetching/canonicalize-urls.ts'
import { resolveUrl, resolveUrls } from '../../src/fetching/resolve-urls.ts'
import { countUrls, runUrls, type UrlResult } from '../../src/fetching/run-urls.ts'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'

const list = (...lines: string[]) => [createTextInput('list', lines.join('\n'))]
const refuse = (): string => 'refused'

const shortly = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('results come in the order of the input, however long each takes', async () => {
  const work = async (url: string): Promise<string> => {
    await shortly(url.includes('slow') ? 40 : 1)
    return url.toUpperCase()
  }
  const results = await collect(runUrls(list('http://slow.example/', '', 'http://b.example/', 'c\0'), { work, refuse }))
  assert.deepEqual(
    results.map(({ state, input, ...rest }) => [state, input, 'result' in rest ? rest.result : null]),
    [
      ['done', 'http://slow.example/', 'HTTP://SLOW.EXAMPLE/'],
      ['empty', '', null],
      ['done', 'http://b.example/', 'HTTP://B.EXAMPLE/'],
      ['done', 'c\0', 'refused'],
    ],
  )
})

test('an aborted run yields what is finished, and names what was under way', async () => {
  const controller = new AbortController()
  const work = async (url: string): Promise<string> => (url.includes('b.') ? new Promise(() => undefined) : url)
  const results: UrlResult<string>[] = []
  const inputs = list('http://a.example/', 'http://b.example/', 'http://c.example/')
  for await (const item of runUrls(inputs, { work, refuse, signal: controller.signal })) {
    results.push(item)
    await shortly(20)
    controller.abort()
  }
  assert.deepEqual(
    results.map(({ state, input }) => `${state} ${input}`),
    ['done http://a.example/', 'left http://b.example/', 'done http://c.example/'],
  )
})

test('work stops when the results are no longer read', async () => {
  const signals: AbortSignal[] = []
  const work = async (url: string, signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    return url.includes('a.') ? url : new Promise(() => undefined)
  }
  for await (const item of runUrls(list('http://a.example/', 'http://b.example/'), { work, refuse })) {
    assert.equal(item.input, 'http://a.example/')
    break
  }
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  )
})

test('URLs are counted without the empty lines', async () => {
  assert.equal(await countUrls(list('http://a.example/', '', 'http://b.example/')), 2)
  const stream = { ...createTextInput('stdin', 'http://a.example/'), isRepeatable: false }
  assert.equal(await countUrls([stream]), null)
})

test('a bare host is resolved over http where https does not answer', async () => {
  const web = await startLoopbackWeb({
    'http://a.example/': { status: 301, headers: { location: '/tea' } },
    'http://a.example/tea': { body: '<p>Tea</p>', headers: { 'content-type': 'text/html' } },
  })
  const fetcher = openFetcher({ connectTo: { ...web.connectTo, ':443': '127.0.0.1:9' } })
  try {
    const resolved = await resolveUrl('a.example', { fetcher })
    assert.ok(resolved.ok)
    assert.deepEqual([resolved.url, resolved.hops.length, resolved.bodyBytes], ['http://a.example/tea', 1, 10])
  } finally {
    await fetcher.close()
    await web.close()
  }
})

test('lists are resolved and canonicalized politely: robots.txt first', async () => {
  const web = await startLoopbackWeb({
    'http://a.example/tea': { body: 'Tea' },
    'http://a.example/tea?utm_source=x': { body: 'Tea' },
  })
  const connectTo = { ...web.connectTo, ':443': '127.0.0.1:9' }
  const fetcher = openPoliteFetcher({ connectTo, hostDelayMs: 0, timeoutMs: 5000 })
  try {
    const [resolved] = await collect(resolveUrls(list('http://a.example/tea'), { fetcher }))
    assert.ok(resolved?.state === 'done' && resolved.result.ok)
    const [canonical] = await collect(canonicalizeUrls(list('http://a.example/tea?utm_source=x'), { fetcher }))
    assert.ok(canonical?.state === 'done' && canonical.result.ok)
    assert.equal(web.requests[0]?.path, '/robots.txt')
    assert.equal(web.requests.filter(({ path }) => path === '/robots.txt').length, 1)
  } finally {
    await fetcher.close()
    await web.close()
  }
})

test('an option of the network that is not valid has a code', () => {
  assert.throws(
    () => openFetcher({ connectTo: { 'a.example:80': 'nonsense' } }),
    (error) => error instanceof AppError && error.code === 'app/bad-network-option' && error.kind === 'usage',
  )
})
