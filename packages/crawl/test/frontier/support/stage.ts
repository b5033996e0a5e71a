import { test } from 'node:test'
import type { Claim } from '../../../src/frontier/claim/claim.ts'
import type { FetchedResult } from '../../../src/frontier/complete/completion.ts'
import type { Frontier, FrontierOptions } from '../../../src/frontier/frontier.ts'
import { createFrontier } from '../../../src/frontier/open-frontier.ts'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import assert from 'node:assert/strict'
import { findFaults } from './faults.ts'

export const START = Date.UTC(2026, 0, 1)
export const SECOND = 1000
export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A frontier with a clock that stands still unless it is told otherwise. */
export interface Stage {
  readonly frontier: Frontier
  readonly database: Database
  readonly location: string
  now(): number
  pass(ms: number): Promise<void>
  /** Another process, as it were: on connections of its own. */
  other(options?: FrontierOptions): Promise<Frontier>
  /** Claims what is due, all of it. */
  claim(): Promise<Claim[]>
  /** The only claim that there is. */
  claimOne(): Promise<Claim>
  /** All leases expire, that is noticed, and what was leased is due again. */
  loseWorkers(): Promise<void>
  /** Of a URL: its state and why. */
  readState(url: string): Promise<string>
  /** Fetches until nothing is due, all with the same result. */
  fetchAll(result?: FetchedResult): Promise<number>
}

/** No chance: back-off is exact. */
const PLAIN: FrontierOptions = { random: () => 0.5 }

export async function openStage(
  location: string,
  options: FrontierOptions = {},
): Promise<Stage & { close(): Promise<void> }> {
  const all = { ...PLAIN, ...options }
  const database = await openDatabase(location)
  const frontier = await createFrontier(database, all)
  const opened = [frontier]
  let time = START
  const setTime = () => database.run('update shared_clock set set_to = $1', [time])
  await setTime()
  const stage: Stage = {
    frontier,
    database,
    location,
    now: () => time,
    async pass(ms) {
      time += ms
      await setTime()
    },
    async other(more = {}) {
      const another = await createFrontier(await openDatabase(location), { ...all, ...more })
      opened.push(another)
      return another
    },
    async loseWorkers() {
      await stage.pass(2 * MINUTE)
      await frontier.sweep()
      // Longer than a URL waits after its fifth worker.
      await stage.pass(HOUR)
    },
    claim: () => frontier.claim({ limit: 1000 }),
    async claimOne() {
      const claims = await frontier.claim()
      assert.equal(claims.length, 1, JSON.stringify(claims))
      return claims[0] ?? assert.fail()
    },
    async readState(url) {
      const story = await frontier.explain(url)
      return story === null ? 'unknown' : [story.state, story.reason ?? []].flat().join(' ')
    },
    async fetchAll(result = { status: 200 }) {
      let fetched = 0
      for (;;) {
        const claims = await frontier.claim({ limit: 1000 })
        if (claims.length === 0) return fetched
        await frontier.complete(claims.map((claim) => ({ claim, outcome: { kind: 'fetched', ...result } })))
        fetched += claims.length
      }
    },
  }
  return { ...stage, close: async () => void (await Promise.all(opened.map((one) => one.close()))) }
}

/** A test on a stage of its own, after which nothing may be out of joint. */
export function stageTests({ dialect: database, freshLocation }: TestDatabases) {
  return (name: string, body: (stage: Stage) => Promise<void>, options: FrontierOptions = {}): void => {
    test(`${database}: ${name}`, async () => {
      const stage = await openStage(await freshLocation(), options)
      try {
        await body(stage)
        assert.deepEqual(await findFaults(stage.database), [])
      } finally {
        await stage.close()
      }
    })
  }
}
