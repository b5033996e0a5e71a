import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalize, policies } from '@canonist/core'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { decideReview, type ReviewDecision } from '../../src/registry/reviews/decide-review.ts'
import { readExamples } from '../../src/registry/reviews/examples.ts'
import { previewEffect } from '../../src/registry/reviews/preview-effect.ts'
import { findReview, streamReviews } from '../../src/registry/sql/reviews.sql.ts'
import { raiseReviews } from '../../src/registry/reviews/raise-reviews.ts'
import type { Review } from '../../src/registry/reviews/review.ts'
import { buildReviewedPolicy } from '../../src/registry/reviews/reviewed-policy.ts'
import { showReview } from '../../src/registry/reviews/show-review.ts'
import { writeFact } from '../../src/registry/sql/facts.sql.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import type { Database } from '../../src/store/database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const decision = (verb: ReviewDecision['verb'], more: Partial<ReviewDecision> = {}): ReviewDecision => ({
  verb,
  by: 'ada',
  why: 'seen the site',
  at: 5000,
  ...more,
})

async function listed(database: Database, filter?: Parameters<typeof streamReviews>[1]): Promise<Review[]> {
  const all: Review[] = []
  for await (const review of streamReviews(database, filter)) all.push(review)
  return all
}

function raise(database: Database, kind: string, subject: string, examples: readonly string[] = []): Promise<unknown> {
  return database.transaction((transaction) =>
    raiseReviews(transaction, [{ kind, subject, detail: { examples }, count: Math.max(examples.length, 1) }], 1000),
  )
}

