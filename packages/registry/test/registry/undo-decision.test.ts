import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalize, policies } from '@canonist/core'
import { createRegistry } from '../../src/registry/open-registry.ts'
import type { Registry } from '../../src/registry/registry.ts'
import { decideReview } from '../../src/registry/reviews/decide-review.ts'
import { raiseReviews } from '../../src/registry/reviews/raise-reviews.ts'
import { releaseReviews } from '../../src/registry/reviews/release-reviews.ts'
import { hashInput } from '../../src/registry/sql/review-inputs.sql.ts'
import { undoDecision, type UndoResult } from '../../src/registry/reviews/undo-decision.ts'
import { writePageDecision } from '../../src/registry/sql/observations.sql.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const DECIDED = 5000
const FACTS = 'select f.source, f.value, f.observed_at from host_facts f order by f.source'

/** Raises one review, with somebody who has its cause. */
async function raise(database: Database, kind: string, subject: string, detail: object = {}): Promise<void> {
  await database.transaction((transaction) =>
    raiseReviews(transaction, [{ kind, subject, detail, count: 1 }], 1000, hashInput('one')),
  )
}

function decide(database: Database, id: number, verb: 'accept' | 'reject', at = DECIDED) {
  return decideReview(database, id, { verb, by: 'ada', why: 'seen the site', at })
}

const undo = (database: Database, id: number): Promise<UndoResult> =>
  undoDecision(database, async () => [policies.dedupe], id, { by: 'bob', at: 9000 })

const refusal = (outcome: UndoResult): string | null => (outcome.ok ? null : outcome.code)

/** A page that link health has looked at, and what was seen then. */
async function watch(database: Database, registry: Registry, url: string, judgement: object): Promise<number> {
  await registry.ingest([url])
  const page = (await registry.find(url)) ?? assert.fail()
  await database.run(
    `insert into page_health (page_id, verdict, since, judgement, checked_at, due_at) values ($1, 'degraded', 100, $2, 100, 90000)`,
    [page.id, JSON.stringify(judgement)],
  )
  await look(database, page.id, 100)
  return page.id
}

const look = (database: Database, pageId: number, at: number) =>
  database.run('insert into observations (page_id, at, seen) values ($1, $2, $3)', [
    pageId,
    at,
    JSON.stringify({ at, pageDecision: null }),
  ])

async function timesSeen(database: Database): Promise<number[]> {
  const rows = await database.all<{ readonly at: number }>('select at from observations order by page_id, at')
  return rows.map(({ at }) => at)
}

