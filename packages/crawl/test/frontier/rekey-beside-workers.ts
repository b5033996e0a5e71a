import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Claim } from '../../src/frontier/claim/claim.ts'
import type { Completion, ClaimOutcome } from '../../src/frontier/complete/completion.ts'
import type { Frontier } from '../../src/frontier/frontier.ts'
import { createFrontier } from '../../src/frontier/open-frontier.ts'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { SYSTEM_CLOCK } from '../../src/worker/worker-clock.ts'
import { createRetryingFrontier, type WorkerFrontier } from '../../src/worker/retrying-frontier.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { joinProgram } from '@canonist/test-support/join-program.ts'
import { faultsNow } from '../worker/support/faults-now.ts'

const SCRIPT = await joinProgram(fileURLToPath(new URL('support/processes/rekey.ts', import.meta.url)))

export interface RekeyRun {
  /** Pages that have two URLs each, which the new policy holds to be one. */
  readonly pages: number
  /** How many are moved in one transaction. */
  readonly portion: number
  readonly kills: number
}

const PAGES_OF_A_HOST = 100

/** Both spellings of each page; those of a page are far from each other. */
function* listUrls(pages: number): Generator<string> {
  for (const prefix of ['', 'www.'])
    for (let page = 0; page < pages; page += 1)
      yield `https://${prefix}h${Math.floor(page / PAGES_OF_A_HOST)}.example/${page}`
}

const readPageNumber = (url: string): number => Number(/\/(\d+)/.exec(url)?.[1])
const isMovedAway = (url: string): boolean => readPageNumber(url) % 20 === 3

/** Some are gone under both of their URLs, some under one alone, some have moved; the others are there. */
function chooseOutcome(claim: Claim): ClaimOutcome {
  const [page, isWww] = [readPageNumber(claim.url), claim.url.includes('//www.')]
  if (page % 20 === 1 || (page % 20 === 2 && !isWww)) return { kind: 'failed', reason: 'gone', status: 410 }
  const finalUrl = isMovedAway(claim.url) ? `${claim.url.replace(/\/moved$/, '')}/moved` : undefined
  return { kind: 'fetched', status: 200, etag: `"${page}"`, finalUrl }
}

/** Fetches until nothing is left to do, or as many as are asked for. */
async function fetchSome(frontier: WorkerFrontier, isEnough: (done: number) => boolean): Promise<number> {
  for (let done = 0; ;) {
    const claims = await frontier.claim({ limit: 200, perHost: 10 })
    const completions = claims.map((claim): Completion => ({ claim, outcome: chooseOutcome(claim) }))
    done += (await frontier.complete(completions)).filter(({ ok }) => ok).length
    if (isEnough(done)) return done
    if (claims.length === 0) await frontier.sweep()
    // A file answers at once, and would let nobody else have a turn.
    await SYSTEM_CLOCK.sleep(claims.length === 0 ? 20 : 0)
  }
}

/** Every URL that still waits comes to its end. */
async function fetchRest(frontier: Frontier): Promise<void> {
  for (;;) {
    await frontier.sweep()
    const { pending, leased, retry } = await frontier.countByState()
    if (pending + leased + retry === 0) return
    await fetchSome(frontier, () => true)
  }
}

/** How often each URL was fetched, by the id of its page. */
async function countVisits(database: Database): Promise<Map<number, number>> {
  const visits = new Map<number, number>()
  const rows = database.stream<{ readonly page_id: number; readonly fetches: number }>(
    'select page_id, fetches from frontier_urls',
  )
  for await (const { page_id, fetches } of rows) visits.set(page_id, fetches)
  return visits
}

async function count(database: Database, sql: string): Promise<number> {
  const [row] = await database.all<{ readonly n: number }>(`select count(*) as n from ${sql}`)
  return row?.n ?? 0
}

