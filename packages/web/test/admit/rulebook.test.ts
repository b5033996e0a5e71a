import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, type PolicySpec } from '@canonist/core'
import { admit, createAdmitter } from '../../src/admit/admit.ts'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { LISTS, MAPPED, POLICY } from './support/policies.ts'
import { simulateWeb } from './support/simulated-web.ts'

const offline = (input: string, policy: PolicySpec) => admit(input, { policy, offline: true })

describe('the version of a policy', () => {
  const readVersion = async (policy: PolicySpec): Promise<string> =>
    (await offline('https://boe.es/', policy)).policyVersion

  test('is in every record, also of rejected URLs', async () => {
    assert.match((await offline('nothing', POLICY)).policyVersion, /^[0-9a-f]{16}$/)
  })

  test('begins with the version that the file gives itself', async () => {
    assert.match(await readVersion({ ...POLICY, version: '2026-02-18' }), /^2026-02-18\+[0-9a-f]{16}$/)
  })

  const SAME: readonly PolicySpec[] = [
    { ...POLICY, name: 'other', description: 'words', examples: [{ input: 'https://boe.es/' }] },
    {
      hosts: { shorteners: LISTS.shorteners, block: LISTS.block, allow: LISTS.allow },
      extends: 'sources',
      name: 'registry',
    },
  ]
  for (const spec of SAME) {
    test(`is the same for ${Object.keys(spec).join(', ')}`, async () =>
      assert.equal(await readVersion(spec), await readVersion(POLICY)))
  }

  const OTHER: readonly PolicySpec[] = [
    MAPPED,
    { ...POLICY, hosts: { ...LISTS, allow: [...LISTS.allow, 'dgt.es'] } },
    { ...POLICY, query: { strip: ['x'] } },
    { ...POLICY, pagination: { params: ['pag'] } },
    { ...POLICY, languages: { prefer: ['ca'] } },
    { ...POLICY, sites: { 'boe.es': { classify: { ids: ['x-*'] } } } },
  ]
  test('is another for every other policy', async () => {
    const versions = await Promise.all([POLICY, ...OTHER].map(readVersion))
    assert.equal(new Set(versions).size, versions.length)
  })
})

describe('policies that cannot be', () => {
  const FAULTS: readonly (readonly [why: string, PolicySpec, path: string])[] = [
    ['an unknown field', { name: 'a', hosts: { allowed: [] } } as PolicySpec, 'hosts.allowed'],
    [
      'a host that is replaced twice',
      { name: 'a', hosts: { canonical: { 'a.es': 'b.es', 'b.es': 'c.es' } } },
      'hosts.canonical["a.es"]',
    ],
    [
      'hosts that replace each other',
      { name: 'a', hosts: { canonical: { 'a.es': 'b.es', 'b.es': 'a.es' } } },
      'hosts.canonical["a.es"]',
    ],
    [
      'a mapping to no host',
      { name: 'a', hosts: { canonical: { 'a.es': 'https://b.es' } } },
      'hosts.canonical["a.es"]',
    ],
  ]
  for (const [why, policy, path] of FAULTS) {
    test(`${why}: refused at ${path}`, () => {
      assert.throws(
        () => createAdmitter({ policy }),
        (error) => error instanceof PolicyError && error.path === path,
      )
    })
  }

  test('a host may be mapped to itself', () => {
    assert.doesNotThrow(() =>
      createAdmitter({
        policy: { name: 'a', hosts: { canonical: { 'a.es': 'a.es', 'b.es': 'a.es' } } },
        offline: true,
      }),
    )
  })
})

describe('another country writes another file', () => {
  const PORTUGAL: PolicySpec = {
    name: 'fontes',
    scheme: 'https',
    trailingSlash: 'strip',
    fragment: 'strip',
    session: true,
    query: { strip: ['origem'], keep: ['codigo'], empty: 'strip' },
    hosts: { allow: ['gov.pt'] },
    languages: { prefer: ['pt'], tokens: { pt: ['pt'], en: ['en'] }, params: ['lingua'] },
    pagination: { params: ['folha'] },
    classify: { procedureWords: ['licença'], idParams: ['codigo'], ids: ['dre-*'] },
  }

  test('nothing of Spain is left in the code', async () => {
    const found = await offline(
      'http://www.gov.pt/lista/?folha=2&origem=x&page=3&lang=es&lingua=en&codigo=7#!/a',
      PORTUGAL,
    )
    assert.deepEqual(
      [
        found.canonical,
        found.stripped,
        found.unknownParams,
        found.language,
        found.pagination?.page_param,
        found.linkType,
      ],
      [
        'https://www.gov.pt/lista?page=3&lang=es&lingua=en&codigo=7',
        ['origem'],
        ['page', 'lang'],
        'en',
        'folha',
        'informative',
      ],
    )
    assert.deepEqual(found.flags, ['language_unverified', 'spa_fragment', 'unknown_param'])
  })

  test('its words are read in titles', async () => {
    const { fetchFn, dnsFn } = simulateWeb({ 'https://gov.pt/casa': { title: 'Licenças de obras' } })
    assert.equal((await admit('https://gov.pt/casa', { policy: PORTUGAL, fetchFn, dnsFn })).linkType, 'informative')
  })
})

test('a policy that lists its site sections is read by section', async () => {
  const policy: PolicySpec = {
    ...POLICY,
    sites: { 'boe.es': { trailingSlash: 'keep', paths: { '/x': { fragment: 'keep', trailingSlash: 'strip' } } } },
  }
  assert.equal((await offline('https://boe.es/a/#b', policy)).canonical, 'https://boe.es/a/')
  assert.equal((await offline('https://boe.es/x/#b', policy)).canonical, 'https://boe.es/x#b')
})

test('fetchFn beside a fetcher is a mistake of the program', async () => {
  const fetcher = createFetcher()
  assert.throws(() => createAdmitter({ policy: POLICY, fetcher, dnsFn: async () => [] }), TypeError)
  await fetcher.close()
})

test('a value that is not a string is malformed', async () => {
  assert.equal((await offline(undefined as unknown as string, POLICY)).reason, 'malformed')
})
