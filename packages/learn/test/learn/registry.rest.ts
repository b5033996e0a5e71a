import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { definePolicy, normalize, type PolicySpec } from '@canonist/core'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { CrawlRecord, LearnResult } from '../../src/log/types.ts'
import { createHealth } from '@canonist/links/internal/health/open-health'
import { addRule } from '../../src/rules/add-rule.ts'
import { proposeRules } from '@canonist/server/internal/learn/publish-learned'
import { readHealthRecords, readPageRecords } from '@canonist/server/internal/learn/registry-records'
import { createRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { bothDatabases, sqliteFiles } from '@canonist/test-support/databases.ts'
import { forumLog } from './forum-log.ts'

// A registry that learns from what it has seen itself, and asks a person.

const THREADS = 60
const { file } = temporaryFolder()
const SEEN = 'https://forum.example.com/threads/99-another-title'
const BECOMES = 'https://forum.example.com/showthread.php?t=99'

const hashBytes = (content: string): Uint8Array => createHash('sha256').update(content).digest()

const hashContent = (content: string): string => Buffer.from(hashBytes(content)).toString('hex')

/** Every URL of the forum as a page of its own, with the hash of what it served. */
async function fill(database: Database, registry: Registry): Promise<void> {
  const log = forumLog(THREADS).map(({ url, contentHash = '' }) => ({
    url: url.replace('sid=', 'visit='),
    contentHash,
  }))
  await registry.ingest(log.map(({ url }) => url))
  await database.transaction(async (transaction) => {
    for (const { url, contentHash } of log) {
      await transaction.run('update pages set content_hash = $2 where fetch_url = $1', [url, hashBytes(contentHash)])
    }
  })
}

async function collectAll(read: AsyncIterable<CrawlRecord>): Promise<CrawlRecord[]> {
  const records: CrawlRecord[] = []
  for await (const record of read) records.push(record)
  return records
}

for (const databases of await bothDatabases()) {
  const name = databases.dialect
  const open = async (): Promise<{ database: Database; registry: Registry }> => {
    const database = await openDatabase(await databases.freshLocation())
    return { database, registry: await createRegistry(database) }
  }

  test(`${name}: pages are records with what they served, and observed aliases are, too`, async () => {
    const { database, registry } = await open()
    await registry.ingest(['https://example.com/a?utm_source=x', 'https://example.com/b', 'https://example.com/c'])
    const { id } = (await registry.find('https://example.com/b')) ?? { id: 0 }
    await database.run("update aliases set evidence = 'redirect' where raw_url = 'https://example.com/b'", [])
    await database.run("update aliases set evidence = 'content' where raw_url = 'https://example.com/c'", [])
    await database.run('update pages set content_hash = $2, simhash = $3 where id = $1', [
      id,
      hashBytes('b'),
      '0123456789abcdef',
    ])
    const page = (await registry.find('https://example.com/c'))?.id
    assert.deepEqual(
      (await collectAll(readPageRecords(registry))).toSorted((a, b) => (a.url < b.url ? -1 : 1)),
      [
        { url: 'https://example.com/a?utm_source=x' },
        { url: 'https://example.com/b', redirect: 'https://example.com/b' },
        { url: 'https://example.com/b', contentHash: hashContent('b'), simhash: '0123456789abcdef' },
        { url: 'https://example.com/c', contentHash: `page ${page}` },
        { url: 'https://example.com/c', contentHash: `page ${page}` },
      ],
    )
    await registry.close()
  })

  test(`${name}: pages that link health found elsewhere are redirects, and no other verdict is`, async () => {
    const { database, registry } = await open()
    const verdicts = ['moved', 'takeover_suspect', 'gone', 'healthy']
    await registry.ingest(verdicts.map((verdict) => `https://example.com/${verdict}`))
    for (const verdict of verdicts) {
      const judgement = { reasons: [], failingSince: null, movedTo: 'https://example.com/new', notes: [], evidence: [] }
      await database.run(
        `insert into page_health (page_id, verdict, since, judgement, checked_at, due_at)
         select id, $2, 0, $3, 0, 0 from pages where fetch_url = $1`,
        [`https://example.com/${verdict}`, verdict, JSON.stringify({ ...judgement, leadsTo: null, drift: null })],
      )
    }
    const health = await createHealth(database)
    const records = await collectAll(readHealthRecords(health))
    assert.deepEqual(records, [{ url: 'https://example.com/moved', redirect: 'https://example.com/new' }])
    await registry.close()
  })

  test(`${name}: a learned rule raises one review, which shows what the rule would merge`, async () => {
    const { database, registry } = await open()
    await fill(database, registry)
    const { rules } = await learnRules(readPageRecords(registry), { extends: 'dedupe' })
    const proved = rules.filter(({ tier }) => tier === 'apply')
    assert.deepEqual(await proposeRules(registry, proved), ['new', 'new'])
    assert.deepEqual(await proposeRules(registry, proved), ['waiting', 'waiting'])
    const reviews = []
    for await (const review of registry.streamReviews({ kind: 'learned_rule' })) reviews.push(review)
    assert.deepEqual(reviews.map(({ subject }) => subject).toSorted(), [
      'forum.example.com: rewrite /threads/#1-* /showthread.php?t=$1',
      'forum.example.com: strip visit',
    ])
    const strip = reviews.find(({ subject }) => subject.endsWith('strip visit'))
    assert.equal(strip?.count, THREADS)
    const shown = await registry.showReview(strip?.id ?? 0)
    assert.match(
      shown?.question ?? '',
      /^Is this a rule of the site: forum\.example\.com: strip visit\? \(60 of 60 contents agree, bound 0\.\d+\)$/,
    )
    assert.match(shown?.examples[0] ?? '', / = /)
    assert.ok(shown?.effects?.accept.changes === 'policy')
    assert.equal(shown.effects.accept.differences.merges.count, THREADS)
    assert.deepEqual(shown.effects.reject, { changes: 'nothing' })
    for (const { id } of reviews)
      assert.ok((await registry.decideReview(id, { verb: 'accept', by: 'ada', why: null })).ok)
    assert.equal(normalize(`${SEEN}?visit=1`, await registry.readReviewedPolicy()), BECOMES)
    assert.deepEqual(await proposeRules(registry, proved), ['decided', 'decided'])
    await registry.close()
  })
}

test('learn --db --propose: from the registry, into its queue, and on to its policy', async () => {
  const sqlite = sqliteFiles()
  const db = await sqlite.freshLocation()
  const database = await openDatabase(db)
  const registry = await createRegistry(database)
  await fill(database, registry)
  await registry.close()
  const run = (...args: string[]): ReturnType<typeof canonist> => canonist([...args, '--db', db])
  const learned = await run('learn', '--propose')
  assert.equal(learned.code, 0)
  assert.equal((JSON.parse(learned.stdout) as PolicySpec).extends, 'dedupe')
  assert.match(learned.stderr, /^canonist: 240 URLs of 1 site: 50\.0 % redundant, 2 rules merge 50\.0 %$/m)
  assert.match(
    learned.stderr,
    /^canonist: 2 rules put into the review queue\. See them with canonist review list --kind learned_rule\.$/m,
  )
  const item = await run('review', 'show', '1')
  assert.match(item.stdout, /^ {2}contents {2}60 of 60 agree\n {2}held out {2}60 of 60 agree\n {2}bound {5}0\.\d+/m)
  assert.match(item.stdout, /^ {2}chance {4}about \S+ of the rules that score this well are false$/m)
  assert.match(item.stdout, /accept: adds to the policy\n {4}sites:\n {6}forum\.example\.com:\n/)
  assert.doesNotMatch(item.stdout, /evidence|\{/)
  assert.match(item.stdout, /pages would merge into/)
  assert.equal((await run('review', 'accept', '1')).code, 0)
  assert.match(
    (await run('learn', '--propose')).stderr,
    /^canonist: 0 rules put into the review queue, 1 already there, 1 already decided\. See them with canonist review list/m,
  )
  assert.equal((await run('review', 'accept', '2')).code, 0)
  const { stdout } = await run('review', 'policy')
  assert.match(stdout, /"rule": "forum\.example\.com: strip visit"/)
  const reviewed = file('reviewed.json', stdout)
  const merges = new RegExp(`${3 * THREADS} pages would merge into ${THREADS}`)
  assert.match((await run('policy', 'diff', 'dedupe', reviewed)).stdout, merges)
  assert.equal((await run('policy', 'rekey', reviewed)).code, 0)
  const found = await run('find', 'https://forum.example.com/showthread.php?t=7&visit=another')
  assert.equal(found.code, 0)
  assert.match(found.stdout, /^https:\/\/forum\.example\.com\/showthread\.php\?t=7$/m)
  assert.match(found.stdout, /\/threads\/7-/)
})

test('learn --db: a missing registry is reported', async () => {
  const { code, stderr } = await canonist(['learn', '--db', '/nowhere/none.db'])
  assert.match(stderr, /\/nowhere\/none\.db/)
  assert.equal(code, 3)
})

// How a rule joins a policy that has sections already.
const rule = (scope: string[], except: string[]): LearnResult['rules'][number] => ({
  id: 'example.com: strip x',
  family: 'parameter',
  site: 'example.com',
  host: 'example.com',
  scope,
  except,
  tier: 'probe',
  fields: { query: { strip: ['x'] } },
  support: 1,
  failures: 0,
  bound: 0.7,
  falseDiscovery: 0.2,
  holdOut: { support: 1, failures: 0 },
  prior: 12,
  redirects: { agree: 0, against: 0 },
  canonicals: { agree: 0, against: 0 },
  proposed: 9,
  changes: 1,
  examples: [],
  counterExamples: [],
})
const BASE: PolicySpec = {
  name: 'p',
  sites: { 'example.com': { query: { strip: ['a'] }, paths: { '/shop': { query: { strip: ['b'] } } } } },
}
const joined = [
  { why: 'everywhere', scope: ['/'], except: [], input: '/shop/tea?a=1&b=2&x=3', becomes: '/shop/tea' },
  {
    why: 'inside a section that is there',
    scope: ['/shop/tea'],
    except: [],
    input: '/shop/tea?a=1&b=2&x=3',
    becomes: '/shop/tea',
  },
  {
    why: 'and not beside it',
    scope: ['/shop/tea'],
    except: [],
    input: '/shop/jam?a=1&b=2&x=3',
    becomes: '/shop/jam?x=3',
  },
  {
    why: 'around a section that is there',
    scope: ['/'],
    except: ['/blog'],
    input: '/shop/tea?b=2&x=3',
    becomes: '/shop/tea',
  },
  {
    why: 'not where it does not hold',
    scope: ['/'],
    except: ['/blog'],
    input: '/blog/1?a=1&x=3',
    becomes: '/blog/1?x=3',
  },
  {
    why: 'an exception inside a section keeps its rules',
    scope: ['/'],
    except: ['/shop/old'],
    input: '/shop/old?b=2&x=3',
    becomes: '/shop/old?x=3',
  },
]
for (const { why, scope, except, input, becomes } of joined) {
  test(`a rule for ${scope.join()} but ${except.join() || 'nothing'}: ${input} -> ${becomes} (${why})`, () => {
    const policy = addRule(BASE, rule(scope, except))
    assert.ok(policy !== null)
    assert.equal(normalize(`https://example.com${input}`, definePolicy(policy)), `https://example.com${becomes}`)
  })
}