for (const databases of await bothDatabases()) {
  const name = databases.dialect
  const open = async (): Promise<Database> => openDatabase(await databases.freshLocation())

  test(`${name}: 1,000 URLs with one unknown parameter are one item with ten examples`, async () => {
    const database = await open()
    for (let batch = 0; batch < 4; batch += 1) {
      const urls = Array.from({ length: 250 }, (_, index) => `https://boe.es/?xyz=${batch * 250 + index}`)
      await raise(database, 'unknown_param', 'boe.es xyz', urls)
    }
    const [review, ...others] = await listed(database)
    assert.deepEqual(others, [])
    assert.deepEqual([review?.count, review?.state], [1000, 'open'])
    assert.equal(readExamples(review?.detail).length, 10)
    await database.close()
  })

  test(`${name}: what is decided stays decided when it comes up again, and counts on`, async () => {
    const database = await open()
    await raise(database, 'unknown_param', 'boe.es xyz')
    await decideReview(database, 1, decision('accept'))
    await raise(database, 'unknown_param', 'boe.es xyz')
    const review = await findReview(database, 1)
    assert.deepEqual(
      [review?.state, review?.count, review?.decidedBy, review?.why, review?.decidedAt],
      ['accepted', 2, 'ada', 'seen the site', '1970-01-01T00:00:05.000Z'],
    )
    assert.deepEqual(await listed(database), [])
    assert.equal((await listed(database, { state: 'all', kind: 'unknown_param' })).length, 1)
    assert.equal((await listed(database, { state: 'all', kind: 'host_alias' })).length, 0)
    await database.close()
  })

  test(`${name}: of ten people who decide at once one decides, and the others get their name`, async () => {
    const database = await open()
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    const people = Array.from({ length: 10 }, (_, index) => `person-${index}`)
    const outcomes = await Promise.all(people.map((by) => decideReview(database, 1, decision('accept', { by }))))
    const winner = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.review.decidedBy] : []))
    assert.equal(winner.length, 1)
    for (const outcome of outcomes) {
      if (outcome.ok) continue
      assert.equal(outcome.code, 'review/decided')
      assert.equal(outcome.code === 'review/decided' && outcome.review.decidedBy, winner[0])
    }
    await database.close()
  })

  test(`${name}: an effect shows the value before, however long the name of the fact`, async () => {
    const database = await open()
    const fact = `expected:resolution_failed:/${'a'.repeat(600)}`
    const before = { value: 'no', source: 'person', observedAt: '2026-01-01T00:00:00.000Z', chain: [] } as const
    await database.transaction((transaction) => writeFact(transaction, 'boe.es', fact, before))
    const consequence = { becomes: 'fact', host: 'boe.es', fact, value: 'yes' } as const
    const effect = await previewEffect(database, async () => policies.dedupe, consequence)
    assert.deepEqual(effect, { changes: 'fact', host: 'boe.es', fact, value: 'yes', before: 'no' })
    await database.close()
  })

  test(`${name}: an accepted host alias is a fact, by a person`, async () => {
    const database = await open()
    await raise(database, 'host_alias', 'www.boe.es boe.es')
    assert.deepEqual((await showReview(database, async () => policies.dedupe, 1))?.effects?.accept, {
      changes: 'fact',
      host: 'www.boe.es',
      fact: 'canonical_host',
      value: 'boe.es',
      before: null,
    })
    await decideReview(database, 1, decision('accept'))
    const facts = await database.all(
      'select h.host, f.fact, f.source, f.value, f.observed_at from host_facts f join hosts h on h.id = f.host_id',
    )
    assert.deepEqual(facts, [
      { host: 'www.boe.es', fact: 'canonical_host', source: 'person', value: 'boe.es', observed_at: 5000 },
    ])
    await database.close()
  })

  test(`${name}: rejected inputs are one item a code, and stay whatever is decided`, async () => {
    const database = await open()
    const registry = await createRegistry(database)
    await registry.ingest(['nothing', 'nothing', 'no URL', 'https://ok.example/', 'https://[bad/'])
    const [first, second] = await listed(database)
    assert.equal(first?.kind, 'rejected_input')
    assert.notEqual(first?.subject, second?.subject)
    const shown = await showReview(database, async () => policies.dedupe, first?.id ?? 0)
    assert.ok((shown?.examples.length ?? 0) > 0)
    assert.deepEqual(shown?.effects?.reject, { changes: 'nothing' })
    const all = 'select code, raw, count from rejected order by raw_hash'
    const before = await database.all(all)
    await decideReview(database, first?.id ?? 0, decision('reject'))
    await decideReview(database, second?.id ?? 0, decision('accept'))
    assert.deepEqual(await database.all(all), before)
    await database.close()
  })

  test(`${name}: a thousand URLs with one unknown parameter are one item, where the policy has closed lists`, async () => {
    const urls = Array.from({ length: 1000 }, (_, at) => `https://www.boe.es/a?xyz=${at}&id=7&utm_source=mail`)
    const database = await open()
    const registry = await createRegistry(database, { policy: 'sources' })
    await registry.ingest([
      ...urls,
      'https://a.boe.es/?XYZ=1',
      'https://b.example/?xyz=1',
      'https://b.example/?lang=es',
    ])
    const found = (await listed(database)).map(({ kind, subject, count }) => [kind, subject, count])
    assert.deepEqual(found, [
      ['unknown_param', 'b.example xyz', 1],
      ['unknown_param', 'boe.es xyz', 1001],
    ])
    const shown = await registry.showReview(2)
    assert.equal(shown?.examples.length, 10)
    assert.ok(shown?.effects?.reject.changes === 'policy')
    assert.equal(shown.effects.reject.differences.merges.pages, 1000)
    await database.close()
  })

  test(`${name}: if a policy leaves parameters to the tracking list, they raise no review`, async () => {
    const database = await open()
    await (await createRegistry(database)).ingest(['https://www.boe.es/a?xyz=1'])
    assert.deepEqual(await listed(database), [])
    await database.close()
  })

  test(`${name}: an unknown parameter shows what merges, and becomes an entry of the policy`, async () => {
    const database = await open()
    const registry = await createRegistry(database)
    await registry.ingest([1, 2, 3].map((id) => `https://www.boe.es/a?xyz=${id}`))
    await registry.ingest(['https://other.example/a?xyz=1', 'https://other.example/a?xyz=2'])
    await raise(database, 'unknown_param', 'boe.es xyz')
    const effects = (await showReview(database, async () => registry.policy, 1))?.effects
    assert.ok(effects?.reject.changes === 'policy' && effects.accept.changes === 'policy')
    assert.deepEqual(effects.reject.sites, { 'boe.es': { query: { strip: ['xyz'] } } })
    assert.deepEqual(effects.reject.differences, {
      pages: 3,
      urls: 3,
      changed: 3,
      merges: {
        count: 1,
        pages: 3,
        examples: [
          {
            url: 'https://www.boe.es/a',
            pages: 3,
            from: [1, 2, 3].map((id) => `https://www.boe.es/a?xyz=${id}`),
          },
        ],
      },
      splits: { count: 0, into: 0, examples: [] },
    })
    assert.equal(effects.accept.differences.merges.count, 0)
    assert.equal(await buildReviewedPolicy(database, registry.policy), registry.policy)
    await decideReview(database, 1, decision('reject'))
    const policy = await buildReviewedPolicy(database, registry.policy)
    assert.equal(normalize('https://www.boe.es/a?xyz=1&b=2', policy), 'https://www.boe.es/a?b=2')
    assert.equal(normalize('https://other.example/a?xyz=1', policy), 'https://other.example/a?xyz=1')
    await database.close()
  })

  test(`${name}: an edit puts a person's own entry in place of the proposed one`, async () => {
    const database = await open()
    await raise(database, 'unknown_param', 'boe.es x*')
    await raise(database, 'rejected_input', 'url/no-scheme')
    const value = { trailingSlash: 'strip' }
    assert.deepEqual((await decideReview(database, 2, decision('edit', { value }))).ok, false)
    assert.deepEqual((await decideReview(database, 7, decision('accept'))).ok, false)
    assert.equal((await decideReview(database, 1, decision('edit', { value }))).ok, true)
    const policy = await buildReviewedPolicy(database, policies.dedupe)
    assert.deepEqual(policy.spec.sites, { 'boe.es': value })
    await database.close()
  })
}

test('a name with a star is taken by its letters', async () => {
  const { deriveConsequence } = await import('../../src/registry/reviews/consequence.ts')
  assert.deepEqual(deriveConsequence('unknown_param', 'boe.es x*', 'reject', undefined), {
    becomes: 'policy',
    sites: { 'boe.es': { query: { strip: ['/^x\\*$/'] } } },
  })
})
