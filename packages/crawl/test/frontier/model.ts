import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Claim } from '../../src/frontier/claim/claim.ts'
import type { FrontierState } from '../../src/frontier/frontier-state.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { findFaults } from './support/faults.ts'
import { Oracle, type OracleClaim } from './support/oracle.ts'
import { DAY, MINUTE, openStage, SECOND, type Stage } from './support/stage.ts'
import { runs } from '@canonist/test-support/runs.ts'

type Step = fc.AsyncCommand<Oracle, Reality>

interface Reality {
  readonly stage: Stage
  /** Everything that was ever claimed, the latest last: stale ones are for stale workers. */
  readonly claims: Claim[]
}

abstract class AnyTime {
  check = () => true
}

class Submit extends AnyTime implements Step {
  readonly urls: readonly string[]

  constructor(urls: readonly string[]) {
    super()
    this.urls = urls
  }

  async run(oracle: Oracle, { stage }: Reality): Promise<void> {
    const report = await stage.frontier.submit(this.urls)
    assert.equal(report.new, oracle.submit(this.urls))
  }

  override toString = () => `submit(${this.urls.join(', ')})`
}

const ALL = 100

class TakeSome extends AnyTime implements Step {
  readonly limit: number
  readonly isBusy: boolean

  constructor(limit: number, isBusy = false) {
    super()
    this.limit = limit
    this.isBusy = isBusy
  }

  /** Which of several that have waited equally long is free; that it is one of them is not, nor how many there are. */
  async run(oracle: Oracle, { stage, claims }: Reality): Promise<void> {
    // Leases that ran out are taken back of the hosts that a claim looks at; of all of them only where it looks at all.
    if (this.limit < ALL) await new Sweep().run(oracle, { stage, claims })
    const taken = await stage.frontier.claim({ limit: this.limit, isBusy: this.isBusy })
    const suspects = this.isBusy ? [] : oracle.suspects()
    if (suspects.length > 0) this.#takeAlone(oracle, taken, suspects)
    else this.#takeTogether(oracle, taken)
    claims.push(...taken)
  }

  #takeAlone(oracle: Oracle, taken: readonly Claim[], suspects: readonly OracleClaim[]): void {
    assert.deepEqual(
      taken.map(({ isSuspect }) => isSuspect),
      [true],
    )
    this.#expectAmong(taken, suspects)
    oracle.claimed(taken, this.isBusy)
  }

  #takeTogether(oracle: Oracle, taken: readonly Claim[]): void {
    const candidates = oracle.candidates()
    assert.equal(taken.length, Math.min(this.limit, candidates.size))
    assert.equal(new Set(taken.map(({ host }) => host)).size, taken.length)
    assert.ok(taken.every(({ isSuspect }) => !isSuspect))
    for (const claim of taken) this.#expectAmong([claim], candidates.get(claim.host) ?? [])
    oracle.claimed(taken, this.isBusy)
  }

  #expectAmong(taken: readonly Claim[], known: readonly OracleClaim[]): void {
    for (const { url, attempts, claims } of taken) {
      const one = known.find((candidate) => candidate.url === url)
      assert.deepEqual([attempts, claims], [one?.attempts, (one?.claims ?? 0) + 1], url)
    }
  }

  override toString = () => `claim(${this.limit}${this.isBusy ? ', busy' : ''})`
}

const OUTCOMES = [
  'fetched',
  'redirected',
  'server_error',
  'gone',
  'not_found',
  'connect_refused',
  'release',
  'heartbeat',
] as const

class Report extends AnyTime implements Step {
  readonly which: number
  readonly outcome: (typeof OUTCOMES)[number]
  readonly finalUrl: string

  constructor(which: number, outcome: (typeof OUTCOMES)[number], finalUrl: string) {
    super()
    this.which = which
    this.outcome = outcome
    this.finalUrl = finalUrl
  }

  async run(oracle: Oracle, { stage, claims }: Reality): Promise<void> {
    const claim = claims.at(-1 - this.which)
    if (claim === undefined) return
    assert.equal(await this.#tell(stage, claim), this.#expect(oracle, claim))
  }

  async #tell({ frontier }: Stage, claim: Claim): Promise<boolean | undefined> {
    const asked = { sinceRequestMs: 0 }
    switch (this.outcome) {
      case 'fetched':
        return (await frontier.updateFetched(claim, { status: 200, ...asked })).ok
      case 'redirected':
        return (await frontier.updateFetchedWithFinalUrl(claim, this.finalUrl, { status: 200, ...asked })).ok
      case 'release':
        return (await frontier.release([claim]))[0]?.ok
      case 'heartbeat':
        return (await frontier.heartbeat([claim]))[0]?.ok
      default:
        return (await frontier.updateFailed(claim, { reason: this.outcome, ...asked })).ok
    }
  }

  #expect(oracle: Oracle, claim: Claim): boolean {
    if (this.outcome === 'fetched') return oracle.fetched(claim, null)
    if (this.outcome === 'redirected') return oracle.fetched(claim, this.finalUrl)
    if (this.outcome === 'release') return oracle.release(claim)
    return this.outcome === 'heartbeat' ? oracle.heartbeat(claim) : oracle.failed(claim, this.outcome)
  }

  override toString = () => `report(${this.which}, ${this.outcome}, ${this.finalUrl})`
}

class Wait extends AnyTime implements Step {
  readonly ms: number

  constructor(ms: number) {
    super()
    this.ms = ms
  }

  async run(oracle: Oracle, { stage }: Reality): Promise<void> {
    await stage.pass(this.ms)
    oracle.now += this.ms
  }

  override toString = () => `wait(${this.ms / SECOND} s)`
}

