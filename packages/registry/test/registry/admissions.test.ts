import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { StoredAdmission } from '../../src/registry/admissions/stored-admission.ts'
import type { Route } from '../../../web/test/admit/support/simulated-web.ts'
import { openPublished } from '../../src/registry/publish/open-published.ts'
import { bothDatabases, freshFolder } from '@canonist/test-support/databases.ts'
import { testOnFixtures, openFixture, type AdmissionFixture } from './support/admission-contract.ts'
import { collect } from './support/collect.ts'
import { inOrder } from './support/in-order.ts'
import { findFaults } from './support/state.ts'

const OK = {}
const [HTTP, HTTPS] = ['http://www.boe.es/a/3', 'https://www.boe.es/a/3']
const moved = (location: string) => ({ status: 301, location })

/** What leads to the page of a URL, as `evidence url`. */
async function listAliases({ registry }: AdmissionFixture, url: string): Promise<string[]> {
  const page = await registry.find(url)
  return page?.aliases.map(({ rawUrl, evidence }) => `${evidence} ${rawUrl}`).toSorted() ?? []
}

async function pageUrls({ registry }: AdmissionFixture): Promise<string[]> {
  return (await collect(registry.exportPages())).map(({ canonicalUrl }) => canonicalUrl).toSorted()
}

/** Without what the registry adds. */
const readWhole = (admitted: StoredAdmission | undefined): Admission => {
  const { id, isCurrent, isAnswered, firstSeen, lastSeen, count, ...admission } = admitted ?? assert.fail('unknown')
  return admission
}

