import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LinkType } from '@canonist/core'
import type { Page } from '../../src/registry/page-record.ts'
import type { Registry } from '../../src/registry/registry.ts'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { setVerdict } from '../../src/registry/sql/pages-write.sql.ts'
import type { Database } from '../../src/store/database.ts'
import type { ListPart, PartOptions } from '../../src/store/list-part.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { countFaults } from '@canonist/test-support/count-faults.ts'
import { bothDatabases, type TestDatabases } from '@canonist/test-support/databases.ts'
import { collect } from './support/collect.ts'

interface Opened {
  readonly registry: Registry
  readonly database: Database
}

type Read<T> = (options: PartOptions) => Promise<ListPart<T>>

/** All items, some at a time; `between` is done before each part but the first. */
async function readAll<T>(
  read: Read<T>,
  limit: number,
  between: () => Promise<unknown> = async () => null,
): Promise<T[]> {
  const items: T[] = []
  let after: string | null = null
  do {
    const part: ListPart<T> = await read({ limit, after })
    assert.ok(part.items.length <= limit)
    items.push(...part.items)
    after = part.next
    if (after !== null) await between()
  } while (after !== null)
  return items
}

const PATHS = ['', 'news/', 'news/1.html', 'news/2.html', 'docs/guide', 'docs/', 'a?x=1', 'contact', 'n']
const HOSTS = ['a.example', 'ab.example', 'abc.example', 'b.example', 'xn--bcher-kva.example']
const URLS = HOSTS.flatMap((host) => PATHS.map((path) => `https://${host}/${path}`))
const readUrl = ({ canonicalUrl }: Page): string => canonicalUrl

/** What a list must show: the pages that the stream has and that match, however they are ordered. */
const FILTERS: readonly (readonly [
  Parameters<Registry['listPages']>[0],
  (page: Page, verdict: string | undefined) => boolean,
])[] = [
  [{}, () => true],
  [{ linkType: 'homepage' }, ({ linkType }) => linkType === 'homepage'],
  [{ host: 'ab.example' }, ({ host }) => host === 'ab.example'],
  [
    { host: 'AB.example', linkType: 'informative' },
    ({ host, linkType }) => host === 'ab.example' && linkType === 'informative',
  ],
  [{ host: 'unknown.example' }, () => false],
  [{ prefix: 'https://abc.example/n' }, ({ canonicalUrl }) => canonicalUrl.startsWith('https://abc.example/n')],
  [{ prefix: 'http://abc.example/n' }, () => false],
  [{ q: 'ab' }, ({ host }) => host.startsWith('ab')],
  [{ q: 'AB' }, ({ host }) => host.startsWith('ab')],
  [{ q: 'b.example' }, ({ host }) => host === 'b.example'],
  [{ q: 'example' }, () => false],
  [{ q: 'abc.example/news' }, ({ canonicalUrl }) => canonicalUrl.startsWith('https://abc.example/news')],
  [{ verdict: 'gone' }, (_, verdict) => verdict === 'gone'],
  [{ verdict: 'gone', linkType: 'homepage' }, ({ linkType }, verdict) => verdict === 'gone' && linkType === 'homepage'],
  [{ verdict: 'healthy', host: 'a.example' }, ({ host }, verdict) => verdict === 'healthy' && host === 'a.example'],
  [{ verdict: 'gone', q: 'ab' }, ({ host }, verdict) => verdict === 'gone' && host.startsWith('ab')],
  [
    { verdict: 'healthy', prefix: 'https://a.example/n', linkType: 'informative' },
    ({ canonicalUrl, linkType }, verdict) =>
      verdict === 'healthy' && canonicalUrl.startsWith('https://a.example/n') && linkType === 'informative',
  ],
]

async function judgePages({ registry, database }: Opened): Promise<Map<string, string>> {
  const verdicts = new Map<string, string>()
  for (const [index, { id, canonicalUrl }] of (await collect(registry.exportPages())).entries()) {
    const verdict = ['gone', 'healthy'][index % 3]
    if (verdict === undefined) continue
    verdicts.set(canonicalUrl, verdict)
    await database.transaction(async (transaction) => {
      await transaction.run('insert into page_health (page_id, verdict, due_at) values ($1, $2, 0)', [id, verdict])
      await setVerdict(transaction, id, verdict)
    })
  }
  return verdicts
}

