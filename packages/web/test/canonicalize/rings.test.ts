import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy } from '@canonist/core'
import { admit } from '../../src/admit/admit.ts'
import { MAX_REQUESTS } from '../../src/admit/requests.ts'
import { canonicalize } from '../../src/canonicalize/canonicalize.ts'
import { createFunctionExchanger } from '../../src/net/transport/function-exchanger.ts'
import { createFetcherOn } from '../../src/resolve/fetcher.ts'
import { createChance } from '@canonist/test-support/chance.ts'
import { KINDS, listRings, listRoutes, makeRing, OPTIONS, type Ring, type RingOptions } from './support/rings.ts'
import { createDns, simulateWeb } from './support/simulated-web.ts'

// Documents that declare each other in a circle, by every mix of redirects and declarations. No request is needed to go around twice, so
// only the code itself ends such a chain.

const dnsFn = createDns({})

/** Canonicalizes the first document and checks what holds for every result. */
async function run(ring: Ring, options: RingOptions): Promise<void> {
  const routes = listRoutes(ring)
  const input = ring.documents[0]?.url ?? ''
  const where = JSON.stringify({ input, routes, options })
  const { fetchFn, asked } = simulateWeb(routes)
  const result = await canonicalize<number>(input, { ...options, fetchFn, dnsFn })
  assert.ok(result.requests <= 1 + (options.maxRequests ?? 3), `${result.requests} requests: ${where}`)
  const attempted = result.attempts.map(({ url }) => url)
  assert.equal(new Set(attempted).size, attempted.length, `a URL is asked twice: ${where}`)
  if (!result.ok) return
  if (result.reason !== 'exists_in_db') assert.ok(asked.includes(result.url), `${result.url} was not asked: ${where}`)
  const winners = result.candidates.filter(({ outcome }) => outcome === 'won')
  assert.ok(winners.length <= 1 && !result.aliases.includes(result.url), where)
  if (options.maxRequests !== 99) return
  const again = await canonicalize<number>(result.url, { ...options, fetchFn: simulateWeb(routes).fetchFn, dnsFn })
  assert.equal(again.ok && again.url, result.url, `another URL the second time: ${where}`)
}

const getOptions = (number: number): RingOptions => OPTIONS[number % OPTIONS.length] ?? {}

for (const kind of KINDS) {
  test(`every ring of two ${kind}s ends, with every option`, async () => {
    for (const ring of listRings(2, kind)) for (const options of OPTIONS) await run(ring, options)
  })
}

test('every ring of three pages ends, with an option each', async () => {
  let count = 0
  for (const ring of listRings(3, 'page')) await run(ring, getOptions((count += 1)))
})

const RINGS_PER_SIZE = 150

for (const size of [2, 3, 4, 5, 6]) {
  test(`${RINGS_PER_SIZE} webs of ${size} documents that lead to each other end`, async () => {
    for (let seed = 1; seed <= RINGS_PER_SIZE; seed += 1) {
      await run(makeRing(size, createChance(seed * size)), getOptions(seed))
    }
  })

  test(`they end in admit and in resolve, too: ${size} documents`, async () => {
    const policy = definePolicy({ extends: 'sources', name: 'rings', hosts: { allow: ['example.com', 'example.net'] } })
    for (let seed = 1; seed <= RINGS_PER_SIZE / 3; seed += 1) {
      const ring = makeRing(size, createChance(seed * size))
      const { fetchFn, asked } = simulateWeb(listRoutes(ring))
      const { decision } = await admit(ring.documents[0]?.url ?? '', { policy: policy.spec, fetchFn, dnsFn })
      assert.ok(['accept', 'review', 'reject', 'pending'].includes(decision))
      assert.ok(asked.length <= MAX_REQUESTS)
      const fetcher = createFetcherOn(createFunctionExchanger({ fetchFn, dnsFn }), null)
      const end = await fetcher.follow(ring.documents[0]?.url ?? '')
      assert.ok(end.ok || ['redirect_loop', 'too_many_redirects'].includes(end.code), end.ok ? '' : end.message)
    }
  })
}