/** Killed again and again, and taken up again; tells how often it was killed. */
async function rekeyWithKills(location: string, { pages, portion, kills }: RekeyRun): Promise<number> {
  let killed = 0
  for (let turn = 1; turn <= kills; turn += 1) {
    const stop = Math.floor((2 * pages * turn) / (kills + 2))
    const args = ['--conditions=canonist-source', SCRIPT, location, String(portion), String(stop)]
    await promisify(execFile)(process.execPath, args).catch(({ signal }: { signal: string }) => {
      assert.equal(signal, 'SIGKILL')
      killed += 1
    })
  }
  await promisify(execFile)(process.execPath, ['--conditions=canonist-source', SCRIPT, location, String(portion)])
  return killed
}

/** Keys are moved to another policy beside two workers, and whoever moves them is killed on the way. */
export function testRekeyBesideWorkers({ dialect, freshLocation }: TestDatabases, run: RekeyRun): void {
  const urls = (2 * run.pages).toLocaleString('en')
  test(`${dialect}: hard test 34: the keys of ${urls} URLs are moved beside workers, killed ${run.kills} times: merges, nothing lost`, async (t) => {
    const location = await freshLocation()
    const database = await openDatabase(location)
    const options = { hostDelayMs: 0, leaseMs: 5000, recrawl: { firstMs: 1000, minMs: 1000, maxMs: 1000 } }
    const frontier = await createFrontier(database, options)
    const other = await createFrontier(await openDatabase(location), options)
    // A worker would otherwise wait for ever for the database of a test that has failed.
    let isOver = false
    t.after(() => (isOver = true))
    const patience = { clock: SYSTEM_CLOCK, retryUntil: () => (isOver ? 0 : Number.POSITIVE_INFINITY) }
    const workers = [frontier, other].map((one) => createRetryingFrontier(one, patience))
    await frontier.submit(listUrls(run.pages))
    // Half of the work is done before, so that there are states to be lost. Pages are due again after a second: there is
    // always work beside the move.
    const before = await fetchSome(workers[0] ?? assert.fail(), (done) => done >= run.pages)
    const visitsBefore = await countVisits(database)

    let isMoved = false
    const moving = rekeyWithKills(location, run).finally(() => (isMoved = true))
    const beside = await Promise.all(workers.map((worker) => fetchSome(worker, () => isMoved || isOver)))
    const killed = await moving
    assert.equal(killed, run.kills)
    // What has moved meanwhile could not be renamed, and is at its next visit.
    await frontier.requeue({ urls: [...listUrls(run.pages)].filter(isMovedAway) })
    await fetchRest(frontier)
    t.diagnostic(`${before} results before, ${beside.join(' and ')} beside ${killed} kills`)

    assert.deepEqual(await faultsNow(database), [])
    assert.equal(await count(database, 'frontier_urls'), 2 * run.pages, 'every URL is still in the queue, once')
    assert.equal(await count(database, 'pages where merged_into is null'), run.pages)
    assert.equal(await count(database, 'pages where merged_into is not null'), run.pages)
    const { pending, leased, retry, excluded, dead } = await frontier.countByState()
    assert.deepEqual({ pending, leased, retry, excluded }, { pending: 0, leased: 0, retry: 0, excluded: 0 })
    // A page is dead where it was gone under both of its URLs, or under the one that stands for both.
    assert.ok(dead >= run.pages / 20 && dead <= run.pages / 10, `${dead} are dead`)
    const roots = 'frontier_urls u join pages p on p.id = u.page_id where p.merged_into is null'
    assert.equal(await count(database, `${roots} and u.state = 'fetched' and u.fetches = 0`), 0, 'what is fetched was')
    const visits = await countVisits(database)
    const forgotten = [...visitsBefore].filter(([id, fetches]) => (visits.get(id) ?? 0) < fetches)
    assert.deepEqual(forgotten, [], 'no visit is forgotten')
    assert.equal(await count(database, "policies where in_force = 1 and name = 'no-www' and arriving = 0"), 1)
    const { new: unknown } = await frontier.submit(listUrls(run.pages))
    assert.equal(unknown, 0, 'both URLs of a page lead to it')
    await other.close()
    await frontier.close()
  })
}
