import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, urlKey } from '@canonist/core'
import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { Canonicalized, Proof } from '@canonist/web/internal/canonicalize/result'
import { openRegistry } from '../../../src/registry/open-registry.ts'
import type { Registry, RegistryOptions } from '../../../src/registry/registry.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { collect } from './collect.ts'
import { inOrder } from './in-order.ts'

/** What every registry does, whatever its database. */
export function registryContract({ dialect, freshLocation }: TestDatabases): void {
  const check = (name: string, body: (registry: Registry) => Promise<void>, options: RegistryOptions = {}): void => {
    test(`${dialect}: ${name}`, async () => {
      let time = Date.UTC(2026, 0, 1)
      const registry = await openRegistry(await freshLocation(), { now: () => (time += 1000), ...options })
      try {
        await body(registry)
      } finally {
        await registry.close()
      }
    })
  }

  check('a line is new, a duplicate, rejected, or empty', async (registry) => {
    const lines = ['https://a.example/', 'https://A.example', 'nonsense', '', 'https://b.example/', 'nonsense']
    assert.deepEqual(await registry.ingest(lines), { seen: 5, new: 2, duplicates: 1, rejected: 2 })
    assert.deepEqual(await registry.ingest(lines), { seen: 5, new: 0, duplicates: 3, rejected: 2 })
  })

  const spellings = [
    'https://a.example/p?x=1',
    'HTTPS://A.example:443/p?x=1',
    'https://a.example/p?utm_source=feed&x=1',
    ' https://a.example/p?x=1#top',
    'https://a.example/ñ/../p?x=1',
  ]

  check('every spelling is kept as it came, with its count', async (registry) => {
    await registry.ingest([...spellings, ...spellings.slice(0, 2)])
    const page = await registry.find('https://a.example/p?x=1')
    assert.deepEqual(
      inOrder(page?.aliases.map(({ rawUrl, count }) => [rawUrl, count]) ?? []),
      inOrder(spellings.map((url, index) => [url, index < 2 ? 2 : 1])),
    )
    assert.deepEqual(new Set(page?.aliases.map(({ evidence }) => evidence)), new Set(['rule']))
  })

  check('URLs of known pages are counted, or added to their own page, beside new pages', async (registry) => {
    const [a = '', b = '', c = '', d = ''] = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/`)
    await registry.ingest([a, `${a}#1`, b, c, `${c}#1`])
    // Not in the order in which the pages were stored.
    const again = [`${c}#2`, `${a}#1`, `${d}#1`, `${b}#1`, `${a}#1`, c, d, `${b}#1`]
    assert.deepEqual(await registry.ingest(again), { seen: 8, new: 1, duplicates: 7, rejected: 0 })
    const aliases = await collect(registry.exportAliases())
    assert.deepEqual(
      inOrder(aliases.map(({ canonicalUrl, rawUrl, fragment, count }) => [canonicalUrl, rawUrl, fragment, count])),
      inOrder([
        [a, a, null, 1],
        [a, `${a}#1`, '#1', 3],
        [b, b, null, 1],
        [b, `${b}#1`, '#1', 2],
        [c, c, null, 2],
        [c, `${c}#1`, '#1', 1],
        [c, `${c}#2`, '#2', 1],
        [d, d, null, 1],
        [d, `${d}#1`, '#1', 1],
      ]),
    )
  })

  for (const url of spellings) {
    check(`the page is found by ${JSON.stringify(url)}`, async (registry) => {
      await registry.ingest(['https://a.example/p?x=1', 'https://b.example/'])
      assert.equal((await registry.find(url))?.canonicalUrl, 'https://a.example/p?x=1')
    })
  }

  check('a page has all its fields', async (registry) => {
    await registry.ingest(['http://www.A.example:80/b/../news?b=2&a=1&gclid=7#top'])
    const page = await registry.find('http://www.a.example/news?a=1&b=2')
    const { id, aliases, ...rest } = page ?? assert.fail('it is unknown')
    assert.equal(typeof id, 'number')
    assert.deepEqual(rest, {
      canonicalUrl: 'http://www.a.example/news?a=1&b=2',
      fetchUrl: 'http://www.a.example/news?b=2&a=1&gclid=7',
      key: urlKey('http://www.a.example/news?a=1&b=2'),
      policy: registry.policy.fingerprint,
      host: 'www.a.example',
      linkType: 'section',
      contentHash: null,
      simhash: null,
      firstSeen: '2026-01-01T00:00:02.000Z',
      lastSeen: '2026-01-01T00:00:02.000Z',
    })
    assert.equal(aliases[0]?.fragment, '#top')
  })

  check('a page was last seen when one of its spellings was', async (registry) => {
    await registry.ingest(['https://a.example/'])
    await registry.ingest(['https://a.example/#later'])
    const page = await registry.find('https://a.example/')
    assert.equal(page?.firstSeen, '2026-01-01T00:00:02.000Z')
    assert.equal(page.lastSeen, '2026-01-01T00:00:04.000Z')
    const [exported] = await collect(registry.exportPages())
    assert.equal(exported?.lastSeen, page.lastSeen)
  })

  const strange = [
    ['https://a.example/\u{1f600}?q=日本', 'astral and wide characters'],
    ["https://a.example/'; drop table pages --", 'quotes'],
    ['https://a.example/a\\tb\\N', 'backslashes, as COPY has them'],
    ['https://a.example/?q=\\x00', 'an escape that is none'],
    [`https://a.example/${'x'.repeat(20_000)}`, 'a long one'],
    ['https://a.example/\ttab', 'a tab'],
    ['https://a.example/\u{fdd0}0', 'the mark that PostgreSQL needs for a NUL'],
    ['https://[2001:db8::1]:8443/', 'an IPv6 host and a port'],
    ['https://user:pw@a.example/', 'userinfo'],
  ] as const

  check('what is strange in a URL is kept, too', async (registry) => {
    await registry.ingest(strange.map(([url]) => url))
    const kept = (await collect(registry.exportAliases())).map(({ rawUrl }) => rawUrl)
    assert.deepEqual(kept.toSorted(), strange.map(([url]) => url).toSorted())
  })

  check('host and port', async (registry) => {
    await registry.ingest(['https://[2001:db8::1]:8443/', 'https://u:p@a.example:8080/'])
    const hosts = (await collect(registry.exportPages())).map(({ host }) => host)
    assert.deepEqual(hosts.toSorted(), ['[2001:db8::1]', 'a.example'])
  })

  check('half a surrogate pair is read as everywhere on the web', async (registry) => {
    await registry.ingest(['https://a.example/\ud800'])
    assert.equal((await registry.find('https://a.example/\ud800'))?.aliases[0]?.rawUrl, 'https://a.example/\ufffd')
  })

  check('rejected inputs keep their bytes, and each cause is asked about once', async (registry) => {
    const refused = { raw: Uint8Array.of(0xff, 0xfe, 0x00), code: 'line/invalid-utf8', message: 'no text' }
    await registry.ingest(['ftp://a.example/', 'mailto:ada@a.example', 'x y', refused, refused, 'https://a.example/\0'])
    const rejected = await collect(registry.exportRejected())
    const byCode = (code: string) => rejected.find((row) => row.code === code)
    assert.equal(rejected.length, 5)
    assert.equal(byCode('line/invalid-utf8')?.rawBytes, Buffer.from(refused.raw).toString('base64'))
    assert.equal(byCode('line/invalid-utf8')?.count, 2)
    assert.equal(byCode('line/nul-byte')?.rawUrl, 'https://a.example/\0')
    const reviews = await collect(registry.exportReviews())
    assert.deepEqual(inOrder(reviews.map(({ kind, subject, count, state }) => [kind, subject, count, state])), [
      ['rejected_input', 'line/invalid-utf8', 2, 'open'],
      ['rejected_input', 'line/nul-byte', 1, 'open'],
      ['rejected_input', 'url/no-scheme', 1, 'open'],
      ['rejected_input', 'url/scheme-not-http', 2, 'open'],
    ])
  })

  check('pages are found by key, host, subdomains and prefix', async (registry) => {
    const urls = ['https://a.example/', 'https://www.a.example/x', 'https://xa.example/', 'https://a.example/docs/1']
    await registry.ingest([...urls, 'https://a.example/documents', 'https://wwwxa.example/'])
    const listUrls = async (pages: AsyncIterable<{ canonicalUrl: string }>): Promise<string[]> =>
      (await collect(pages)).map(({ canonicalUrl }) => canonicalUrl).toSorted()
    assert.equal((await registry.findByKey(urlKey('https://xa.example/')))?.canonicalUrl, 'https://xa.example/')
    assert.equal(await registry.findByKey('0'.repeat(64)), null)
    await assert.rejects(registry.findByKey('abc'), { code: 'registry/bad-key' })
    assert.deepEqual(await listUrls(registry.findByHost('WWW.a.example')), ['https://www.a.example/x'])
    assert.deepEqual(await listUrls(registry.findByHost('a.example', { subdomains: true })), [
      'https://a.example/',
      'https://a.example/docs/1',
      'https://a.example/documents',
      'https://www.a.example/x',
    ])
    assert.deepEqual(await listUrls(registry.findByPrefix('https://A.example/docs/')), ['https://a.example/docs/1'])
    assert.deepEqual(await listUrls(registry.findByPrefix('https://a.exam')), [])
    await assert.rejects(collect(registry.findByPrefix('a.example')), { code: 'registry/bad-prefix' })
  })

  const PREFIXES = [
    { prefix: 'https://bücher.example/', finds: 1, why: 'a host is looked for as it is spelled here' },
    { prefix: 'https://BÜCHER.example/ä', finds: 1, why: 'letters are escapes here' },
    { prefix: 'https://bücher.example/%c3', finds: 1, why: 'the half of a letter may be looked for' },
    { prefix: 'https://b.example:443/', finds: 2, why: 'a port that goes without saying' },
    { prefix: 'https://b.example', finds: 2, why: 'a host alone' },
    { prefix: 'https://b.example/.', finds: 1, why: 'a dot may be the beginning of a name' },
    { prefix: 'https://b.example/a/../', finds: 2, why: 'dot segments are resolved' },
    { prefix: 'https://User:PW@b.example/', finds: 1, why: 'a password keeps its case' },
  ]
  for (const { prefix, finds, why } of PREFIXES) {
    check(`pages are found by the prefix ${prefix}: ${why}`, async (registry) => {
      const paths = ['https://bücher.example/ä', 'https://b.example/1', 'https://b.example/.well-known/x']
      await registry.ingest([...paths, 'https://User:PW@b.example/'])
      assert.equal((await collect(registry.findByPrefix(prefix))).length, finds)
    })
  }

  check('an invalid host is reported, not used as one', async (registry) => {
    for (const host of ['', 'a.example:8443', 'u@a.example', 'a.example/x', 'https://a.example/'])
      await assert.rejects(collect(registry.findByHost(host)), { code: 'registry/bad-host' }, host)
  })

  check('existsFn takes any number of URLs', async (registry) => {
    await registry.ingest(['https://a.example/39999'])
    const urls = Array.from({ length: 40_000 }, (_, index) => `https://a.example/${index}`)
    assert.equal((await registry.createExistsFn()(urls))?.url, 'https://a.example/39999')
  })

  check('a host with more pages than are read at once is given whole', async (registry) => {
    await registry.ingest(Array.from({ length: 450 }, (_, index) => `https://a.example/${index}`))
    const pages = await collect(registry.findByHost('a.example'))
    assert.equal(new Set(pages.map(({ canonicalUrl }) => canonicalUrl)).size, 450)
    assert.ok(pages.every(({ aliases }) => aliases.length === 1))
  })

  check('existsFn gives the first that is known', async (registry) => {
    await registry.ingest(['https://a.example/', 'https://b.example/'])
    const exists = registry.createExistsFn()
    const known = await exists(['nonsense', 'https://c.example/', 'https://b.example/#x', 'https://a.example/'])
    assert.equal(known?.url, 'https://b.example/')
    assert.equal(known.data?.key, urlKey('https://b.example/'))
    assert.equal(known.data.id, (await registry.find('https://b.example/'))?.id)
    assert.equal(await exists(['https://c.example/']), null)
    assert.equal(await exists([]), null)
  })

  check('what canonicalize proved leads to the winner, with the proof', async (registry) => {
    const page = await registry.record(
      found('https://a.example/', { 'http://a.example/': 'redirect', 'https://b.example/': 'content' }),
    )
    assert.equal(page?.canonicalUrl, 'https://a.example/')
    assert.deepEqual(inOrder(page.aliases.map(({ rawUrl, evidence }) => [rawUrl, evidence])), [
      ['http://a.example/', 'redirect'],
      ['https://a.example/', 'rule'],
      ['https://b.example/', 'content'],
    ])
    assert.deepEqual(await registry.ingest(['https://b.example/#x']), { seen: 1, new: 0, duplicates: 1, rejected: 0 })
    const again = await registry.find('https://b.example/')
    assert.equal(again?.id, page.id)
    assert.equal(again.aliases.find(({ rawUrl }) => rawUrl.endsWith('#x'))?.evidence, 'content')
  })

  const PUBLIC_FEED = 'https://pod.example/rss'
  const PRIVATE_FEED = `${PUBLIC_FEED}?auth=Xk29LmQpR7tVwYz3bNcD5fGh`

  check('a URL with a credential is never an alias, whatever was proved', async (registry) => {
    const urls = [PRIVATE_FEED, 'https://ada:pw@pod.example/rss', `${PUBLIC_FEED}#access_token=abc`]
    await registry.ingest([PRIVATE_FEED])
    for (const url of urls) {
      await registry.record(found(PUBLIC_FEED, { [url]: 'content' }))
      await registry.record({ ...found(PUBLIC_FEED, {}), inputUrl: url })
    }
    const aliases = await collect(registry.exportAliases())
    assert.deepEqual(
      inOrder(aliases.map(({ canonicalUrl, rawUrl }) => [canonicalUrl, rawUrl])),
      inOrder([PUBLIC_FEED, PRIVATE_FEED].map((url) => [url, url])),
    )
    assert.equal((await registry.find(PRIVATE_FEED))?.canonicalUrl, PRIVATE_FEED)
  })

  check('a private feed is a page of its own', async (registry) => {
    const kept = { ...found(PRIVATE_FEED, {}), inputUrl: `${PRIVATE_FEED}&utm_source=x`, kind: 'feed' } as const
    await registry.record(kept)
    const page = await registry.find(PRIVATE_FEED)
    assert.deepEqual(
      page?.aliases.map(({ rawUrl }) => rawUrl),
      [PRIVATE_FEED],
    )
    assert.equal((await registry.find(kept.inputUrl))?.id, page?.id)
  })

  check('two articles behind one login stay two pages', async (registry) => {
    const articles = ['https://a.example/one', 'https://a.example/two']
    const login = '<title>Log in</title><form><input type="password"></form>'
    const fetchFn = async (url: string) =>
      articles.includes(url)
        ? { status: 302, headers: { location: `/login?next=${new URL(url).pathname}` }, body: '' }
        : { status: 200, headers: {}, body: `<link rel="canonical" href="https://a.example/login">${login}` }
    for (const url of articles)
      await registry.record(await canonicalize(url, { fetchFn, dnsFn: async () => ['93.184.216.34'] }))
    const aliases = await collect(registry.exportAliases())
    assert.deepEqual(
      inOrder(aliases.map(({ canonicalUrl, rawUrl, evidence }) => [canonicalUrl, rawUrl, evidence])),
      inOrder(articles.map((url) => [url, url, 'rule'])),
    )
  })

  check('a page that is proved to be another is found as that one, with all its aliases', async (registry) => {
    await registry.ingest(['https://b.example/', 'https://b.example/#1', 'https://c.example/'])
    await registry.record(found('https://b.example/', { 'https://c.example/': 'redirect' }))
    await registry.record(found('https://a.example/', { 'https://b.example/': 'redirect' }))
    const page = await registry.find('https://c.example/')
    assert.equal(page?.canonicalUrl, 'https://a.example/')
    assert.deepEqual(page.aliases.map(({ rawUrl, evidence }) => `${evidence} ${rawUrl}`).toSorted(), [
      'redirect https://b.example/',
      'redirect https://c.example/',
      'rule https://a.example/',
      'rule https://b.example/#1',
    ])
    assert.deepEqual(
      (await collect(registry.exportPages())).map(({ canonicalUrl }) => canonicalUrl),
      ['https://a.example/'],
    )
    assert.deepEqual(new Set((await collect(registry.exportAliases())).map(({ pageId }) => pageId)), new Set([page.id]))
  })

  check('a page that is proved to stand for itself after all does', async (registry) => {
    await registry.record(found('https://a.example/', { 'https://b.example/': 'redirect' }))
    await registry.record(found('https://b.example/', { 'https://a.example/': 'redirect' }))
    assert.equal((await registry.find('https://a.example/'))?.canonicalUrl, 'https://b.example/')
    assert.equal((await registry.find('https://b.example/'))?.canonicalUrl, 'https://b.example/')
    assert.equal((await collect(registry.exportPages())).length, 1)
  })

  check('nothing is recorded of what was not found', async (registry) => {
    const failure = {
      ok: false,
      error: 'network',
      message: '',
      inputUrl: 'https://a.example/',
      requests: 1,
      hops: 0,
      warnings: [],
      attempts: [],
    } as const
    assert.equal(await registry.record(failure), null)
    assert.deepEqual(await collect(registry.exportPages()), [])
  })

  check('an empty registry knows nothing', async (registry) => {
    assert.equal(registry.policy.name, 'dedupe')
    assert.equal(await registry.find('https://a.example/'), null)
    assert.equal(await registry.find('nonsense'), null)
    assert.deepEqual(await registry.ingest([]), { seen: 0, new: 0, duplicates: 0, rejected: 0 })
  })

  check('an aborted ingest stops before the next batch, and resumes behind the last one', async (registry) => {
    const lines = Array.from({ length: 12 }, (_, index) => `https://a.example/${index}`)
    const abort = new AbortController()
    const { signal } = abort
    const options = { source: 'list', batchLines: 5 }
    const onProgress = (): void => abort.abort(new Error('enough'))
    await assert.rejects(registry.ingest(lines, { ...options, signal, onProgress }), { message: 'enough' })
    assert.notEqual(await registry.find('https://a.example/4'), null)
    assert.equal(await registry.find('https://a.example/5'), null)
    const resumed: number[] = []
    const report = await registry.ingest(lines, { ...options, onResume: (line) => resumed.push(line) })
    assert.deepEqual([resumed, report.new], [[5], 12])
  })

  check('lines may come in pieces, from a stream', async (registry) => {
    async function* pieces() {
      yield 'https://a.example/'
      yield ['https://b.example/', 'https://a.example/#x']
      yield []
    }
    assert.deepEqual(await registry.ingest(pieces()), { seen: 3, new: 2, duplicates: 1, rejected: 0 })
  })

  check(
    'a registry keeps its own policy',
    async (registry) => {
      await registry.ingest(['https://a.example/?a=1#/route'])
      assert.equal(registry.policy.name, 'routes')
      assert.equal(
        (await registry.find('https://a.example/?a=1#/route'))?.canonicalUrl,
        'https://a.example/?a=1#/route',
      )
      assert.equal(await registry.find('https://a.example/?a=1'), null)
    },
    { policy: definePolicy({ name: 'routes', extends: 'dedupe', fragment: 'keep-routes' }) },
  )

  test(`${dialect}: the first line fixes the policy; another one is refused with the fix`, async () => {
    const location = await freshLocation()
    const open = async (options: RegistryOptions): Promise<void> => {
      const registry = await openRegistry(location, options)
      await registry.ingest(['https://a.example/']).finally(() => registry.close())
    }
    await open({ policy: 'sources' })
    await open({})
    await open({ policy: 'sources' })
    await assert.rejects(open({ policy: 'dedupe' }), { code: 'registry/other-policy', message: /policy rekey/ })
  })

  test(`${dialect}: a source that broke off is taken up where it stopped`, async () => {
    const registry = await openRegistry(await freshLocation())
    const lines = Array.from({ length: 25 }, (_, index) => `https://a.example/${index % 20}`)
    const broken = function* () {
      yield* lines.slice(0, 17)
      throw new Error('the power went')
    }
    const options = { source: 'list', batchLines: 5 }
    await assert.rejects(registry.ingest(broken(), options), /the power went/)
    const resumed: number[] = []
    const report = await registry.ingest(lines, { ...options, onResume: (line) => resumed.push(line) })
    assert.deepEqual(resumed, [17])
    assert.deepEqual(report, { seen: 25, new: 20, duplicates: 5, rejected: 0 })
    assert.deepEqual(await registry.ingest(lines, options), { seen: 25, new: 0, duplicates: 25, rejected: 0 })
    const counts = (await collect(registry.exportAliases())).reduce((sum, { count }) => sum + count, 0)
    assert.equal(counts, 50)
    await registry.close()
  })

  test(`${dialect}: two who work on one source do not do the same twice`, async () => {
    const location = await freshLocation()
    const [one, two] = [await openRegistry(location), await openRegistry(location)]
    const options = { source: 'list', batchLines: 2 }
    const lines = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}`)
    let other: Promise<unknown> = Promise.resolve()
    async function* slowly() {
      yield lines.slice(0, 5)
      other = two.ingest(lines, options)
      await other
      yield lines.slice(5)
    }
    await assert.rejects(one.ingest(slowly(), options), { code: 'registry/run-taken' })
    assert.deepEqual(await other, { seen: 10, new: 10, duplicates: 0, rejected: 0 })
    assert.ok((await collect(one.exportAliases())).every(({ count }) => count === 1))
    await Promise.all([one.close(), two.close()])
  })
}

function found(url: string, proofs: Readonly<Record<string, Proof>>): Canonicalized {
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
