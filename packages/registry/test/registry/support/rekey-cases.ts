import { definePolicy, policies, type Policy } from '@canonist/core'
import fc from 'fast-check'
import { createRegistry } from '../../../src/registry/open-registry.ts'
import type { CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import type { Database } from '../../../src/store/database.ts'

/** Policies that merge and split each other's pages. */
export const POLICIES: readonly Policy[] = [
  policies.dedupe,
  policies.rfc3986,
  policies['feed-aggressive'],
  definePolicy({ name: 'no-query', extends: 'dedupe', query: { strip: ['*'] }, www: 'strip' }),
  definePolicy({ name: 'routes', extends: 'rfc3986', fragment: 'keep-routes', scheme: 'https', pathCase: 'lower' }),
]

export const somePolicy = fc.constantFrom(...POLICIES)

export const someUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('a.example', 'www.a.example', 'b.example'),
    fc.constantFrom('/', '/p', '/P', '/p/'),
    fc.constantFrom('', '?id=1', '?id=2&x=1', '?x=1&id=2', '?utm_source=z', '?id=1&ref=r'),
    fc.constantFrom('', '#top', '#/route'),
  )
  .map(([scheme, host, path, query, fragment]) => `${scheme}://${host}${path}${query}${fragment}`)

/** Lines that are added, or a proof that URLs lead to another one. */
export type Event =
  | { readonly kind: 'lines'; readonly urls: readonly string[] }
  | { readonly kind: 'proof'; readonly url: string; readonly from: readonly string[] }

export const someLines: fc.Arbitrary<Event> = fc.record({
  kind: fc.constant('lines'),
  urls: fc.array(someUrl, { minLength: 1, maxLength: 8 }),
})

export const someEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: someLines },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('proof'),
      url: someUrl,
      from: fc.array(someUrl, { minLength: 1, maxLength: 3 }),
    }),
  },
)

const HOURS_APART_MS = 2 * 3_600_000

/** Lets the events happen under a policy, so far apart that a page is touched by each. */
export async function happen(database: Database, policy: Policy, events: readonly Event[], from = 0): Promise<void> {
  let time = from
  const registry = await createRegistry(database, { policy, now: () => time })
  for (const event of events) {
    time += HOURS_APART_MS
    if (event.kind === 'lines') await registry.ingest(event.urls)
    else await registry.record(createProof(event.url, event.from))
  }
}

function createProof(url: string, from: readonly string[]): CanonicalizeResult {
  const evidence = from.map((alias) => ({ url: alias, proof: 'redirect' }))
  return { ok: true, url, inputUrl: url, evidence } as unknown as CanonicalizeResult
}