function listContract(databases: TestDatabases): void {
  describe(`${databases.dialect}: lists in parts`, () => {
    const check = (name: string, work: (opened: Opened) => Promise<void>): void =>
      void test(name, async () => {
        const database = await openDatabase(await databases.freshLocation())
        try {
          await work({ database, registry: await createRegistry(database) })
          assert.deepEqual(await countFaults(database), [])
        } finally {
          await database.close()
        }
      })

    check('show every page that matches, once, whatever the length of a part', async (opened) => {
      const { registry } = opened
      await registry.ingest(URLS)
      const verdicts = await judgePages(opened)
      const pages = await collect(registry.exportPages())
      for (const [filter, matches] of FILTERS) {
        const expected = pages.filter((page) => matches(page, verdicts.get(page.canonicalUrl)))
        for (const limit of [1, 2, 5, 500]) {
          const found = await readAll((options) => registry.listPages(filter, options), limit)
          assert.deepEqual(
            found.map(readUrl).toSorted(),
            expected.map(readUrl).toSorted(),
            JSON.stringify({ filter, limit }),
          )
        }
        if (filter?.verdict === undefined && matches === FILTERS[0]?.[1]) assert.equal(expected.length, URLS.length)
      }
    })

    check(
      'pages that are added or seen again meanwhile make no other page appear twice or not at all',
      async ({ registry }) => {
        await registry.ingest(URLS)
        for (const filter of [{}, { host: 'ab.example' }, { q: 'ab' }, { linkType: 'informative' as LinkType }]) {
          const before = await readAll((options) => registry.listPages(filter, options), 500)
          let count = 0
          const during = await readAll(
            (options) => registry.listPages(filter, options),
            3,
            async () => {
              count += 1
              const host = ['a.example', 'ab.example', 'aaa.example'][count % 3]
              await registry.ingest([
                `https://${host}/0-${count}-${JSON.stringify(filter).length}`,
                `https://${host}/z-${count}`,
                ...URLS,
              ])
            },
          )
          const urls = during.map(readUrl)
          assert.equal(new Set(urls).size, urls.length)
          assert.deepEqual(
            before.map(readUrl).filter((url) => !urls.includes(url)),
            [],
          )
        }
      },
    )

    check('pages of a host come by link type and URL, all pages as they became known', async ({ registry }) => {
      await registry.ingest(URLS)
      const all = await readAll((options) => registry.listPages({}, options), 4)
      assert.deepEqual(all.map(readUrl), (await collect(registry.exportPages())).map(readUrl))
      const ofHost = await readAll((options) => registry.listPages({ host: 'a.example' }, options), 2)
      const ordered = ofHost.toSorted((a, b) =>
        `${a.linkType} ${a.canonicalUrl}` < `${b.linkType} ${b.canonicalUrl}` ? -1 : 1,
      )
      assert.deepEqual(ofHost.map(readUrl), ordered.map(readUrl))
    })

    check(
      'merged pages are left out, and their URLs are aliases of the page that stands for them',
      async ({ registry }) => {
        await registry.ingest(['https://a.example/old', 'https://a.example/new', 'https://A.example/new#x'])
        await registry.record({
          ok: true,
          url: 'https://a.example/new',
          inputUrl: 'https://a.example/old',
          evidence: [{ url: 'https://a.example/old', proof: 'redirect' }],
        } as unknown as Parameters<Registry['record']>[0])
        const pages = await readAll((options) => registry.listPages({}, options), 1)
        assert.deepEqual(pages.map(readUrl), ['https://a.example/new'])
        const known = await registry.find('https://a.example/new')
        const aliases = await readAll((options) => registry.listAliases(known?.id ?? 0, options), 1)
        assert.deepEqual(
          aliases.map(({ rawUrl }) => rawUrl).toSorted(),
          known?.aliases.map(({ rawUrl }) => rawUrl).toSorted(),
        )
        assert.equal(aliases.length, 3)
      },
    )

    check('a long URL is found by a prefix that is longer than what an index keeps', async ({ registry }) => {
      const long = `https://a.example/${'x'.repeat(700)}`
      await registry.ingest([`${long}/1`, `${long}/2`, `${long.slice(0, -1)}y/3`])
      const found = await readAll((options) => registry.listPages({ prefix: `${long}/` }, options), 1)
      assert.deepEqual(found.map(readUrl), [`${long}/1`, `${long}/2`])
    })

    check('hosts without a page that matches are passed over, in bounded steps', async ({ registry }) => {
      await registry.ingest(Array.from({ length: 1200 }, (_, number) => `https://h${number}.example/a/b.html`))
      await registry.ingest(['https://h999z.example/'])
      const parts: number[] = []
      const found = await readAll(async (options) => {
        const part = await registry.listPages({ q: 'h', linkType: 'homepage' }, options)
        parts.push(part.items.length)
        return part
      }, 50)
      assert.deepEqual(found.map(readUrl), ['https://h999z.example/'])
      assert.equal(parts.length, 7)
    })

    check('reviews, rejected inputs, admissions, runs and hosts', async ({ registry, database }) => {
      await registry.ingest([...URLS, 'not a url', 'mailto:a@b.example', 'https://', 'ftp://x.example/'])
      await registry.raiseReviews(
        Array.from({ length: 7 }, (_, number) => ({
          kind: number % 2 === 0 ? 'learned_rule' : 'unknown_param',
          subject: `a.example: strip p${number}`,
          detail: { sites: {} },
          count: 1,
        })),
      )
      const [first] = await readAll((options) => registry.listReviews({ kind: 'learned_rule' }, options), 2)
      await registry.decideReview(first?.id ?? 0, { verb: 'reject', by: 'ada', why: null })
      for (const filter of [
        {},
        { kind: 'learned_rule' },
        { state: 'all' },
        { state: 'rejected', kind: 'learned_rule' },
      ] as const) {
        const expected = (await collect(registry.streamReviews(filter))).map(({ id }) => id)
        assert.deepEqual(
          (await readAll((options) => registry.listReviews(filter, options), 2)).map(({ id }) => id),
          expected,
        )
      }
      const rejected = await readAll((options) => registry.listRejected({}, options), 1)
      assert.deepEqual(
        rejected.map(({ rawUrl }) => rawUrl).toSorted(),
        (await collect(registry.exportRejected())).map(({ rawUrl }) => rawUrl).toSorted(),
      )
      const code = rejected[0]?.code
      const ofCode = await readAll((options) => registry.listRejected({ code }, options), 1)
      assert.deepEqual(
        ofCode,
        rejected.filter((one) => one.code === code),
      )
      assert.deepEqual(await readAll((options) => registry.listHosts({}, options), 2), HOSTS.toSorted())
      assert.deepEqual(await readAll((options) => registry.listHosts({ q: 'ab' }, options), 1), [
        'ab.example',
        'abc.example',
      ])
      await database.run(
        `insert into runs (kind, source, position, state, report, started_at, updated_at)
         values ('ingest', 'a', 1, 'running', '{}', 1, 1), ('rekey', 'b', 1, 'done', '{}', 1, 1), ('ingest', 'c', 1, 'running', '{}', 1, 1)`,
      )
      assert.deepEqual(
        (await readAll((options) => registry.listRuns({}, options), 1)).map(({ source }) => source),
        ['a', 'b', 'c'],
      )
      const imports = await readAll((options) => registry.listRuns({ kind: 'ingest' }, options), 1)
      assert.deepEqual(
        imports.map(({ source }) => source),
        ['a', 'c'],
      )
      assert.deepEqual(await registry.listAdmissions(), { items: [], next: null })
    })

    check('counts are those of the streams', async (opened) => {
      const { registry } = opened
      await registry.ingest([...URLS, 'not a url'])
      await judgePages(opened)
      const { pages, aliases, rejected, verdicts, reviews } = await registry.readCounts()
      assert.equal(pages.homepage + pages.section + pages.informative, URLS.length)
      assert.equal(aliases, (await collect(registry.exportAliases())).length)
      assert.deepEqual(rejected, { 'url/no-scheme': 1 })
      assert.deepEqual(verdicts, { gone: 15, healthy: 15 })
      assert.deepEqual(reviews, [{ state: 'open', kind: 'rejected_input', reviews: 1 }])
      const ofHost = await registry.readHostCounts('a.example')
      assert.equal(
        Object.values(ofHost.pages).reduce((sum, count) => sum + count),
        PATHS.length,
      )
      assert.deepEqual((await registry.readHostCounts('unknown.example')).pages, {
        homepage: 0,
        section: 0,
        informative: 0,
      })
    })

    check(
      'a cursor of another list, a limit out of range and filters that exclude each other are refused',
      async ({ registry }) => {
        await registry.ingest(URLS)
        const { next } = await registry.listPages({ host: 'a.example' }, { limit: 1 })
        const badCursor = { code: 'list/bad-cursor', kind: 'usage' }
        await assert.rejects(registry.listPages({}, { after: next }), badCursor)
        for (const after of ['', 'nonsense', '-1', 'W10', '1.5'])
          await assert.rejects(registry.listPages({}, { after }), badCursor)
        for (const limit of [0, 501, -1, 1.5, Number.NaN])
          await assert.rejects(registry.listPages({}, { limit }), { code: 'list/bad-limit' })
        await assert.rejects(registry.listPages({ host: 'a.example', q: 'a' }), { code: 'list/bad-filter' })
      },
    )
  })
}

for (const databases of await bothDatabases()) listContract(databases)
