import assert from 'node:assert/strict'
import { definePolicy } from '@canonist/core'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import type { FailedResult } from '../../src/frontier/complete/completion.ts'
import { DAY, SECOND, stageTests, START, type Stage } from './support/stage.ts'

const OLD = 'https://old.example/a'
const NEW = 'https://new.example/b'
const BUSY = 'https://busy.example/'

/** Each page of the registry with what it was found to be. */
async function readPages({ database }: Stage): Promise<unknown[]> {
  const rows = await database.all(
    `select p.canonical_url as url, m.canonical_url as leads_to from pages p left join pages m on m.id = p.merged_into
     order by p.canonical_url`,
  )
  return rows.map(({ url, leads_to }) => (leads_to === null ? url : `${String(url)} -> ${String(leads_to)}`))
}

/** The canonical URL that the registry finds by a URL. */
async function foundBy({ location }: Stage, url: string): Promise<string | undefined> {
  const registry = await openRegistry(location)
  try {
    return (await registry.find(url))?.canonicalUrl
  } finally {
    await registry.close()
  }
}

/** What a way comes to that ends before a host that is not free. */
function leading(to: string, statuses: readonly number[]) {
  const hops = statuses.map((status, index) => ({
    status,
    to: index === statuses.length - 1 ? to : `${OLD}${index}`,
    ms: 1,
  }))
  return {
    kind: 'redirected',
    to,
    status: statuses.at(-1) ?? 0,
    trail: { from: OLD, hops },
    sinceRequestMs: 0,
  } as const
}

