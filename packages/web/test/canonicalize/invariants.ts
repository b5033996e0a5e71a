import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalize } from '../../src/canonicalize/canonicalize.ts'
import type { CanonicalizeOptions } from '../../src/canonicalize/options.ts'
import type { CanonicalizeResult } from '../../src/canonicalize/result.ts'
import { page, rss } from './support/documents.ts'
import type { Route, Routes } from './support/scenario.ts'
import { createDns, simulateWeb } from './support/simulated-web.ts'
import { runs } from '@canonist/test-support/runs.ts'

// A little web of every spelling that may matter, with answers by chance: what holds for all of them is the promise.

const HOSTS = ['example.com', 'www.example.com', 'cdn.example.net', 'inside.example.org']
const PATHS = ['/feed', '/feed/', '//feed', '/feed?utm_source=x', '/feed?id=1', '/other', '/%7Eada', '/~ada']
/** What platforms hold to be one. */
const FORMS = ['/?feed=rss2', '/feed/rss2/', '/blog?feed=atom', '/blog/feed/atom/', '/atom.xml', '/feeds/posts/default']
const ON_PORT = ['/feed', '/feed/', '/?feed=rss2', '/other']
const SITES: readonly (readonly [host: string, paths: readonly string[]])[] = [
  ...HOSTS.map((host) => [host, PATHS] as const),
  ['example.com', FORMS],
  ['feeds.feedburner.com', ['/a', '/a?format=xml']],
  ['feedproxy.google.com', ['/a']],
  ['example.com:8443', ON_PORT],
]
const URLS = ['http', 'https'].flatMap((scheme) =>
  SITES.flatMap(([host, paths]) => paths.map((path) => `${scheme}://${host}${path}`)),
)
const PRIVATE = { 'inside.example.org': ['10.0.0.1'] }

const url = fc.constantFrom(...URLS)
const body = fc.oneof(
  fc
    .record({
      self: fc.option(url, { nil: undefined }),
      items: fc.constantFrom(2, 3),
      built: fc.constantFrom('a', 'b'),
      generator: fc.constantFrom(undefined, undefined, 'https://wordpress.org/?v=6', 'Blogger'),
      files: fc.constantFrom(undefined, undefined, 'https://one.example', 'https://two.example'),
    })
    .map(writeFeed),
  fc.record({ canonical: fc.option(url, { nil: undefined }), nonce: fc.constantFrom('a', 'b') }).map(writePage),
)
const route: fc.Arbitrary<Route> = fc.oneof(
  { weight: 6, arbitrary: body.map((text) => ({ body: text })) },
  { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(301, 302, 308), location: url }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Route>({ status: 404 }, { status: 500 }, { fails: 'ECONNREFUSED' }, { status: 204 }),
  },
)
const web: fc.Arbitrary<Routes> = fc
  .tuple(...URLS.map((text) => fc.tuple(fc.constant(text), route)))
  .map(Object.fromEntries)
const options: fc.Arbitrary<CanonicalizeOptions> = fc.record({
  maxRequests: fc.constantFrom(0, 1, 3, 9),
  useSignature: fc.boolean(),
  preferHttps: fc.boolean(),
  preferNoWww: fc.boolean(),
  temporaryRedirects: fc.constantFrom<'follow' | 'keep'>('follow', 'keep'),
})

interface Feed {
  readonly self: string | undefined
  readonly items: number
  readonly built: string
  readonly generator: string | undefined
  readonly files: string | undefined
}

function writeFeed({ self, generator, files, ...rest }: Feed): string {
  return rss({
    ...rest,
    ...(self === undefined ? {} : { self }),
    ...(generator === undefined ? {} : { generator }),
    ...(files === undefined ? {} : { files }),
  })
}

function writePage({ canonical, nonce }: { canonical: string | undefined; nonce: string }): string {
  return page(canonical === undefined ? { nonce } : { canonical, nonce })
}

interface Run {
  readonly result: CanonicalizeResult
  readonly asked: readonly string[]
}

async function run(input: string, routes: Routes, given: CanonicalizeOptions): Promise<Run> {
  const { fetchFn, asked } = simulateWeb(routes)
  return { result: await canonicalize(input, { ...given, fetchFn, dnsFn: createDns({ dns: PRIVATE }) }), asked }
}

