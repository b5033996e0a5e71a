import assert from 'node:assert/strict'
import { definePolicy, type PolicySpec } from '@canonist/core'
import { findOverriddenParams } from '../../src/registry/reviews/find-overridden-params.ts'
import type { ReviewVerb } from '../../src/registry/reviews/consequence.ts'
import { MAPPED, POLICY } from '../../../web/test/admit/support/policies.ts'
import type { Route, Routes } from '../../../web/test/admit/support/simulated-web.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testOnFixtures, type AdmissionFixture, type How } from './support/admission-contract.ts'
import { collect } from './support/collect.ts'

const OK = {}
const PAGE = 'https://www.boe.es/a/3'
const moved = (location: string) => ({ status: 301, location })
const chain = Object.fromEntries(
  Array.from({ length: 7 }, (_, hop) => [`https://www.boe.es/h${hop}`, moved(`https://www.boe.es/h${hop + 1}`)]),
)

/** Decides the only item that is open. */
async function decide({ registry }: AdmissionFixture, verb: ReviewVerb, value?: unknown): Promise<unknown> {
  const [review, ...others] = await collect(registry.streamReviews())
  assert.deepEqual(others, [])
  const outcome = await registry.decideReview(review?.id ?? 0, { verb, by: 'ada', why: 'seen it', value })
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.consequence
}

interface CauseCase {
  readonly flag: string
  readonly urls: readonly [string, string]
  readonly web: Routes
  readonly how?: How
  /** Kind, subject and count after both URLs. */
  readonly asks: readonly string[]
}

const plainly = (url: string) => ({ [url]: { fails: 'ECONNREFUSED' }, [url.replace('https', 'http')]: OK })

const CAUSES: readonly CauseCase[] = [
  {
    flag: 'unknown_param: one for a domain and a name, however it is spelled (R3.4)',
    urls: ['https://www.boe.es/a/3?x=1&X=2', 'https://sede.boe.es/b/4?%78=7'],
    web: () => OK,
    asks: ['unknown_param boe.es x × 2'],
  },
  {
    flag: 'http_only: one for a host',
    urls: ['http://www.boe.es/a/3', 'http://www.boe.es/a/4'],
    web: { ...plainly(PAGE), ...plainly('https://www.boe.es/a/4') },
    asks: ['http_only www.boe.es × 2'],
  },
  {
    flag: 'access_restricted: one for a host',
    urls: [PAGE, 'https://www.boe.es/a/4'],
    web: () => ({ status: 403 }),
    asks: ['access_restricted www.boe.es × 2'],
  },
  {
    flag: 'redirect_limit: one for a host',
    urls: ['https://www.boe.es/h0', 'https://www.boe.es/h1'],
    web: { ...chain, 'https://www.boe.es/h7': OK },
    asks: ['redirect_limit www.boe.es × 2'],
  },
  {
    flag: 'resolution_failed: one for a page that is not there',
    urls: [PAGE, 'https://www.boe.es/a/4'],
    web: {},
    asks: [`resolution_failed ${PAGE} × 1`, 'resolution_failed https://www.boe.es/a/4 × 1'],
  },
  {
    flag: 'resolution_failed: one for a host that does not answer',
    urls: [PAGE, 'https://www.boe.es/a/4'],
    web: () => ({ fails: 'ECONNREFUSED' }),
    asks: ['resolution_failed www.boe.es connect_refused × 2'],
  },
  {
    flag: 'no_spanish_version: one for a host',
    urls: ['https://web.gencat.cat/ca/tramits/uno-1', 'https://web.gencat.cat/ca/tramits/dos-2'],
    web: {
      'https://web.gencat.cat/ca/tramits/uno-1': OK,
      'https://web.gencat.cat/ca/tramits/dos-2': OK,
    },
    asks: ['no_spanish_version web.gencat.cat × 2'],
  },
  {
    flag: 'language_unverified: one for a host',
    urls: ['https://web.gencat.cat/ca/tramits/uno-1', 'https://web.gencat.cat/ca/tramits/dos-2'],
    web: {},
    how: { offline: true },
    asks: ['language_unverified web.gencat.cat × 2'],
  },
  {
    flag: 'www_mapping_conflict: one for a host',
    urls: ['https://boe.es/a/3', 'https://boe.es/a/4'],
    web: (url) => (url.includes('www.') ? moved(url.replace('www.', '')) : OK),
    how: { policy: MAPPED },
    asks: ['host_mapping boe.es × 2'],
  },
  {
    flag: 'mapping_unverified: one for two hosts that may be one',
    urls: ['https://comunidad.madrid/a/3', 'https://comunidad.madrid/a/4'],
    web: {},
    how: { policy: MAPPED, offline: true },
    asks: ['host_alias comunidad.madrid www.comunidad.madrid × 2'],
  },
  {
    flag: 'mapping_unverified: one for a host whose listed one was not taken',
    urls: ['https://agenciatributaria.es/a/3', 'https://agenciatributaria.es/a/4'],
    web: {},
    how: { policy: MAPPED, offline: true },
    asks: ['host_mapping agenciatributaria.es × 2'],
  },
  {
    flag: 'pagination_uncertain: one for a host',
    urls: ['https://www.boe.es/a/b-c?p=12', 'https://www.boe.es/a/b-c?p=13'],
    web: {},
    how: { offline: true },
    asks: ['pagination_uncertain www.boe.es × 2'],
  },
  {
    flag: 'spa_fragment: one for a host',
    urls: [`${PAGE}#/uno`, `${PAGE}#!dos`],
    web: {},
    how: { offline: true },
    asks: ['spa_fragment www.boe.es × 2'],
  },
  {
    flag: 'non_utf8_escape: one for a host',
    urls: ['https://www.boe.es/a/ma%F1ana-1', 'https://www.boe.es/a/ma%F1ana-2'],
    web: {},
    how: { offline: true },
    asks: ['non_utf8_escape www.boe.es × 2'],
  },
  {
    flag: 'homepage_link and section_link: one for a page (RC.4)',
    urls: ['https://www.boe.es', 'https://www.boe.es/uno/dos'],
    web: {},
    how: { offline: true, purpose: 'fuente_url' },
    asks: ['homepage_link https://www.boe.es × 1', 'section_link https://www.boe.es/uno/dos × 1'],
  },
]

