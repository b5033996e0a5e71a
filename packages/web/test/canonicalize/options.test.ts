import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalize } from '../../src/canonicalize/canonicalize.ts'
import type { CanonicalizeOptions } from '../../src/canonicalize/options.ts'
import { rss } from './support/documents.ts'
import { createDns, simulateWeb } from './support/simulated-web.ts'

const WWW = 'https://www.example.com/feed'
const APEX = 'https://example.com/feed'
const WEB = { [WWW]: rss(), [APEX]: rss() }
const dnsFn = createDns({})

test('what existsFn throws is thrown', async () => {
  const { fetchFn } = simulateWeb(WEB)
  const existsFn = () => Promise.reject(new Error('the database is down'))
  await assert.rejects(canonicalize(WWW, { fetchFn, dnsFn, existsFn }), { message: 'the database is down' })
})

test('existsFn is called with all spellings, best first', async () => {
  const { fetchFn } = simulateWeb(WEB)
  const asked: string[][] = []
  const existsFn = async (urls: string[]) => {
    asked.push(urls)
    return null
  }
  await canonicalize(WWW, { fetchFn, dnsFn, existsFn, checkBeforeFetch: true })
  assert.deepEqual(asked, [
    [APEX, WWW],
    [APEX, WWW],
  ])
})

test('a call that is aborted before it begins sends no request', async () => {
  const { fetchFn, asked } = simulateWeb(WEB)
  const result = await canonicalize(WWW, { fetchFn, dnsFn, signal: AbortSignal.abort() })
  assert.deepEqual([result.ok, !result.ok && result.error, asked], [false, 'aborted', []])
})

test('a call that is aborted between two tests ends there', async () => {
  const { fetchFn, asked } = simulateWeb(WEB)
  const controller = new AbortController()
  const verifyFn = (url: string) => {
    if (url === APEX) controller.abort()
    return true
  }
  const result = await canonicalize(WWW, { fetchFn, dnsFn, verifyFn, signal: controller.signal })
  assert.deepEqual([result.ok, !result.ok && result.error, asked], [false, 'aborted', [WWW]])
})

test('a function of the caller may abort the call and fail at once', async () => {
  const { fetchFn } = simulateWeb(WEB)
  const controller = new AbortController()
  const existsFn = () => {
    controller.abort()
    return Promise.reject(new Error('the database is closed'))
  }
  const options = { fetchFn, dnsFn, existsFn, checkBeforeFetch: true, signal: controller.signal }
  const result = await canonicalize(WWW, options)
  assert.equal(result.ok || result.error, 'aborted')
})

test('verifyFn may take its time, and is called for every hop', async () => {
  const heard: string[] = []
  const { fetchFn } = simulateWeb({ 'https://example.com/': { location: '/feed' }, [APEX]: rss() })
  const verifyFn = async (url: string) => Boolean(heard.push(url))
  await canonicalize('https://example.com/', { fetchFn, dnsFn, verifyFn })
  assert.deepEqual(heard, ['https://example.com/', APEX])
})

test('a URL that verifyFn refuses is blocked', async () => {
  const { fetchFn, asked } = simulateWeb(WEB)
  const result = await canonicalize(WWW, { fetchFn, dnsFn, verifyFn: () => false })
  assert.deepEqual([!result.ok && result.error, asked], ['blocked', []])
})

test('a name without addresses is blocked before anything is sent', async () => {
  const { fetchFn, asked } = simulateWeb(WEB)
  const result = await canonicalize(WWW, { fetchFn, dnsFn: async () => [] })
  assert.deepEqual([!result.ok && result.error, result.requests, asked], ['blocked', 0, []])
})

test('dnsFn is called before every exchange', async () => {
  const { fetchFn } = simulateWeb({ 'https://a.example.com/': { location: APEX }, [APEX]: rss() })
  const asked: string[] = []
  const countingDns = async (host: string) => {
    asked.push(host)
    return ['93.184.216.34']
  }
  await canonicalize('https://a.example.com/', { fetchFn, dnsFn: countingDns })
  assert.deepEqual(asked, ['a.example.com', 'example.com'])
})

test('undefined means default', async () => {
  const { fetchFn } = simulateWeb(WEB)
  const nothing = { maxRequests: undefined, useSignature: undefined, preferHttps: undefined, expect: undefined }
  const result = await canonicalize(WWW, { fetchFn, dnsFn, ...nothing })
  assert.equal(result.ok && result.url, APEX)
})

test('a value that is not a string is not a URL', async () => {
  const result = await canonicalize(42 as unknown as string)
  assert.equal(!result.ok && result.error, 'invalid_url')
})

test('a call that is aborted while the database thinks does not wait for it', async () => {
  const { fetchFn } = simulateWeb(WEB)
  const controller = new AbortController()
  const existsFn = () => {
    controller.abort()
    return new Promise<null>(() => {})
  }
  const result = await canonicalize(WWW, { fetchFn, dnsFn, existsFn, signal: controller.signal })
  assert.equal(!result.ok && result.error, 'aborted')
})

const misspelled = [
  { options: { expect: 'feeds' }, says: "expect is \"feeds\"; give one of 'any', 'feed', 'page'" },
  { options: { temporaryRedirects: 'ignore' }, says: "temporaryRedirects is \"ignore\"; give one of 'follow', 'keep'" },
]
for (const { options, says } of misspelled) {
  test(`${JSON.stringify(options)} is rejected, and nothing is requested`, async () => {
    const { fetchFn, asked } = simulateWeb(WEB)
    const given = { fetchFn, dnsFn, ...options } as unknown as CanonicalizeOptions
    await assert.rejects(canonicalize(WWW, given), { name: 'RangeError', message: says })
    assert.deepEqual(asked, [])
  })
}