class Sweep extends AnyTime implements Step {
  async run(oracle: Oracle, { stage }: Reality): Promise<void> {
    await stage.frontier.sweep()
    oracle.sweep()
  }

  override toString = () => 'sweep()'
}

class Requeue extends AnyTime implements Step {
  readonly state: FrontierState

  constructor(state: FrontierState) {
    super()
    this.state = state
  }

  async run(oracle: Oracle, { stage }: Reality): Promise<void> {
    assert.equal(await stage.frontier.requeue({ state: this.state }), oracle.requeue(this.state))
  }

  override toString = () => `requeue(${this.state})`
}

const someUrl = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3', '2?utm_source=x', '1#top'))
  .map(([host, path]) => `https://${host}.example/${path}`)

const someReport = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...OUTCOMES), someUrl)
  .map(([which, outcome, url]) => new Report(which, outcome, url))
const someClaim = fc
  .tuple(fc.constantFrom(1, 2, ALL, ALL), fc.constantFrom(true, false, false))
  .map(([limit, isBusy]) => new TakeSome(limit, isBusy))

// What moves things comes more often: a report without a claim before it says nothing.
const steps = fc.commands(
  [
    fc.array(someUrl, { minLength: 1, maxLength: 4 }).map((urls) => new Submit(urls)),
    someClaim,
    someClaim,
    someReport,
    someReport,
    someReport,
    fc.constantFrom(SECOND, MINUTE, 2 * MINUTE, 10 * MINUTE, DAY).map((ms) => new Wait(ms)),
    fc.constant(new Sweep()),
    fc.constantFrom<FrontierState>('dead', 'fetched', 'retry').map((state) => new Requeue(state)),
  ],
  { maxCommands: 60, size: 'max' },
)

async function readStates({ frontier, database }: Stage): Promise<string[]> {
  const [names, lost] = [new Map<unknown, unknown>(), new Map<unknown, unknown>()]
  for (const { page_id, claims, is_suspect } of await database.all(
    'select page_id, claims, is_suspect from frontier_urls',
  ))
    lost.set(page_id, [claims, is_suspect === 1])
  for (const { id, canonical_url } of await database.all('select id, canonical_url from pages'))
    names.set(id, canonical_url)
  const states: string[] = []
  for await (const url of frontier.streamUrls()) {
    const { state, reason, attempts, fetches, dueAt, mergedInto } = url
    const due = dueAt === null ? null : Date.parse(dueAt)
    states.push(
      JSON.stringify([url.url, state, reason, attempts, lost.get(url.id), due, fetches, names.get(mergedInto) ?? null]),
    )
  }
  return states.toSorted()
}

const PAGE = 'https://a.example/1'
const times = (count: number, ...steps: readonly Step[]): Step[] => Array.from({ length: count }, () => steps).flat()
const claimAll = new TakeSome(ALL)
const told = (outcome: (typeof OUTCOMES)[number]): Step => new Report(0, outcome, PAGE)

/** What chance seldom comes by: it takes many steps that fit each other. */
const LONG_STORIES: Readonly<Record<string, readonly Step[]>> = {
  'a URL that fails until it is dead, and is asked for again': [
    new Submit([PAGE]),
    ...times(4, claimAll, told('server_error'), new Wait(10 * MINUTE)),
    new Requeue('dead'),
    claimAll,
    told('fetched'),
  ],
  'a page that is missing, then failing, then missing for good': [
    new Submit([PAGE]),
    ...(['not_found', 'server_error', 'not_found', 'not_found', 'fetched'] as const).flatMap((outcome) => [
      claimAll,
      told(outcome),
      new Wait(DAY),
    ]),
    new Requeue('dead'),
    ...times(2, claimAll, told('not_found'), new Wait(DAY)),
  ],
  'a URL that five workers are lost with': [
    new Submit([PAGE]),
    ...times(12, claimAll, new Wait(30 * MINUTE)),
    new Sweep(),
  ],
  'a URL that its workers are lost with, and two that were leased beside it': [
    new Submit(['https://b.example/1', 'https://c.example/1']),
    ...times(2, new Submit([PAGE]), claimAll, new Wait(2 * MINUTE), new Sweep(), new Wait(2 * MINUTE)),
    ...times(3, new Wait(30 * MINUTE), claimAll, new Report(0, 'fetched', PAGE), new Wait(SECOND)),
    ...times(12, claimAll, new Wait(30 * MINUTE)),
    new Sweep(),
  ],
  'a host that is down for days, and comes back': [
    new Submit([PAGE, 'https://a.example/2']),
    ...times(5, claimAll, told('connect_refused'), new Wait(DAY), new Sweep()),
    ...times(3, claimAll, told('fetched'), new Wait(SECOND)),
  ],
}

async function runAgainstOracle(location: string, steps: Iterable<Step>): Promise<void> {
  const stage = await openStage(location)
  const oracle = new Oracle()
  try {
    await fc.asyncModelRun(() => ({ model: oracle, real: { stage, claims: [] } }), steps)
    assert.deepEqual(await readStates(stage), oracle.states())
    assert.deepEqual(await findFaults(stage.database), [])
  } finally {
    await stage.close()
  }
}

/** A frontier does what the oracle does, whatever is asked of it and in whatever order. */
export function testAgainstOracle({ dialect: database, freshLocation }: TestDatabases, numRuns: number): void {
  test(`${database}: hard test 40: ${numRuns} sequences of steps end as the oracle says`, async () => {
    const property = fc.asyncProperty(steps, async (steps) => runAgainstOracle(await freshLocation(), steps))
    await fc.assert(property, runs(numRuns))
  })

  for (const [name, steps] of Object.entries(LONG_STORIES))
    test(`${database}: hard test 40: ${name}: as the oracle says`, async () => {
      await runAgainstOracle(await freshLocation(), steps)
    })
}