for (const databases of await bothDatabases()) {
  const check = testOnFixtures(databases)

  for (const status of [404, 503]) {
    const web: Record<string, Route> = {}
    check(`pages that were found and answer ${status} are asked about once, by their host`, web, async (fixture) => {
      const urls = [PAGE, 'https://www.boe.es/a/4', 'https://www.boe.es/a/5?x=1']
      for (const url of urls) web[url] = OK
      for (const url of urls) await fixture.record(url)
      for (const url of urls) web[url] = { status }
      for (const url of [...urls, ...urls]) await fixture.record(url)
      const asked = `resolution_failed www.boe.es ${status} × 3`
      assert.deepEqual(await fixture.reviews(), [asked, 'unknown_param boe.es x × 1'])
      for (const url of urls) web[url] = OK
      for (const url of urls) await fixture.record(url)
      assert.deepEqual(await fixture.reviews(), ['unknown_param boe.es x × 1'])
    })
  }

  for (const { flag, urls, web, how, asks } of CAUSES) {
    check(flag, web, async ({ record, reviews }) => {
      for (const url of urls) await record(url, how)
      assert.deepEqual(await reviews(), asks)
      for (const url of urls) await record(url, how)
      assert.deepEqual(await reviews(), asks, 'the same again asks nobody')
    })
  }

  const LONG = `https://www.boe.es/${'a'.repeat(5000)}`
  check('a URL that no index would take is known by its hash', {}, async ({ record, reviews }) => {
    await record(LONG)
    assert.match((await reviews())[0] ?? '', /^resolution_failed www\.boe\.es sha256:[0-9a-f]{64} × 1$/)
    await record(`https://www.boe.es/a/3?${'n'.repeat(5000)}=1`, { offline: true })
    assert.equal((await reviews())[1], 'unknown_param_too_long boe.es × 1')
  })

  check(
    'an unknown parameter that a person knows is kept or stripped from then on',
    (url) => (url.endsWith('//boe.es/') ? moved('https://www.boe.es/') : OK),
    async (fixture) => {
      await fixture.record(`${PAGE}?x=1`)
      assert.deepEqual(await decide(fixture, 'reject'), {
        becomes: 'policy',
        sites: { 'boe.es': { query: { strip: ['x'] } } },
      })
      const before = await fixture.registry.findAdmissions(`${PAGE}?x=1`)
      await fixture.record(`${PAGE}?x=1`)
      const [admitted] = await fixture.registry.findAdmissions(`${PAGE}?x=1`)
      assert.deepEqual([admitted?.decision, admitted?.canonical, admitted?.stripped], ['accept', PAGE, ['x']])
      assert.notEqual(admitted?.policyVersion, before[0]?.policyVersion)
      assert.equal((await fixture.registry.find(`${PAGE}?x=1`))?.canonicalUrl, PAGE)
    },
  )

  const STRIPPED: PolicySpec = { ...POLICY, query: { strip: ['X'] } }
  const KEPT: PolicySpec = { ...POLICY, sites: { 'www.boe.es': { query: { keep: ['x'] } } } }
  for (const [verb, policy, told] of [
    ['accept', STRIPPED, ['boe.es x strip keep']],
    ['accept', POLICY, []],
    ['accept', KEPT, []],
    ['reject', KEPT, ['boe.es x keep strip']],
    ['reject', STRIPPED, []],
  ] as const) {
    const said = policy === POLICY ? 'nothing' : policy === STRIPPED ? 'strip' : 'keep'
    check(
      `${verb} of a parameter, and a policy that says ${said} -> ${told.length}`,
      () => OK,
      async (fixture) => {
        await fixture.record(`${PAGE}?x=1`)
        await decide(fixture, verb)
        const reviewed = await fixture.registry.readReviewedPolicy(definePolicy(policy))
        const found = findOverriddenParams(definePolicy(policy).spec, reviewed.spec)
        assert.deepEqual(
          found.map((each) => `${each.site} ${each.param} ${each.policy} ${each.decision}`),
          told,
        )
      },
    )
  }

  check('what a person expects of a host is a note from then on', plainly(PAGE), async (fixture) => {
    await fixture.record('http://www.boe.es/a/3')
    assert.deepEqual(await decide(fixture, 'accept'), {
      becomes: 'fact',
      host: 'www.boe.es',
      fact: 'expected:http_only',
      value: 'yes',
    })
    const admission = await fixture.admit('http://www.boe.es/a/3')
    assert.deepEqual([admission.decision, admission.notes], ['accept', ['expected:http_only']])
  })

  check('what a person does not expect stays a flag, and is not asked again', plainly(PAGE), async (fixture) => {
    await fixture.record('http://www.boe.es/a/3')
    await decide(fixture, 'reject')
    const admission = await fixture.admit('http://www.boe.es/a/3')
    assert.deepEqual(admission.flags, ['http_only'])
    await fixture.registry.recordAdmission({ ...admission, original: 'http://www.boe.es/a/3#again' })
    assert.deepEqual(await fixture.reviews(), [])
  })

  check('what a decision changes is shown first', plainly(PAGE), async (fixture) => {
    await fixture.record('http://www.boe.es/a/3')
    const [review] = await collect(fixture.registry.streamReviews())
    const shown = await fixture.registry.showReview(review?.id ?? 0)
    assert.match(shown?.question ?? '', /www\.boe\.es .* does not support https/)
    assert.deepEqual(shown?.examples, ['http://www.boe.es/a/3'])
    assert.deepEqual(shown?.effects?.accept, {
      changes: 'fact',
      host: 'www.boe.es',
      fact: 'expected:http_only',
      value: 'yes',
      before: null,
    })
  })

  const CONFLICT: Routes = (url) => (url.includes('www.') ? moved(url.replace('www.', '')) : OK)
  check('a person decides a conflict between the list and the site', CONFLICT, async (fixture) => {
    await fixture.record('https://boe.es/a/3', { policy: MAPPED })
    await decide(fixture, 'accept')
    const admission = await fixture.admit('https://boe.es/a/3', { policy: MAPPED })
    assert.deepEqual([admission.canonical, admission.flags], ['https://boe.es/a/3', []])
  })

  check('a person names a host of another domain', {}, async (fixture) => {
    const url = 'https://agenciatributaria.es/a/3'
    await fixture.record(url, { policy: MAPPED, offline: true })
    await decide(fixture, 'edit', 'sede.agenciatributaria.gob.es')
    const { canonical, flags } = await fixture.admit(url, { policy: MAPPED, offline: true })
    assert.deepEqual([canonical, flags], ['https://sede.agenciatributaria.gob.es/a/3', []])
  })

  check('a host that is none is refused', CONFLICT, async ({ registry, record }) => {
    await record('https://boe.es/a/3', { policy: MAPPED })
    const outcome = await registry.decideReview(1, { verb: 'edit', by: 'ada', why: null, value: 'no host' })
    assert.equal(outcome.ok ? '' : outcome.code, 'review/not-possible')
  })

  check('routes that are pages become an entry of the policy', {}, async (fixture) => {
    await fixture.record(`${PAGE}#/uno`, { offline: true })
    await decide(fixture, 'accept')
    const { canonical, flags } = await fixture.admit(`${PAGE}#/uno`, { offline: true })
    assert.deepEqual([canonical, flags], [`${PAGE}#/uno`, []])
  })

  const HOME: How = { offline: true, purpose: 'fuente_url' }
  for (const [verb, mayBeCited] of [
    ['accept', true],
    ['reject', false],
  ] as const) {
    check(`whether a home page may be cited is kept: ${verb} (RC.6)`, {}, async (fixture) => {
      const { registry } = fixture
      await fixture.record('http://www.boe.es/', HOME)
      assert.equal(await registry.findHomePageDecision('https://www.boe.es'), null)
      await decide(fixture, verb)
      const decision = {
        url: 'https://www.boe.es',
        mayBeCited,
        by: 'ada',
        at: '2026-03-01T12:00:00.000Z',
        why: 'seen it',
      }
      for (const spelling of ['https://www.boe.es', 'http://www.boe.es/', 'https://www.boe.es/', 'www.boe.es']) {
        assert.deepEqual(await registry.findHomePageDecision(spelling), decision, spelling)
      }
      assert.equal(await registry.findHomePageDecision('https://sepe.es'), null)
      const { decision: decided, notes } = await fixture.admit('https://www.boe.es', HOME)
      assert.deepEqual([decided, notes], mayBeCited ? ['accept', ['expected:homepage_link']] : ['review', []])
    })
  }

  const listReviews = async ({ registry }: AdmissionFixture): Promise<string[]> =>
    (await collect(registry.streamReviews({ state: 'all' }))).map(
      ({ kind, subject, state }) => `${kind} ${subject} ${state}`,
    )

  check('an item whose cause is over closes itself, and opens again with the cause', {}, async (fixture) => {
    const [url, other] = [`${PAGE}?x=1`, `${PAGE}?x=2`]
    const keeps: PolicySpec = { ...POLICY, query: { keep: ['x'] } }
    const item = 'unknown_param boe.es x'
    for (const each of [url, other]) await fixture.record(each, { offline: true })
    await fixture.record(url, { offline: true, policy: keeps })
    assert.deepEqual(await listReviews(fixture), [`${item} open`], 'the other still has it')
    await fixture.record(other, { offline: true, policy: keeps })
    assert.deepEqual(await listReviews(fixture), [`${item} over`])
    await fixture.record(other, { offline: true })
    assert.deepEqual(await fixture.reviews(), [`${item} × 2`], 'nobody counts twice')
  })

  check('who is let in at last is no longer asked about', {}, async (fixture) => {
    const url = 'https://tienda.com/a/b-c'
    await fixture.record(url, { offline: true })
    const [review] = await collect(fixture.registry.streamReviews())
    assert.deepEqual([review?.subject, review?.detail], ['not_allowlisted tienda.com', { examples: [url] }])
    const shown = await fixture.registry.showReview(review?.id ?? 0)
    assert.deepEqual(
      [shown?.question, shown?.examples],
      ['Is it right that tienda.com is rejected (not_allowlisted)?', [url]],
    )
    await fixture.record(url, { offline: true, policy: { ...POLICY, hosts: { allow: ['tienda.com'] } } })
    assert.deepEqual(await listReviews(fixture), ['rejected_input not_allowlisted tienda.com over'])
  })

  check('what is over may be decided all the same, and stays decided', {}, async (fixture) => {
    const url = 'https://tienda.com/a/b-c'
    const open: PolicySpec = { ...POLICY, hosts: { allow: ['tienda.com'] } }
    await fixture.record(url, { offline: true })
    await fixture.record(url, { offline: true, policy: open })
    assert.equal((await fixture.registry.decideReview(1, { verb: 'reject', by: 'ada', why: null })).ok, true)
    await fixture.record(url, { offline: true })
    assert.deepEqual(await listReviews(fixture), ['rejected_input not_allowlisted tienda.com rejected'])
  })

  check('if other causes raised it as well, it stays open', {}, async (fixture) => {
    const HOME_LINK = { kind: 'homepage_link', subject: 'https://www.boe.es', detail: {}, count: 1 }
    await fixture.registry.raiseReviews([HOME_LINK])
    await fixture.record('https://www.boe.es', { offline: true, purpose: 'fuente_url' })
    await fixture.record('https://www.boe.es', { offline: true, policy: { ...POLICY, version: '2' } })
    assert.deepEqual(await listReviews(fixture), ['homepage_link https://www.boe.es open'])
  })

  check('an item may be raised by others, and is decided like any', {}, async (fixture) => {
    await fixture.registry.raiseReviews([
      { kind: 'homepage_link', subject: 'https://www.ine.es', detail: {}, count: 1 },
    ])
    await decide(fixture, 'accept')
    assert.equal((await fixture.registry.findHomePageDecision('https://www.ine.es'))?.mayBeCited, true)
  })

  check('no policy of its own is lost by decisions', {}, async ({ registry, record, admit }) => {
    await record(`${PAGE}?x=1`, { offline: true })
    await registry.decideReview(1, { verb: 'accept', by: 'ada', why: null })
    assert.equal((await admit('https://bit.ly/1', { offline: true })).reason, 'needs_resolution')
    assert.equal((await admit('https://prensa.gob.es/a', { offline: true, policy: POLICY })).reason, 'blocklisted')
  })
}
