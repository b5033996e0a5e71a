import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { Canonicalized, Proof } from '@canonist/web/internal/canonicalize/result'
import { createFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import type { Frontier } from '@canonist/crawl/internal/frontier/frontier'
import { createRegistry } from '../../src/registry/open-registry.ts'
import type { PublishedRegistry } from '../../src/registry/publish/open-published.ts'
import { openPublished } from '../../src/registry/publish/open-published.ts'
import { publish } from '../../src/registry/publish/publish.ts'
import type { Registry } from '../../src/registry/registry.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { page } from '../../../web/test/canonicalize/support/documents.ts'
import { PUBLIC_ADDRESS, simulateWeb } from '../../../web/test/canonicalize/support/simulated-web.ts'
import type { Routes } from '../../../web/test/canonicalize/support/scenario.ts'
import { bothDatabases, freshFolder, type TestDatabases } from '@canonist/test-support/databases.ts'
import { findFaults } from './support/state.ts'

const OLD = 'https://old.example.com/a'
const MIDDLE = 'https://middle.example.com/ab'
const NEW = 'https://new.example.com/b'

const MOVED = { [OLD]: { status: 301, location: NEW }, [NEW]: page() }
const COPIED = { [OLD]: page(), [NEW]: page() }

type Arrange = (registry: Registry, frontier: Frontier) => Promise<unknown>

interface Way {
  readonly why: string
  readonly arrange: Arrange
  readonly web?: Routes
}

/** The ways in which a registry learns that the old URL leads to the page of the new one. */
const WAYS: readonly Way[] = [
  {
    why: 'a redirect was proved, and the old URL never was a page',
    arrange: (registry) => registry.record(createProof('redirect')),
  },
  {
    why: 'a redirect was proved, and the old URL was a page before',
    arrange: async (registry) => {
      await registry.ingest([OLD, `${OLD}#top`])
      await registry.record(createProof('redirect'))
    },
  },
  {
    why: 'equal content was proved between two pages',
    arrange: async (registry) => {
      await registry.ingest([OLD, NEW])
      await registry.record(createProof('content'))
    },
    web: COPIED,
  },
  {
    why: 'a redirect was proved to a page that was merged later',
    arrange: async (registry) => {
      await registry.ingest([MIDDLE])
      await registry.record(createResult(MIDDLE, { [OLD]: 'redirect' }))
      await registry.record(createResult(NEW, { [MIDDLE]: 'content' }))
    },
    web: COPIED,
  },
  {
    why: 'the frontier renamed the page',
    arrange: async (_, frontier) => {
      await frontier.submit([OLD])
      await fetchOld(frontier)
    },
  },
  {
    why: 'the frontier merged two pages',
    arrange: async (_, frontier) => {
      await frontier.submit([OLD, NEW])
      await fetchOld(frontier)
    },
  },
]

function createProof(proof: Proof): Canonicalized {
  return createResult(NEW, { [OLD]: proof })
}

function createResult(url: string, proofs: Readonly<Record<string, Proof>>): Canonicalized {
  const evidence = Object.entries(proofs).map(([url, proof]) => ({ url, proof }))
  return {
    ok: true,
    url,
    inputUrl: evidence[0]?.url ?? url,
    private: false,
    reason: 'response_url',
    kind: 'page',
    source: 'response',
    preset: null,
    responseUrl: url,
    declaredUrl: null,
    aliases: evidence.map(({ url }) => url),
    evidence,
    candidates: [],
    requests: 1,
    hops: 0,
    warnings: [],
    attempts: [],
  }
}

async function fetchOld(frontier: Frontier): Promise<void> {
  const claims = await frontier.claim({ limit: 2 })
  const claim = claims.find(({ url }) => url === OLD) ?? assert.fail('the old URL was not claimed')
  const result = await frontier.updateFetchedWithFinalUrl(claim, NEW, { status: 200 })
  assert.ok(result.ok)
}

/** Pages and aliases, without how often and when they were seen. */
async function readMeaning(database: Database): Promise<unknown[]> {
  return database.all(
    `select p.canonical_url, m.canonical_url as merged_into, a.raw_url, a.evidence, a.fragment, a.own_key
     from pages p join aliases a on a.page_id = p.id left join pages m on m.id = p.merged_into
     order by p.canonical_url, a.raw_url`,
  )
}

async function stage({ freshLocation }: TestDatabases, arrange: Arrange) {
  const database = await openDatabase(await freshLocation())
  const registry = await createRegistry(database)
  await arrange(registry, await createFrontier(database))
  return { database, registry }
}

const existsIn = (registry: Registry | PublishedRegistry, url: string) => registry.createExistsFn()([url])

for (const databases of await bothDatabases()) {
  const { dialect } = databases

  for (const { why, arrange, web = MOVED } of WAYS) {
    test(`${dialect}: existsFn answers with the canonical URL of the page: ${why}`, async (t) => {
      const { database, registry } = await stage(databases, arrange)
      t.after(() => database.close())
      const page = (await registry.find(OLD)) ?? assert.fail('the page is unknown')
      const known = { url: NEW, data: { id: page.id, key: page.key } }
      for (const url of [OLD, `${OLD}?utm_source=x`, NEW]) assert.deepEqual(await existsIn(registry, url), known, url)

      const folder = freshFolder()
      await publish(database, folder)
      const published = await openPublished(folder)
      t.after(() => published.close())
      assert.equal((await existsIn(published, OLD))?.url, NEW)
    })

    for (const checkBeforeFetch of [true, false]) {
      const when = checkBeforeFetch ? 'before' : 'after'
      test(`${dialect}: a page that is known ${when} the first request is recorded as it was: ${why}`, async (t) => {
        const { database, registry } = await stage(databases, arrange)
        t.after(() => database.close())
        const before = await readMeaning(database)
        for (const input of [OLD, NEW, OLD]) {
          const { fetchFn, asked } = simulateWeb(web)
          const dnsFn = async () => [PUBLIC_ADDRESS]
          const existsFn = registry.createExistsFn()
          const result = await canonicalize(input, { fetchFn, dnsFn, existsFn, checkBeforeFetch })
          assert.ok(result.ok)
          assert.deepEqual([result.url, result.reason], [NEW, 'exists_in_db'])
          assert.equal(asked.length === 0, checkBeforeFetch)
          assert.equal((await registry.record(result))?.canonicalUrl, NEW)
          assert.deepEqual(await readMeaning(database), before)
        }
        assert.deepEqual(await findFaults(database), [])
      })
    }
  }

  test(`${dialect}: being known is no proof: it neither merges two pages nor takes an alias from its page`, async (t) => {
    const { database, registry } = await stage(databases, async (registry) => {
      await registry.ingest([NEW, OLD, 'https://third.example.com/'])
      await registry.record(createResult('https://third.example.com/', { 'https://moved.example.com/': 'redirect' }))
    })
    t.after(() => database.close())
    const before = await readMeaning(database)
    const known = createResult(NEW, { [OLD]: 'database', 'https://moved.example.com/': 'database' })
    await registry.record({ ...known, reason: 'exists_in_db', source: 'db' })
    assert.deepEqual(await readMeaning(database), before)
  })

  test(`${dialect}: an unknown spelling of a known page becomes its alias`, async (t) => {
    const { database, registry } = await stage(databases, (registry) => registry.ingest([NEW]))
    t.after(() => database.close())
    const known = createResult(NEW, { 'http://new.example.com/b': 'database' })
    await registry.record({ ...known, reason: 'exists_in_db', source: 'db' })
    assert.equal((await registry.find('http://new.example.com/b'))?.canonicalUrl, NEW)
  })

  test(`${dialect}: a page that was merged between the answer and the record stays merged`, async (t) => {
    const { database, registry } = await stage(databases, (registry) => registry.ingest([OLD, NEW]))
    t.after(() => database.close())
    const late = createResult(OLD, { [`${OLD}/`]: 'database' })
    await registry.record(createProof('redirect'))
    const page = await registry.record({ ...late, reason: 'exists_in_db', source: 'db' })
    assert.equal(page?.canonicalUrl, NEW)
    assert.equal((await registry.find(OLD))?.canonicalUrl, NEW)
    assert.equal((await registry.find(`${OLD}/`))?.canonicalUrl, NEW)
  })
}
