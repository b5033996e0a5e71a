import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalize, type PolicySpec } from '@canonist/core'
import fc from 'fast-check'
import { admit } from '../../src/admit/admit.ts'
import type { Admission } from '../../src/admit/admission.ts'
import { createHostFacts } from '../../src/admit/host-facts.ts'
import { MAX_REQUESTS } from '../../src/admit/requests.ts'
import type { FetchFn } from '../../src/net/exchange.ts'
import { coherentWeb } from './support/coherent-web.ts'
import { MAPPED, POLICY } from './support/policies.ts'
import { simulateWeb, type Route, type Routes, type SimulatedWeb } from './support/simulated-web.ts'
import { runs } from '@canonist/test-support/runs.ts'

const HOSTS = ['boe.es', 'www.boe.es', 'sede.uno.gob.es', 'dos.gob.es', 'www.dos.gob.es', 'bit.ly', 'tienda.com']
const PATHS = ['/', '/a', '/a/', '/ca/a', '/es/a', '/es/a/', '/cat/a', '/b-ccc', '/b/c/7']
const QUERIES = ['', '?id=1', '?p=2', '?tipo=x&p=3', '?page=2', '?page=2&p=4', '?lang=ca', '?lang=es', '?otro=1']

const place = fc.tuple(fc.constantFrom(...HOSTS), fc.constantFrom(...PATHS), fc.constantFrom(...QUERIES))
const wire = place.map(([host, path, query]) => `https://${host}${path}${query}`)
const anyScheme = fc
  .tuple(fc.constantFrom('http', 'https'), place)
  .map(([scheme, [host, path, query]]) => `${scheme}://${host}${path}${query}`)

/** As people paste them. */
const input = fc
  .tuple(anyScheme, fc.constantFrom('', '&utm_source=x', '&sid=4', '&ref=y'), fc.constantFrom('', '#', '#top', '#!/x'))
  .map(([url, extra, fragment]) => (url.includes('?') ? url + extra : url + extra.replace('&', '?')) + fragment)

const languages = fc.dictionary(fc.constantFrom('es', 'ca', 'eu', 'x-default'), wire, { maxKeys: 2 })
const served = fc.record({ links: fc.array(wire, { maxLength: 3 }), hreflang: languages }) satisfies fc.Arbitrary<Route>
const route: fc.Arbitrary<Route> = fc.oneof(
  { weight: 6, arbitrary: served },
  {
    weight: 4,
    arbitrary: fc.record({
      status: fc.constantFrom(301, 302, 308),
      location: fc.oneof(
        anyScheme,
        anyScheme.map((url) => `${url}${url.includes('?') ? '&' : '?'}utm_source=srv`),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ status: fc.constantFrom(300, 403, 404, 410, 503) }) },
  { weight: 1, arbitrary: fc.record({ fails: fc.constantFrom('ECONNREFUSED', 'ECONNRESET', 'CERT_HAS_EXPIRED') }) },
)
/** Every URL answers something, whatever the others do. */
const wildWeb = fc.func(route)
const tameWeb = coherentWeb(anyScheme)
const policy = fc.constantFrom(POLICY, MAPPED)

/** A server that, like most, does not look at what others hang on its URLs. */
function honest(routes: Routes): SimulatedWeb {
  const simulated = simulateWeb(routes)
  const plain = (url: string): string => url.replace(/[?&](?:utm_source|sid|ref)=\w+/g, '')
  const asked: string[] = []
  const fetchFn: FetchFn = (url, init) => {
    asked.push(`${init.method} ${url}`)
    return simulated.fetchFn(plain(url), init)
  }
  return { ...simulated, fetchFn, asked }
}

interface Run {
  readonly text: string
  readonly spec: PolicySpec
  readonly routes: Routes
}

const now = (): Date => new Date('2026-03-01T12:00:00Z')

async function online(
  { text, spec, routes }: Run,
  facts = createHostFacts(),
): Promise<Admission & { asked: string[] }> {
  const { fetchFn, dnsFn, asked } = honest(routes)
  return { ...(await admit(text, { policy: spec, fetchFn, dnsFn, facts, now })), asked }
}

const offline = ({ text, spec }: Run): Promise<Admission> => admit(text, { policy: spec, offline: true, now })

interface Promised {
  readonly name: string
  readonly check: (run: Run) => Promise<void>
  /** Sites that contradict themselves from page to page have no canonical URLs to agree on. */
  readonly isCoherent?: true
}

const PROMISES: readonly Promised[] = [
  {
    name: 'the canonical URL is its own canonical URL, without the network',
    async check(run) {
      const { canonical } = await offline(run)
      if (canonical !== null) assert.equal((await offline({ ...run, text: canonical })).canonical, canonical)
    },
  },
  {
    name: 'the canonical URL is its own canonical URL, on a web of sites that know what they do',
    isCoherent: true,
    async check(run) {
      const facts = createHostFacts()
      const { canonical } = await online(run, facts)
      if (canonical === null) return
      const again = await online({ ...run, text: canonical }, facts)
      assert.equal(again.canonical, canonical)
      assert.notEqual(again.decision, 'reject')
    },
  },
  {
    name: 'the same input, policy and facts give the same record, byte for byte',
    async check(run) {
      assert.equal(JSON.stringify(await online(run)), JSON.stringify(await online(run)))
      assert.equal(JSON.stringify(await offline(run)), JSON.stringify(await offline(run)))
    },
  },
  {
    name: 'at most sixteen requests are made, none of them twice',
    async check(run) {
      const { asked } = await online(run)
      assert.ok(asked.length <= MAX_REQUESTS, String(asked.length))
      assert.equal(new Set(asked).size, asked.length)
    },
  },
  {
    name: 'the trace leads from the input to the canonical URL without a gap',
    async check(run) {
      for (const { trace, original, canonical } of [await online(run), await offline(run)]) {
        const steps = [original, ...trace.map(({ after }) => after)]
        assert.deepEqual(
          trace.map(({ before }) => before),
          steps.slice(0, -1),
        )
        if (canonical !== null) assert.equal(steps.at(-1), canonical)
      }
    },
  },
  {
    name: 'what is stored is on the allowlist, and what needs a person says why',
    async check(run) {
      const { canonical, decision, reason, flags } = await online(run)
      assert.doesNotMatch(canonical ?? '', /^https?:\/\/(?:bit\.ly|tienda\.com)/)
      const isStored = decision === 'accept' || decision === 'review'
      assert.equal(canonical !== null, isStored)
      assert.equal(reason === null, isStored)
      if (canonical !== null) assert.equal(flags.length > 0, decision === 'review')
    },
  },
  {
    name: 'steps 1 to 7 are what the normalizer makes of the policy',
    async check({ text, spec }) {
      const bare = { ...spec, pagination: { params: null }, hosts: { ...spec.hosts, canonical: null } }
      const { canonical } = await offline({ text, spec: bare, routes: () => ({}) })
      if (canonical !== null) assert.equal(canonical, normalize(text, 'sources'))
    },
  },
]

/** Checks every promise on so many webs. */
export function testInvariants(webs: number): void {
  for (const { name, check, isCoherent } of PROMISES) {
    test(name, () => {
      const web = isCoherent === true ? tameWeb : wildWeb
      const property = fc.asyncProperty(input, policy, web, (text, spec, routes) => check({ text, spec, routes }))
      return fc.assert(property, runs(webs))
    })
  }
}