async function failOnce({ frontier, claimOne }: Stage, result: FailedResult): Promise<void> {
  await frontier.submit([BUSY])
  await frontier.updateFailed(await claimOne(), { sinceRequestMs: 0, ...result })
}

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)

  check('no redirect: fetched, and the URL stays', async (stage) => {
    await stage.frontier.submit([OLD])
    const answer = await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), OLD, { status: 200 })
    assert.ok(answer.ok && !answer.isRenamed && answer.winner === null)
    assert.equal(await stage.readState(OLD), 'fetched')
  })

  for (const status of [200, 304]) {
    check(`${status} after redirects: URL, key and host move`, async (stage) => {
      await stage.frontier.submit([OLD])
      if (status === 304) {
        await stage.fetchAll({ status: 200, etag: '"1"' })
        await stage.pass(DAY)
      }
      const answer = await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), `${NEW}?utm_source=x#top`, {
        status,
      })
      assert.ok(answer.ok && answer.isRenamed)
      assert.equal(answer.url, NEW)
      const [row] = await stage.database.all(
        `select p.canonical_url, p.fetch_url, h.host, a.host as asked from pages p join hosts h on h.id = p.host_id
         join frontier_urls u on u.page_id = p.id join hosts a on a.id = u.host_id`,
      )
      assert.deepEqual(row, {
        canonical_url: NEW,
        fetch_url: `${NEW}?utm_source=x`,
        host: 'new.example',
        asked: 'new.example',
      })
      assert.equal(await foundBy(stage, OLD), NEW)
      assert.equal(await foundBy(stage, NEW), NEW)
    })
  }

  check('what comes by the old URL later is a duplicate of the new one', async (stage) => {
    await stage.frontier.submit([OLD])
    await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), NEW, { status: 200 })
    assert.deepEqual(await stage.frontier.submit([OLD, `${OLD}#x`, NEW]), {
      seen: 3,
      new: 0,
      duplicates: 3,
      rejected: 0,
    })
    assert.deepEqual(await readPages(stage), [NEW])
  })

  check(
    'a redirect to the same key changes only what is requested',
    async (stage) => {
      await stage.frontier.submit(['http://www.old.example/a'])
      const claim = await stage.claimOne()
      assert.equal(claim.host, 'www.old.example')
      const answer = await stage.frontier.updateFetchedWithFinalUrl(claim, OLD, { status: 200, etag: '"1"' })
      assert.ok(answer.ok && !answer.isRenamed && answer.url === OLD)
      await stage.pass(DAY)
      const again = await stage.claimOne()
      assert.deepEqual([again.url, again.fetchUrl, again.host, again.etag], [OLD, OLD, 'old.example', '"1"'])
    },
    { policy: definePolicy({ name: 'one-site', extends: 'dedupe', scheme: 'https', www: 'strip' }) },
  )

  check('the final URL is another page’s: fetched, URL unchanged, the winner recorded, success', async (stage) => {
    await stage.frontier.submit([OLD, NEW])
    const claims = await stage.claim()
    const old = claims.find(({ url }) => url === OLD) ?? assert.fail()
    const answer = await stage.frontier.updateFetchedWithFinalUrl(old, NEW, { status: 200 })
    assert.ok(answer.ok)
    const winner = claims.find(({ url }) => url === NEW)
    assert.deepEqual([answer.state, answer.reason, answer.url, answer.winner], ['fetched', 'merged', OLD, winner?.id])
    assert.equal(answer.dueAt, null)
    assert.deepEqual(await readPages(stage), [NEW, `${OLD} -> ${NEW}`])
    const story = await stage.frontier.explain(OLD)
    assert.deepEqual([story?.url, story?.finalUrl, story?.mergedInto], [OLD, NEW, winner?.id])
    assert.equal(await foundBy(stage, OLD), NEW)
    // Who has the winner leased goes on as if nothing had happened.
    assert.ok((await stage.frontier.updateFetched(winner ?? assert.fail(), { status: 200 })).ok)
  })

  check('both of a batch end at one URL: one is renamed, the other merged', async (stage) => {
    await stage.frontier.submit([OLD, 'https://older.example/'])
    const claims = await stage.claim()
    const answers = await stage.frontier.complete(
      claims.map((claim) => ({ claim, outcome: { kind: 'fetched', status: 200, finalUrl: NEW } })),
    )
    assert.deepEqual(
      answers.map((answer) => answer.ok && [answer.isRenamed, answer.reason]),
      [
        [true, null],
        [false, 'merged'],
      ],
    )
  })

  check(
    'hard test 5: two workers end at one URL at once: one is renamed, one merged, and nobody sees an error',
    async (stage) => {
      const urls = Array.from({ length: 8 }, (_, index) => `https://h${index}.example/`)
      await stage.frontier.submit(urls)
      const claims = await stage.claim()
      const workers = await Promise.all(claims.map(() => stage.other()))
      const answers = await Promise.all(
        claims.map((claim, index) =>
          (workers[index] ?? stage.frontier).updateFetchedWithFinalUrl(claim, NEW, { status: 200 }),
        ),
      )
      assert.ok(answers.every(({ ok }) => ok))
      assert.equal(answers.filter((answer) => answer.ok && answer.isRenamed).length, 1)
      assert.equal(answers.filter((answer) => answer.ok && answer.reason === 'merged').length, 7)
      assert.equal((await stage.frontier.countByState()).fetched, 8)
    },
  )

  check('a page is made at the final URL between the look and the move: the conflict is resolved', async (stage) => {
    await stage.frontier.submit([OLD])
    const claim = await stage.claimOne()
    const other = await stage.other()
    const [answer, report] = await Promise.all([
      stage.frontier.updateFetchedWithFinalUrl(claim, NEW, { status: 200 }),
      other.submit([NEW]),
    ])
    assert.ok(answer.ok)
    assert.equal(answer.isRenamed, report.new === 0)
    assert.equal(await foundBy(stage, OLD), NEW)
  })

  check('hard test 6: a chain of three while the second is leased by another worker', async (stage) => {
    const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/']
    await stage.frontier.submit([a, b])
    const claims = await stage.claim()
    const findClaim = (url: string) => claims.find((claim) => claim.url === url) ?? assert.fail()
    // The worker of a has seen a redirect to b, then b to c; that of b sees c as well.
    const first = await stage.frontier.updateFetchedWithFinalUrl(findClaim(a), c, { status: 200 })
    const second = await (await stage.other()).updateFetchedWithFinalUrl(findClaim(b), c, { status: 200 })
    assert.ok(first.ok && first.isRenamed)
    assert.ok(second.ok && second.reason === 'merged' && second.winner === first.id)
    assert.deepEqual(await readPages(stage), [`${b} -> ${c}`, c])
    for (const url of [a, b, c]) assert.equal(await foundBy(stage, url), c)
  })

  check(
    'hard test 7: the final URL is an alias: the page behind it wins, and no alias is two steps away',
    async (stage) => {
      await stage.frontier.submit([OLD])
      await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), NEW, { status: 200 })
      await stage.frontier.submit(['https://third.example/'])
      const answer = await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), OLD, { status: 200 })
      assert.ok(answer.ok && answer.reason === 'merged')
      assert.deepEqual(await readPages(stage), [NEW, `https://third.example/ -> ${NEW}`])
    },
  )

  check('hard test 7: a page that others were merged into takes them along when it is merged itself', async (stage) => {
    const fetchThere = async (from: string, to: string): Promise<void> => {
      const claims = await stage.claim()
      const claim = claims.find(({ url }) => url === from) ?? assert.fail(from)
      await stage.frontier.release(claims.filter((one) => one !== claim))
      assert.ok((await stage.frontier.updateFetchedWithFinalUrl(claim, to, { status: 200 })).ok)
    }
    await stage.frontier.submit([OLD, NEW, 'https://third.example/'])
    await fetchThere(OLD, NEW)
    await stage.pass(DAY)
    await fetchThere(NEW, 'https://third.example/')
    const third = 'https://third.example/'
    assert.deepEqual(await readPages(stage), [`${NEW} -> ${third}`, `${OLD} -> ${third}`, third])
  })

  check('hard test 7: the final URL is a page that was merged: its root wins', async (stage) => {
    await stage.frontier.submit([OLD, NEW])
    const claims = await stage.claim()
    await stage.frontier.updateFetchedWithFinalUrl(claims.find(({ url }) => url === OLD) ?? assert.fail(), NEW, {
      status: 200,
    })
    await stage.frontier.release(claims.filter(({ url }) => url === NEW))
    await stage.frontier.submit(['https://third.example/'])
    const third = (await stage.claim()).find(({ host }) => host === 'third.example') ?? assert.fail()
    await stage.frontier.updateFetchedWithFinalUrl(third, OLD, { status: 200 })
    assert.deepEqual(await readPages(stage), [NEW, `${OLD} -> ${NEW}`, `https://third.example/ -> ${NEW}`])
  })

  check('a winner that redirects back to its loser changes places with it, and there is no circle', async (stage) => {
    await stage.frontier.submit([OLD, NEW])
    let claims = await stage.claim()
    await stage.frontier.release(claims.filter(({ url }) => url === NEW))
    await stage.frontier.updateFetchedWithFinalUrl(claims.find(({ url }) => url === OLD) ?? assert.fail(), NEW, {
      status: 200,
    })
    await stage.pass(DAY)
    claims = await stage.claim()
    assert.deepEqual(
      claims.map(({ url }) => url),
      [NEW],
    )
    const answer = await stage.frontier.updateFetchedWithFinalUrl(claims[0] ?? assert.fail(), OLD, { status: 200 })
    assert.ok(answer.ok && answer.reason === 'merged')
    assert.deepEqual(await readPages(stage), [`${NEW} -> ${OLD}`, OLD])
    await stage.pass(DAY)
    assert.deepEqual(
      (await stage.claim()).map(({ url }) => url),
      [OLD],
    )
  })

  check('a renamed page that redirects back is renamed back', async (stage) => {
    await stage.frontier.submit([OLD])
    await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), NEW, { status: 200 })
    await stage.pass(DAY)
    const answer = await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), OLD, { status: 200 })
    assert.ok(answer.ok && answer.isRenamed && answer.url === OLD)
    assert.equal(await foundBy(stage, NEW), OLD)
    assert.equal(await foundBy(stage, OLD), OLD)
  })

  const PRIVATE = 'https://pod.example/rss?auth=Xk29LmQpR7tVwYz3bNcD5fGh'
  const PUBLIC = 'https://pod.example/rss'

  check('a redirect that drops a token does not rename: the URL stays a page of its own', async (stage) => {
    await stage.frontier.submit([PRIVATE])
    const answer = await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), PUBLIC, { status: 200 })
    assert.ok(answer.ok && !answer.isRenamed && answer.winner === null)
    assert.equal(await stage.readState(PRIVATE), 'fetched')
    assert.deepEqual(await readPages(stage), [PRIVATE])
    assert.equal(await foundBy(stage, PUBLIC), undefined)
  })

  check('nor does it merge into the page that is known without the token', async (stage) => {
    await stage.frontier.submit([PUBLIC])
    await stage.frontier.updateFetched(await stage.claimOne(), { status: 200 })
    await stage.frontier.submit([PRIVATE])
    await stage.pass(10 * SECOND)
    await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), PUBLIC, { status: 200 })
    assert.deepEqual(await readPages(stage), [PUBLIC, PRIVATE])
  })

  check('nor if the redirect was not followed yet', async (stage) => {
    const [from, to] = [`${OLD}?token=abc`, `${BUSY}b`]
    await failOnce(stage, { reason: 'connect_refused' })
    await stage.frontier.submit([from])
    const claim = await stage.claimOne()
    await stage.frontier.complete([{ claim, outcome: leading(to, [301]) }])
    assert.deepEqual(await readPages(stage), [BUSY, from])
  })

  check('a redirect that keeps the token renames', async (stage) => {
    const moved = PRIVATE.replace('/rss', '/feed')
    await stage.frontier.submit([PRIVATE])
    await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), moved, { status: 200 })
    assert.deepEqual(await readPages(stage), [moved])
    assert.equal(await foundBy(stage, PRIVATE), moved)
  })

  for (const { why, url, merged } of [
    { why: 'becomes the canonical page that it declares', url: 'https://pod.example/rss?page=1', merged: 1 },
    { why: 'with a token does not, even with equal bytes', url: PRIVATE, merged: 0 },
  ]) {
    check(`a page ${why}`, async (stage) => {
      for (const each of [PUBLIC, url]) {
        await stage.frontier.submit([each])
        await stage.pass(10 * SECOND)
        await stage.frontier.updateFetched(await stage.claimOne(), { status: 200, contentHash: 'ab12' })
      }
      const { id } = (await stage.frontier.explain(url)) ?? assert.fail()
      assert.equal(await stage.frontier.acceptCanonicals([{ id, canonicalUrl: PUBLIC }]), merged)
    })
  }

  check('hard test 8: a dead winner is alive again: its URL has just been fetched', async (stage) => {
    await stage.frontier.submit([NEW])
    await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'gone', status: 410 })
    assert.equal(await stage.readState(NEW), 'dead gone')
    await stage.frontier.submit([OLD])
    await stage.frontier.updateFetchedWithFinalUrl(await stage.claimOne(), NEW, { status: 200, contentHash: 'ab12' })
    assert.equal(await stage.readState(NEW), 'fetched')
    assert.equal((await stage.frontier.explain(NEW))?.contentHash, 'ab12')
    assert.equal(await stage.readState(OLD), 'fetched merged')
  })

  check('a winner that was pending need not be fetched once more', async (stage) => {
    await stage.frontier.submit([OLD, NEW])
    const claims = await stage.claim()
    await stage.frontier.release(claims.filter(({ url }) => url === NEW))
    await stage.frontier.updateFetchedWithFinalUrl(claims.find(({ url }) => url === OLD) ?? assert.fail(), NEW, {
      status: 200,
      etag: '"n"',
    })
    assert.equal(await stage.readState(NEW), 'fetched')
    assert.equal((await stage.frontier.explain(NEW))?.etag, '"n"')
    assert.deepEqual(await stage.claim(), [])
  })

  for (const finalUrl of ['nonsense', 'ftp://a.example/', '']) {
    check(`a final URL of ${JSON.stringify(finalUrl)} is an error, and nothing is changed`, async (stage) => {
      await stage.frontier.submit([OLD])
      const claim = await stage.claimOne()
      const answer = await stage.frontier.updateFetchedWithFinalUrl(claim, finalUrl, { status: 200 })
      assert.ok(!answer.ok && answer.code === 'invalid_final_url')
      assert.equal((await stage.frontier.countByState()).leased, 1)
      assert.ok((await stage.frontier.updateFailed(claim, { reason: 'redirect_bad_location' })).ok)
    })
  }

  check(
    'only permanent redirects move a URL, where that is wanted',
    async (stage) => {
      await stage.frontier.submit([OLD])
      const outcome = { kind: 'fetched', status: 200, finalUrl: NEW, etag: '"n"' } as const
      const [temporary] = await stage.frontier.complete([{ claim: await stage.claimOne(), outcome }])
      assert.ok(temporary?.ok === true && !temporary.isRenamed)
      // The validators are those of another URL than the one that is asked next.
      assert.equal((await stage.frontier.explain(OLD))?.etag, null)
      assert.equal((await stage.frontier.explain(OLD))?.finalUrl, NEW)
      await stage.pass(DAY)
      const [permanent] = await stage.frontier.complete([
        { claim: await stage.claimOne(), outcome: { ...outcome, isPermanent: true } },
      ])
      assert.ok(permanent?.ok === true && permanent.isRenamed)
    },
    { renameOn: 'permanent' },
  )

  for (const [name, statuses] of [
    ['a temporary redirect', [302]],
    ['a temporary redirect behind a permanent one', [301, 307]],
  ] as const) {
    check(
      `${name} to a host that was not free moves nothing where only permanent ones do: it goes on from there`,
      async (stage) => {
        await failOnce(stage, { reason: 'rate_limited', retryAfterMs: 90 * SECOND })
        await stage.frontier.submit([OLD])
        const claim = await stage.claimOne()
        const outcome = leading(`${BUSY}x`, statuses)
        const [answer] = await stage.frontier.complete([{ claim, outcome }])
        assert.ok(answer?.ok === true && answer.state === 'pending' && answer.winner === null)
        assert.equal(answer.dueAt, START + 90 * SECOND)
        assert.deepEqual(await readPages(stage), [BUSY, OLD])
        await stage.pass(90 * SECOND)
        const again = (await stage.claim()).find(({ url }) => url === OLD)
        assert.deepEqual(again?.trail, outcome.trail)
      },
      { renameOn: 'permanent' },
    )
  }

  check(
    'a permanent redirect to a host that was not free moves a page, also where only these do',
    async (stage) => {
      await stage.frontier.submit([OLD])
      const claim = await stage.claimOne()
      const [answer] = await stage.frontier.complete([{ claim, outcome: leading(NEW, [301, 308]) }])
      assert.ok(answer?.ok === true && answer.reason === 'redirected')
      assert.deepEqual(await readPages(stage), [NEW, `${OLD} -> ${NEW}`])
    },
    { renameOn: 'permanent' },
  )

  check(
    'a temporary redirect to a host that is down, where only permanent ones move: the page bears it, and dies of it',
    async (stage) => {
      await failOnce(stage, { reason: 'connect_refused' })
      await stage.pass(70 * SECOND)
      await failOnce(stage, { reason: 'connect_refused' })
      await stage.frontier.submit([OLD])
      for (const state of ['retry', 'dead']) {
        const claim = (await stage.claim()).find(({ url }) => url === OLD) ?? assert.fail(state)
        await stage.frontier.complete([{ claim, outcome: leading(`${BUSY}x`, [302]) }])
        assert.equal(await stage.readState(OLD), `${state} connect_refused`)
        await stage.pass(70 * SECOND)
      }
      assert.deepEqual(await readPages(stage), [BUSY, OLD])
    },
    { renameOn: 'permanent', maxAttempts: 2 },
  )

  check('a hop whose host was not free: the target is queued, and the page leads there', async (stage) => {
    await stage.frontier.submit([OLD])
    const claim = await stage.claimOne()
    const [answer] = await stage.frontier.complete([
      { claim, outcome: { kind: 'redirected', to: NEW, status: 301, sinceRequestMs: 0 } },
    ])
    assert.ok(answer?.ok === true && answer.reason === 'redirected' && answer.state === 'fetched')
    assert.equal((await stage.claimOne()).url, NEW)
    assert.deepEqual(await readPages(stage), [NEW, `${OLD} -> ${NEW}`])
  })

  check('what a page leads to knows the way that led there, and keeps it when it fails', async (stage) => {
    await stage.frontier.submit([OLD])
    const trail = { from: OLD, hops: [{ status: 301, to: NEW, ms: 1 }] }
    const outcome = { kind: 'redirected', to: NEW, status: 301, trail } as const
    await stage.frontier.complete([{ claim: await stage.claimOne(), outcome }])
    const claim = await stage.claimOne()
    assert.deepEqual(claim.trail, trail)
    await stage.frontier.updateFailed(claim, { reason: 'server_error' })
    await stage.pass(60 * SECOND)
    const again = await stage.claimOne()
    assert.deepEqual(again.trail, trail)
    await stage.frontier.updateFetched(again, { status: 200 })
    await stage.pass(DAY)
    assert.equal((await stage.claimOne()).trail, null)
  })

  check('a released claim resumes its redirect chain; a failed or requeued one starts over', async (stage) => {
    await stage.frontier.submit([OLD])
    const trail = { from: OLD, hops: [{ status: 302, to: `${OLD}/next`, ms: 1 }] }
    await stage.frontier.complete([{ claim: await stage.claimOne(), outcome: { kind: 'returned', trail } }])
    const claim = await stage.claimOne()
    assert.deepEqual(claim.trail, trail)
    await stage.frontier.release([claim])
    const again = await stage.claimOne()
    assert.deepEqual(again.trail, trail)
    await stage.frontier.updateFailed(again, { reason: 'server_error' })
    await stage.pass(60 * SECOND)
    const anew = await stage.claimOne()
    assert.equal(anew.trail, null)
    await stage.frontier.complete([{ claim: anew, outcome: { kind: 'returned', trail } }])
    await stage.frontier.requeue({})
    assert.equal((await stage.claimOne()).trail, null)
  })

  check('two pages that were queued by themselves and lead to each other are a loop', async (stage) => {
    await stage.frontier.submit([OLD, NEW])
    const lead = async (from: string, to: string): Promise<void> => {
      const claim = (await stage.claim()).find(({ url }) => url === from) ?? assert.fail()
      await stage.frontier.complete([{ claim, outcome: { kind: 'redirected', to, status: 302 } }])
    }
    await lead(OLD, NEW)
    await stage.loseWorkers()
    await lead(NEW, OLD)
    assert.equal(await stage.readState(OLD), 'fetched redirected')
    assert.equal(await stage.readState(NEW), 'retry redirect_loop')
  })

  for (const reason of ['redirect_loop', 'too_many_redirects'] as const) {
    check(
      `${reason} of what a page was left to, in the end, is that of the page, too: both can be requeued`,
      async (stage) => {
        await stage.frontier.submit([OLD])
        const outcome = { kind: 'redirected', to: NEW, status: 302 } as const
        await stage.frontier.complete([{ claim: await stage.claimOne(), outcome }])
        for (let attempt = 1; attempt <= 3; attempt += 1) {
          assert.equal(await stage.readState(OLD), 'fetched redirected', 'as long as it may still end well')
          await stage.frontier.updateFailed(await stage.claimOne(), { reason })
          await stage.pass(10 * 60 * SECOND)
        }
        assert.equal(await stage.readState(NEW), `dead ${reason}`)
        assert.equal(await stage.readState(OLD), `dead ${reason}`)
        assert.deepEqual(await readPages(stage), [NEW, OLD])
        assert.equal(await stage.frontier.requeue({ state: 'dead' }), 2)
        assert.equal((await stage.claim()).length, 2)
      },
    )
  }

  check(
    'a URL that was redirected to a page stays merged into it when the page dies for another reason',
    async (stage) => {
      await stage.frontier.submit([OLD])
      const outcome = { kind: 'redirected', to: NEW, status: 302 } as const
      await stage.frontier.complete([{ claim: await stage.claimOne(), outcome }])
      await stage.frontier.updateFailed(await stage.claimOne(), { reason: 'gone', status: 410 })
      assert.equal(await stage.readState(OLD), 'fetched redirected')
    },
  )

  check(
    'a hop to the same page is asked for next time, at its own host',
    async (stage) => {
      await stage.frontier.submit(['http://www.old.example/a'])
      const claim = await stage.claimOne()
      await stage.frontier.complete([
        { claim, outcome: { kind: 'redirected', to: OLD, status: 301, sinceRequestMs: 0 } },
      ])
      const again = await stage.claimOne()
      assert.deepEqual([again.id, again.fetchUrl, again.host], [claim.id, OLD, 'old.example'])
    },
    { policy: definePolicy({ name: 'one-site', extends: 'dedupe', scheme: 'https', www: 'strip' }) },
  )

  check('hard test 3: a worker killed between the move and its alias: neither is seen', async (stage) => {
    await stage.frontier.submit([OLD])
    const claim = await stage.claimOne()
    await stage.database.run('create table sabotage (a integer)')
    // The alias cannot be written any more: the transaction ends where a kill would end it.
    await stage.database.run('alter table aliases rename column count to counted')
    await assert.rejects(stage.frontier.updateFetchedWithFinalUrl(claim, NEW, { status: 200 }))
    await stage.database.run('alter table aliases rename column counted to count')
    assert.deepEqual(await readPages(stage), [OLD])
    assert.equal((await stage.frontier.countByState()).leased, 1)
    assert.ok((await stage.frontier.updateFetchedWithFinalUrl(claim, NEW, { status: 200 })).ok)
  })

  check(
    'six hops: too_many_redirects, to be found by it, after all attempts dead, and the host is not to blame',
    async (stage) => {
      await stage.frontier.submit([OLD, 'https://old.example/other'])
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const claims = await stage.claim()
        const claim = claims.find(({ url }) => url === OLD) ?? assert.fail(`attempt ${attempt}`)
        await stage.frontier.complete(
          claims.map((one) => ({
            claim: one,
            outcome:
              one === claim
                ? { kind: 'failed', reason: 'too_many_redirects', sinceRequestMs: 0 }
                : { kind: 'fetched', status: 200, sinceRequestMs: 0 },
          })),
        )
        const found: string[] = []
        for await (const { url, state } of stage.frontier.streamUrls({ reason: 'too_many_redirects' }))
          found.push(`${url} ${state}`)
        assert.deepEqual(found, [`${OLD} ${attempt === 3 ? 'dead' : 'retry'}`])
        const { hostState } = (await stage.frontier.explain(OLD)) ?? assert.fail()
        assert.deepEqual([hostState.failures, hostState.isDown], [0, false])
        await stage.pass(attempt === 1 ? SECOND : 0)
        if (attempt === 1) await stage.fetchAll({ status: 200, sinceRequestMs: 0 })
        await stage.pass(5 * 60 * SECOND)
      }
      assert.equal(await stage.readState('https://old.example/other'), 'fetched')
    },
  )
}