for (const databases of await bothDatabases()) {
  const check = testOnFixtures(databases)

  check(
    'the admission is recorded whole, byte for byte',
    { [HTTPS]: { title: 'Ley 3' } },
    async ({ registry, admit }) => {
      const admission = await admit(`${HTTP}?utm_source=x#top`)
      await registry.recordAdmission(admission)
      const [admitted, ...others] = await registry.findAdmissions(admission.original)
      assert.deepEqual(others, [])
      assert.equal(JSON.stringify(readWhole(admitted)), JSON.stringify(admission))
      assert.deepEqual([admitted?.isCurrent, admitted?.isAnswered, admitted?.count], [true, true, 1])
      assert.equal(admitted?.firstSeen, '2026-03-01T12:00:00.000Z')
    },
  )

  check(
    'the page has the canonical URL, its kind and what is requested',
    { 'https://www.boe.es/': OK },
    async (fixture) => {
      const { pageId } = await fixture.record('http://www.boe.es/')
      const page = await fixture.registry.find('https://www.boe.es')
      assert.equal(page?.id, pageId)
      assert.deepEqual(
        [page?.canonicalUrl, page?.fetchUrl, page?.linkType, page?.host],
        ['https://www.boe.es', 'https://www.boe.es/', 'homepage', 'www.boe.es'],
      )
    },
  )

  const PRIVATE = `${HTTPS}?token=abc`

  check(
    'a redirect that drops a credential makes no alias of the original, and leaves its page',
    { [PRIVATE]: { status: 301, location: HTTPS }, [HTTPS]: OK },
    async (fixture) => {
      await fixture.registry.ingest([PRIVATE])
      const { pageId } = await fixture.record(PRIVATE)
      assert.equal((await fixture.registry.find(HTTPS))?.id, pageId)
      assert.deepEqual(await listAliases(fixture, HTTPS), [`rule ${HTTPS}`])
      assert.deepEqual(await listAliases(fixture, PRIVATE), [`rule ${PRIVATE}`])
    },
  )

  const LOGIN = 'https://www.boe.es/login?next=/a/3'

  check(
    'a redirect to a login is no evidence: the login is not an alias of the page',
    { [HTTPS]: { status: 302, location: LOGIN }, [LOGIN]: OK },
    async (fixture) => {
      const admission = await fixture.admit(HTTPS)
      await fixture.registry.recordAdmission({ ...admission, decision: 'accept', flags: [] })
      assert.deepEqual(await listAliases(fixture, HTTPS), [`rule ${HTTPS}`])
    },
  )

  check(
    'no record without the version of its policy (R0.2)',
    { [HTTPS]: OK },
    async ({ registry, admit, database }) => {
      const admission = await admit(HTTPS)
      await assert.rejects(registry.recordAdmission({ ...admission, policyVersion: '' }), {
        code: 'registry/no-policy-version',
        message: /admit\(\)/,
      })
      const { policyVersion: _, ...without } = admission
      await assert.rejects(registry.recordAdmission(without as Admission), { code: 'registry/no-policy-version' })
      assert.deepEqual(await collect(registry.exportAdmissions()), [])
      await registry.recordAdmission(admission)
      await assert.rejects(database.run("update admissions set policy_version = ''"))
    },
  )

  check(
    'the original leads to the page by what admission did, the hops by redirects',
    {
      'https://boe.es/viejo': moved('https://boe.es/medio?utm_source=x'),
      'https://boe.es/medio?utm_source=x': moved(`${HTTPS}?gclid=1`),
      [`${HTTPS}?gclid=1`]: OK,
    },
    async (fixture) => {
      await fixture.record('http://boe.es/viejo')
      assert.deepEqual(await listAliases(fixture, HTTPS), [
        'redirect http://boe.es/viejo',
        'redirect https://boe.es/medio?utm_source=x',
        `rule ${HTTPS}`,
        `rule ${HTTPS}?gclid=1`,
      ])
      assert.equal((await fixture.registry.find('https://boe.es/medio'))?.canonicalUrl, HTTPS)
    },
  )

  check('http is the same page as its https, by admission', { [HTTPS]: OK }, async (fixture) => {
    await fixture.record(HTTP)
    assert.deepEqual(await listAliases(fixture, HTTP), [`admission ${HTTP}`, `rule ${HTTPS}`])
  })

  const gencat = (token: string): string => `https://web.gencat.cat/${token}/tramits/tramit-12345`
  check(
    'versions in other languages are pages of their own, and lead to the record all the same',
    { [gencat('ca')]: OK, [gencat('es')]: OK },
    async (fixture) => {
      await fixture.record(gencat('ca'))
      assert.deepEqual(await listAliases(fixture, gencat('es')), [`rule ${gencat('es')}`])
      const page = await fixture.registry.find(gencat('ca'))
      assert.equal(page?.canonicalUrl, gencat('es'))
      const [admitted] = await fixture.registry.findPageAdmissions(page?.id ?? 0)
      assert.deepEqual([admitted?.original, admitted?.alternates], [gencat('ca'), { ca: gencat('ca') }])
      assert.deepEqual(await fixture.registry.ingest([gencat('ca')]), { seen: 1, new: 1, duplicates: 0, rejected: 0 })
    },
  )

  const LIST = 'https://www.boe.es/buscar?tipo=leyes'
  check('the seventh page of a list is not its first', { [`${LIST}&page=7`]: OK, [LIST]: OK }, async (fixture) => {
    await fixture.record(`${LIST}&page=7`)
    assert.deepEqual(await listAliases(fixture, LIST), [`rule ${LIST}`])
    assert.equal((await fixture.registry.find(`${LIST}&page=7`))?.canonicalUrl, LIST)
  })

  check('a rejected URL is a rejected input with its reason, and no page', {}, async (fixture) => {
    const receipt = await fixture.record('https://tienda.com/')
    assert.deepEqual(receipt, { isCurrent: true, isNew: true, pageId: null })
    const [rejected, ...others] = await collect(fixture.registry.exportRejected())
    assert.deepEqual(others, [])
    assert.deepEqual([rejected?.rawUrl, rejected?.code], ['https://tienda.com/', 'not_allowlisted'])
    assert.match(rejected?.message ?? '', /hosts\.allow/)
    assert.deepEqual(await pageUrls(fixture), [])
    assert.deepEqual(await fixture.reviews(), ['rejected_input not_allowlisted tienda.com × 1'])
  })

  check(
    'what was rejected and is let in now is no longer rejected; its history tells',
    { [HTTPS]: OK },
    async (fixture) => {
      await fixture.record(HTTPS, { policy: { name: 'none', extends: 'sources', hosts: { allow: ['sepe.es'] } } })
      await fixture.record(HTTPS)
      assert.deepEqual(await collect(fixture.registry.exportRejected()), [])
      const history = await fixture.registry.findAdmissions(HTTPS)
      assert.deepEqual(
        history.map(({ decision, isCurrent }) => [decision, isCurrent]),
        [
          ['accept', true],
          ['reject', false],
        ],
      )
    },
  )

  check('what is rejected again is among the rejected again', { [HTTPS]: OK }, async (fixture) => {
    const none = { policy: { name: 'none', extends: 'sources', hosts: { allow: ['sepe.es'] } } } as const
    await fixture.record(HTTPS, none)
    await fixture.record(HTTPS)
    await fixture.record(HTTPS, none)
    const rejected = await collect(fixture.registry.exportRejected())
    assert.deepEqual(
      rejected.map(({ rawUrl, code, count }) => [rawUrl, code, count]),
      [[HTTPS, 'not_allowlisted', 1]],
    )
  })

  check('a pending one is never a page (RE3.4)', {}, async (fixture) => {
    const receipt = await fixture.record('https://bit.ly/1', { offline: true })
    assert.equal(receipt.pageId, null)
    assert.deepEqual([await pageUrls(fixture), await fixture.reviews()], [[], []])
    assert.deepEqual(await collect(fixture.registry.exportRejected()), [])
    const [admitted] = await fixture.registry.findAdmissions('https://bit.ly/1')
    assert.deepEqual([admitted?.decision, admitted?.reason], ['pending', 'needs_resolution'])
  })

  check('the same again is counted, and nothing else (R0.3, R0.4)', { [HTTPS]: OK }, async (fixture) => {
    await fixture.record(HTTP)
    const before = JSON.stringify(readWhole((await fixture.registry.findAdmissions(HTTP))[0]))
    fixture.wait(5000)
    assert.deepEqual(await fixture.record(HTTP), { isCurrent: true, isNew: false, pageId: 1 })
    const [admitted, ...others] = await fixture.registry.findAdmissions(HTTP)
    assert.deepEqual(others, [])
    assert.equal(JSON.stringify(readWhole(admitted)), before)
    assert.deepEqual([admitted?.count, admitted?.lastSeen], [2, '2026-03-01T12:00:05.000Z'])
    assert.deepEqual(await pageUrls(fixture), [HTTPS])
  })

  check('admitting the canonical URL adds no page (R0.3)', { [HTTPS]: OK }, async (fixture) => {
    const first = await fixture.record(HTTP)
    assert.equal((await fixture.record(HTTPS)).pageId, first.pageId)
    assert.deepEqual(await pageUrls(fixture), [HTTPS])
  })

  const routes: Record<string, Route> = {}
  check('another response at another time: the last one is active, the first can be found', routes, async (fixture) => {
    Object.assign(routes, { [HTTPS]: OK })
    await fixture.record(HTTPS)
    Object.assign(routes, { [HTTPS]: moved('https://www.boe.es/nuevo/3'), 'https://www.boe.es/nuevo/3': OK })
    fixture.wait(1000)
    await fixture.record(HTTPS)
    const history = await fixture.registry.findAdmissions(HTTPS)
    assert.deepEqual(
      history.map(({ canonical, isCurrent }) => [canonical, isCurrent]),
      [
        ['https://www.boe.es/nuevo/3', true],
        [HTTPS, false],
      ],
    )
    assert.equal((await fixture.registry.find(HTTPS))?.canonicalUrl, 'https://www.boe.es/nuevo/3')
    Object.assign(routes, { [HTTPS]: OK })
    await fixture.record(HTTPS)
    assert.equal((await fixture.registry.find(HTTPS))?.canonicalUrl, HTTPS)
    assert.equal((await fixture.registry.findAdmissions(HTTPS)).length, 2)
  })

  const REDIRECTED = { 'https://boe.es/viejo': moved(HTTPS), [HTTPS]: OK }
  check(
    'an offline admission undoes nothing that the network proved under the same policy',
    REDIRECTED,
    async (fixture) => {
      await fixture.record('https://boe.es/viejo')
      const receipt = await fixture.record('https://boe.es/viejo', { offline: true })
      assert.deepEqual(receipt, { isCurrent: false, isNew: true, pageId: null })
      assert.equal((await fixture.registry.find('https://boe.es/viejo'))?.canonicalUrl, HTTPS)
      const [current, other] = await fixture.registry.findAdmissions('https://boe.es/viejo')
      assert.deepEqual(
        [current?.canonical, other?.canonical, other?.isAnswered],
        [HTTPS, 'https://boe.es/viejo', false],
      )
    },
  )

  check(
    'under another policy an offline one is current, and its URL leads where it led',
    REDIRECTED,
    async (fixture) => {
      await fixture.record('https://boe.es/viejo')
      const policy = { name: 'other', version: '2', extends: 'sources', hosts: { allow: ['boe.es'] } } as const
      const { isCurrent, pageId } = await fixture.record('https://boe.es/viejo', { offline: true, policy })
      assert.equal(isCurrent, true)
      assert.equal((await fixture.registry.find(HTTPS))?.id, pageId)
      assert.deepEqual(await pageUrls(fixture), [HTTPS])
    },
  )

  const FAILURES: Readonly<Record<string, Route>> = {
    'a page that is not found': { status: 404 },
    'a server in maintenance': { status: 503 },
    'a circle': moved('https://boe.es/viejo'),
    'a bad certificate': { fails: 'CERT_HAS_EXPIRED' },
    'a host that is silent': { fails: 'ECONNREFUSED' },
  }
  for (const [name, failure] of Object.entries(FAILURES)) {
    const web: Record<string, Route> = { ...REDIRECTED }
    check(`${name} undoes nothing that was proved under the same policy`, web, async (fixture) => {
      await fixture.record('https://boe.es/viejo')
      Object.assign(web, { [HTTPS]: failure })
      const admission = await fixture.admit('https://boe.es/viejo')
      assert.equal((await fixture.registry.previewAdmission(admission)).change, 'none')
      const receipt = await fixture.record('https://boe.es/viejo')
      assert.deepEqual(receipt, { isCurrent: false, isNew: true, pageId: null })
      const [current, beside] = await fixture.registry.findAdmissions('https://boe.es/viejo')
      assert.deepEqual([current?.canonical, current?.decision], [HTTPS, 'accept'])
      assert.deepEqual([beside?.isCurrent, beside?.decision], [false, 'review'])
      assert.equal((await fixture.registry.find('https://boe.es/viejo'))?.canonicalUrl, HTTPS)
    })
  }

  const ORDERED = ['https://www.boe.es/a/b-c?id=1&tipo=2', 'https://www.boe.es/a/b-c?tipo=2&id=1'] as const
  check('one page for one dedupe key (R0.5)', { [ORDERED[0]]: OK, [ORDERED[1]]: OK }, async (fixture) => {
    const first = await fixture.record(ORDERED[0])
    assert.equal((await fixture.record(ORDERED[1])).pageId, first.pageId)
    assert.deepEqual(await pageUrls(fixture), [ORDERED[0]])
    assert.deepEqual(await listAliases(fixture, ORDERED[1]), [`admission ${ORDERED[1]}`, `rule ${ORDERED[0]}`])
  })

  const plain: Record<string, Route> = { [HTTPS]: { fails: 'ECONNREFUSED' }, [HTTP]: OK }
  check('a site that learns https moves its pages there', plain, async (fixture) => {
    await fixture.record(HTTP)
    assert.deepEqual(await pageUrls(fixture), [HTTP])
    plain[HTTPS] = OK
    await fixture.record(HTTP)
    assert.deepEqual(await pageUrls(fixture), [HTTPS])
    assert.equal((await fixture.registry.find(HTTP))?.canonicalUrl, HTTPS)
  })

  const SPELLINGS = ['http://www.boe.es/a/3', 'https://www.boe.es/a/3/', 'www.boe.es/a/3', ' HTTPS://WWW.boe.es/a/3#x']
  for (const spelling of SPELLINGS) {
    check(
      `the page is found by ${JSON.stringify(spelling)}, which nobody admitted`,
      { [HTTPS]: OK },
      async (fixture) => {
        await fixture.record(HTTPS)
        assert.equal((await fixture.registry.find(spelling))?.canonicalUrl, HTTPS)
        assert.equal(await fixture.registry.find('https://www.boe.es/a/4/'), null)
      },
    )
  }

  check('a host without a scheme is found as it was admitted', { [HTTPS]: OK }, async (fixture) => {
    await fixture.record('www.boe.es/a/3')
    assert.equal((await fixture.registry.find('www.boe.es/a/3'))?.canonicalUrl, HTTPS)
  })

  check(
    'a registry that has a policy keeps it, and files admissions by it',
    { 'https://www.boe.es/a/3?b=2&a=1': OK },
    async (fixture) => {
      await fixture.registry.ingest(['https://www.boe.es/a/3?a=1&b=2'])
      await fixture.record('https://www.boe.es/a/3?b=2&a=1')
      assert.equal(fixture.registry.policy.name, 'dedupe')
      assert.deepEqual(await pageUrls(fixture), ['https://www.boe.es/a/3?a=1&b=2'])
      const page = await fixture.registry.find('https://www.boe.es/a/3?b=2&a=1')
      const [admitted] = await fixture.registry.findPageAdmissions(page?.id ?? 0)
      assert.equal(admitted?.canonical, 'https://www.boe.es/a/3?b=2&a=1')
    },
    { policyIfNew: 'dedupe' },
  )

  check('ten at once are one', { [HTTPS]: OK }, async ({ registry, admit }) => {
    const admission = await admit(HTTP)
    const receipts = await Promise.all(Array.from({ length: 10 }, () => registry.recordAdmission(admission)))
    assert.equal(receipts.filter(({ isNew }) => isNew).length, 1)
    assert.equal((await registry.findAdmissions(HTTP))[0]?.count, 10)
  })

  check('a URL with NUL or a lone surrogate is recorded as well', {}, async (fixture) => {
    await fixture.record('https://www.boe.es/\u0000nul')
    await fixture.record('https://www.boe.es/\ud800', { offline: true })
    const reasons = (await collect(fixture.registry.exportAdmissions())).map(({ reason }) => reason)
    assert.equal(reasons[0], 'control_character')
    assert.equal(reasons.length, 2)
  })

  check('pages that move to another policy keep their admissions, and are found', REDIRECTED, async (fixture) => {
    const { registry } = fixture
    await fixture.record('https://boe.es/viejo')
    await registry.rekey(policies.sources)
    for (const url of ['https://boe.es/viejo', HTTPS, `${HTTPS}/`]) {
      const page = await registry.find(url)
      assert.equal(page?.canonicalUrl, HTTPS, url)
      assert.deepEqual(
        (await registry.findPageAdmissions(page.id)).map(({ original }) => original),
        ['https://boe.es/viejo'],
      )
    }
    assert.equal((await fixture.record('https://boe.es/viejo')).pageId, (await registry.find(HTTPS))?.id)
  })

  check('a published snapshot has admissions, facts and decisions', REDIRECTED, async (fixture) => {
    await fixture.record('https://boe.es/viejo')
    await fixture.record('https://www.boe.es', { offline: true, purpose: 'fuente_url' })
    const [review] = await collect(fixture.registry.streamReviews())
    await fixture.registry.decideReview(review?.id ?? 0, { verb: 'accept', by: 'ada', why: null })
    const folder = freshFolder()
    await fixture.registry.publish(folder)
    const published = await openPublished(folder)
    assert.equal((await published.findAdmissions('https://boe.es/viejo'))[0]?.canonical, HTTPS)
    assert.equal((await published.find('https://boe.es/viejo'))?.canonicalUrl, HTTPS)
    assert.equal((await published.findHomePageDecision('https://www.boe.es'))?.mayBeCited, true)
    assert.equal((await collect(published.exportAdmissions())).length, 2)
    const facts = (await collect(fixture.registry.exportFacts())).filter(({ host }) => host === 'www.boe.es')
    assert.deepEqual(facts.map(({ source }) => source).toSorted(), ['discovered', 'person'])
    assert.deepEqual(await collect(published.streamFacts('www.boe.es')), facts)
    await published.close()
  })

  test(`${databases.dialect}: three who admit the same list at once end as one would`, async () => {
    const location = await databases.freshLocation()
    const urls = Array.from(
      { length: 30 },
      (_, index) => `https://www.boe.es/ley-${index % 10}?x${index % 4}=1#${index}`,
    )
    const fixtures = await Promise.all([1, 2, 3].map(() => openFixture(location, {})))
    const recordAll = async (fixture: AdmissionFixture, list: readonly string[]): Promise<void> => {
      for (const url of list) await fixture.record(url, { offline: true })
    }
    const orders = [urls, urls.toReversed(), [...urls.slice(15), ...urls.slice(0, 15)]]
    await Promise.all(fixtures.map((fixture, index) => recordAll(fixture, orders[index] ?? urls)))
    const [fixture] = fixtures
    assert.ok(fixture !== undefined)
    const kept = await collect(fixture.registry.exportAdmissions())
    assert.deepEqual(
      kept.map(({ original, count }) => `${count} ${original}`).toSorted(),
      urls.map((url) => `3 ${url}`).toSorted(),
    )
    const counts = (await collect(fixture.registry.streamReviews())).map(({ subject, count }) => [subject, count])
    assert.deepEqual(inOrder(counts), [
      ['boe.es x0', 8],
      ['boe.es x1', 8],
      ['boe.es x2', 7],
      ['boe.es x3', 7],
    ])
    assert.deepEqual(await findFaults(fixture.database), [])
    for (const each of fixtures) await each.registry.close()
  })
}