for (const databases of await bothDatabases()) {
  const check = (title: string, body: (database: Database) => Promise<void>): void => {
    test(`${databases.dialect}: ${title}`, async () => {
      const database = await openDatabase(await databases.freshLocation())
      try {
        await body(database)
      } finally {
        await database.close()
      }
    })
  }

  check('an undone review is open again, is counted as open, and shows what was undone', async (database) => {
    const registry = await createRegistry(database)
    await raise(database, 'gone', 'https://a.example/', { url: 'https://a.example/' })
    await decide(database, 1, 'accept')
    const outcome = await undo(database, 1)
    assert.ok(outcome.ok)
    const { state, decidedAt, decidedBy, why, decision, detail } = outcome.review
    assert.deepEqual([state, decidedAt, decidedBy, why, decision], ['open', null, null, null, null])
    assert.deepEqual(detail, {
      url: 'https://a.example/',
      before: {
        state: 'accepted',
        by: 'ada',
        at: '1970-01-01T00:00:05.000Z',
        why: 'seen the site',
        undoneBy: 'bob',
        undoneAt: '1970-01-01T00:00:09.000Z',
      },
    })
    const { reviews } = await registry.readCounts()
    assert.deepEqual(
      reviews.filter(({ reviews: count }) => count !== 0),
      [{ state: 'open', kind: 'gone', reviews: 1 }],
    )
    assert.equal((await decide(database, 1, 'reject')).ok, true)
  })

  check('what is unknown, open or undone already is refused', async (database) => {
    await raise(database, 'gone', 'https://a.example/')
    assert.equal(refusal(await undo(database, 7)), 'review/unknown')
    assert.equal(refusal(await undo(database, 1)), 'review/not-decided')
    await decide(database, 1, 'accept')
    assert.equal(refusal(await undo(database, 1)), null)
    assert.equal(refusal(await undo(database, 1)), 'review/not-decided')
  })

  check('of ten who undo at once one does', async (database) => {
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    await decide(database, 1, 'accept')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => undo(database, 1)))
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1)
  })

  check('a decision without an effect is over where nothing has the cause any more', async (database) => {
    await raise(database, 'gone', 'https://a.example/')
    await decide(database, 1, 'accept')
    await database.transaction((transaction) => releaseReviews(transaction, hashInput('one'), [], 6000))
    const outcome = await undo(database, 1)
    assert.deepEqual(outcome.ok && outcome.review.state, 'over')
  })

  check('a decision with an effect may be why nothing has the cause any more: it is open', async (database) => {
    await raise(database, 'http_only', 'a.example')
    await decide(database, 1, 'accept')
    await database.transaction((transaction) => releaseReviews(transaction, hashInput('one'), [], 6000))
    const outcome = await undo(database, 1)
    assert.deepEqual(outcome.ok && outcome.review.state, 'open')
  })

  check('a fact goes, and what was observed stays', async (database) => {
    const registry = await createRegistry(database)
    await registry.getHostFacts().set('www.boe.es', 'canonical_host', {
      value: 'other.example',
      source: 'discovered',
      observedAt: '1970-01-01T00:00:01.000Z',
      chain: [],
    })
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    await decide(database, 1, 'accept')
    assert.equal((await database.all(FACTS)).length, 2)
    assert.equal(refusal(await undo(database, 1)), null)
    assert.deepEqual(await database.all(FACTS), [{ source: 'discovered', value: 'other.example', observed_at: 1000 }])
  })

  check('a fact that another review decided before counts again', async (database) => {
    await raise(database, 'host_mapping', 'www.boe.es')
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    await raise(database, 'host_alias', 'www.other.es other.es')
    await decide(database, 1, 'accept', 3000)
    await decide(database, 3, 'accept', 4000)
    await decide(database, 2, 'accept')
    assert.equal(refusal(await undo(database, 2)), null)
    assert.deepEqual(await database.all(`${FACTS}, f.value`), [
      { source: 'person', value: 'other.es', observed_at: 4000 },
      { source: 'person', value: 'www.boe.es', observed_at: 3000 },
    ])
  })

  check('a fact that another review decided later stays', async (database) => {
    await raise(database, 'host_mapping', 'www.boe.es')
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    await decide(database, 1, 'accept', 3000)
    await decide(database, 2, 'accept')
    assert.equal(refusal(await undo(database, 1)), null)
    assert.deepEqual(await database.all(FACTS), [{ source: 'person', value: 'boe.es', observed_at: DECIDED }])
    assert.equal(refusal(await undo(database, 2)), null)
    assert.deepEqual(await database.all(FACTS), [])
  })

  check('a rule leaves the reviewed policy, and the rules of other reviews stay', async (database) => {
    const registry = await createRegistry(database)
    await raise(database, 'unknown_param', 'boe.es xyz')
    await raise(database, 'unknown_param', 'boe.es abc')
    await decide(database, 1, 'reject')
    await decide(database, 2, 'reject')
    assert.equal((await registry.undoDecision(1, { by: 'bob' })).ok, true)
    const url = 'https://www.boe.es/?xyz=1&abc=2'
    assert.equal(normalize(url, await registry.readReviewedPolicy()), 'https://www.boe.es/?xyz=1')
  })

  check('a rule that the keys are made by stays until they are moved back', async (database) => {
    const registry = await createRegistry(database)
    await registry.ingest(['https://www.boe.es/?xyz=1', 'https://www.boe.es/?xyz=2'])
    await raise(database, 'unknown_param', 'boe.es xyz')
    await raise(database, 'unknown_param', 'boe.es abc')
    await decide(database, 1, 'reject')
    await decide(database, 2, 'reject')
    const { run } = await registry.rekey(await registry.readReviewedPolicy())
    for (const id of [1, 2]) {
      const outcome = await registry.undoDecision(id, { by: 'bob' })
      assert.equal(refusal(outcome), 'review/not-undoable')
      assert.match(outcome.ok || outcome.code !== 'review/not-undoable' ? '' : outcome.reason, /dedupe-reviewed/)
    }
    await registry.undoRekey(run ?? assert.fail())
    assert.equal((await registry.undoDecision(1, { by: 'bob' })).ok, true)
  })

  check('what was decided of a page is as it was, until the page is checked', async (database) => {
    const registry = await createRegistry(database)
    const pageId = await watch(database, registry, 'https://a.example/', {})
    await raise(database, 'replaced_text', 'https://a.example/', { pageId })
    await decide(database, 1, 'accept')
    assert.deepEqual(await timesSeen(database), [100, DECIDED])
    assert.equal(refusal(await undo(database, 1)), null)
    assert.deepEqual(await timesSeen(database), [100])

    await decide(database, 1, 'accept')
    await look(database, pageId, 6000)
    assert.equal(refusal(await undo(database, 1)), 'review/not-undoable')
    assert.deepEqual(await timesSeen(database), [100, DECIDED, 6000])
  })

  check('what was decided of a host is as it was on all of its suspected pages, and on no other', async (database) => {
    const registry = await createRegistry(database)
    const parked = { suspicion: { reason: 'domain_parked' } }
    for (const page of ['1', '2']) await watch(database, registry, `https://a.example/${page}`, parked)
    const other = await watch(database, registry, 'https://a.example/3', {})
    await watch(database, registry, 'https://b.example/', parked)
    await raise(database, 'takeover_suspect', 'a.example parked')
    await decide(database, 1, 'accept')
    // A page of the host that another review is about.
    await database.transaction((transaction) => writePageDecision(transaction, other, 'refused', 6000))
    assert.deepEqual(await timesSeen(database), [100, DECIDED, 100, DECIDED, 100, 6000, 100])
    assert.equal(refusal(await undo(database, 1)), null)
    assert.deepEqual(await timesSeen(database), [100, 100, 100, 6000, 100])
  })

  check('what was decided of a host stays where one of its pages was checked since', async (database) => {
    const registry = await createRegistry(database)
    const parked = { suspicion: { reason: 'domain_parked' } }
    await watch(database, registry, 'https://a.example/1', parked)
    const second = await watch(database, registry, 'https://a.example/2', parked)
    await raise(database, 'takeover_suspect', 'a.example parked')
    await decide(database, 1, 'accept')
    await look(database, second, 6000)
    assert.equal(refusal(await undo(database, 1)), 'review/not-undoable')
    assert.deepEqual(await timesSeen(database), [100, DECIDED, 100, DECIDED, 6000])
  })
}