/** Where the servers lead from a URL; a temporary redirect may be where one stays. */
function findEnd(url: string, routes: Routes, keepsTemporary: boolean): string {
  const { location, status } = routes[url] as Route
  return location === undefined || (keepsTemporary && status === 302) ? url : findEnd(location, routes, keepsTemporary)
}

/** What is promised, and how it is checked. */
interface Promised {
  readonly name: string
  readonly check: (run: Run, routes: Routes, given: CanonicalizeOptions) => unknown
  /** How many webs make up for one of the others: this check plays many rounds on each. */
  readonly weight?: number
}

const PROMISES: readonly Promised[] = [
  {
    name: 'the winner was seen to answer in this call',
    check: ({ result, asked }, routes, { temporaryRedirects }) => {
      if (!result.ok) return
      assert.ok(asked.includes(result.url), `${result.url} was not asked`)
      const end = findEnd(result.url, routes, temporaryRedirects === 'keep')
      assert.ok([result.url, `${result.url}?utm_source=x`].includes(end), `${result.url} leads to ${end}`)
    },
  },
  {
    name: 'requests stay within one, one for the other scheme, and the budget',
    check: ({ result }, _, { maxRequests = 3 }) => {
      const alternates = result.attempts.filter(({ purpose }) => purpose === 'alternate_scheme').length
      assert.ok(result.requests <= 1 + alternates + maxRequests, `${result.requests} requests`)
      assert.ok(alternates <= 1)
    },
  },
  {
    name: 'https never becomes http, unless the server itself leads there',
    check: ({ result }) => {
      if (result.ok && result.responseUrl?.startsWith('https:')) assert.match(result.url, /^https:/)
    },
  },
  {
    name: 'no forbidden host is ever asked',
    check: ({ asked }) => {
      assert.deepEqual(
        asked.filter((text) => text.includes('inside.example.org')),
        [],
      )
    },
  },
  {
    name: 'no URL is asked twice as a candidate',
    check: ({ result }) => {
      const urls = result.attempts.map((attempt) => attempt.url)
      assert.equal(new Set(urls).size, urls.length)
    },
  },
  {
    name: 'exactly one candidate has won, and it is the result',
    check: ({ result }) => {
      if (!result.ok) return
      const winners = result.candidates.filter(({ outcome }) => outcome === 'won').map((candidate) => candidate.url)
      assert.deepEqual(winners, [result.url])
    },
  },
  {
    name: 'every alias has its proof, and the winner is none of them',
    check: ({ result }) => {
      if (!result.ok) return
      assert.deepEqual(
        result.aliases,
        result.evidence.map((alias) => alias.url),
      )
      assert.ok(!result.aliases.includes(result.url))
    },
  },
  {
    name: 'the winner is the winner again',
    check: async (_, all, given) => {
      // A host is dead or it is not; here single URLs would be.
      const routes = Object.fromEntries(Object.entries(all).filter(([, found]) => (found as Route).fails === undefined))
      // Enough for every chain: a budget that is spent ends one too early.
      const options = { ...given, maxRequests: 99 }
      for (const input of URLS) {
        const { result } = await run(input, routes, options)
        // The port of an input is allowed for that input alone.
        const isBeyondPort =
          new URL(input).port !== '' && result.ok && new URL(result.url).origin !== new URL(input).origin
        if (!result.ok || isBeyondPort) continue
        const again = (await run(result.url, routes, options)).result
        assert.ok(again.ok)
        assert.equal(again.url, result.url, `from ${input}`)
      }
    },
    weight: 20,
  },
]

/** Checks every promise on so many webs. */
export function testInvariants(webs: number): void {
  for (const { name, check, weight = 1 } of PROMISES) {
    test(name, () => {
      const property = fc.asyncProperty(url, web, options, async (input, routes, given) => {
        await check(await run(input, routes, given), routes, given)
      })
      // Shrinking a web takes longer than finding it: the seed is told.
      return fc.assert(property, { ...runs(Math.ceil(webs / weight)), endOnFailure: true })
    })
  }
}
