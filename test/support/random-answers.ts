import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeRun, fuzzRange } from './fuzz.ts'
import { sqliteFiles } from './databases.ts'
import { drainRandomWeb } from './drain-random-web.ts'
import { residentMebibytes } from './fault-runs.ts'
import { fuzzAnswers, guardConnections } from './fuzz-answers.ts'
import { forkRandomServer } from './random-server-child.ts'

export interface Sizes {
  /** Webs that library functions are sent into, one call each. */
  readonly webs: number
  /** A worker crawls one web for so many of these. */
  readonly crawlOneIn: number
  readonly crawlMs: number
  /** Calls before memory is measured: the allocator keeps what it was once given, so only later growth is a leak. */
  readonly warmUp: number
}

const MOST_GROWTH_MIB = 64

/** Sends library functions and one worker into webs that answer at random. */
export async function testRandomAnswers({ webs, crawlOneIn, crawlMs, warmUp }: Sizes): Promise<void> {
  const databases = sqliteFiles()
  const server = await forkRandomServer()
  after(() => server.stop())
  const forbidden = guardConnections(server.told)

  const assertNothingLeft = async (filesBefore: number): Promise<number> => {
    const { strangers, requests } = await server.report()
    assert.deepEqual(forbidden, [], 'connected to a forbidden address')
    assert.deepEqual(strangers, [], 'requested a host that no answer may lead to')
    // The system closes connections in its own time.
    for (let left = 50; left > 0 && (openSockets() > 0 || openFiles() > filesBefore); left -= 1) await sleep(100)
    assert.equal(openSockets(), 0, 'connections are left open')
    assert.ok(openFiles() <= filesBefore, `${openFiles()} open files, ${filesBefore} before`)
    return requests
  }

  const range = fuzzRange(webs)
  test(`${range.cases} random webs from seed ${range.seed}: every call ends in time, within its type and its bounds`, async (t) => {
    await fuzzAnswers({ seed: range.seed, cases: Math.min(warmUp, range.cases) }, server.told)
    const [start, files, before] = [performance.now(), openFiles(), residentMebibytes()]
    const tally = await fuzzAnswers(range, server.told)
    const requests = await assertNothingLeft(files)
    const mebibytes = Math.round(residentMebibytes() - before)
    t.diagnostic(describeRun(range, start, { ...tally, requests, mebibytes }))
    assert.ok(warmUp === 0 || mebibytes < MOST_GROWTH_MIB, `memory grew by ${mebibytes} MiB`)
  })

  const crawl = { ...range, cases: Math.ceil(range.cases / crawlOneIn) }
  test(`a worker drains ${crawl.cases} random webs from seed ${crawl.seed}`, async (t) => {
    const [start, files] = [performance.now(), openFiles()]
    const tally = await drainRandomWeb(crawl, server.told, await databases.freshLocation(), crawlMs)
    t.diagnostic(describeRun(crawl, start, tally))
    await assertNothingLeft(files)
  })
}

const openSockets = (): number => process.getActiveResourcesInfo().filter((name) => /^(?:TCP|TLS)/.test(name)).length

/** 0 where the system does not tell. */
const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
