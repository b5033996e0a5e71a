import assert from 'node:assert/strict'
import { observe } from '../../../src/health/observe.ts'
import type { Observation } from '../../../src/health/observation.ts'
import { computeInterval, type CheckPriority } from '../../../src/health/priority.ts'
import { sendProbe, PROBE_LIFETIME_MS, type Probe } from '../../../src/health/probe.ts'
import { isWell, readObservation } from '../../../src/health/reading.ts'
import { GONE_MS, DEAD, SUSPECT_MS } from '../../../src/health/machine.ts'
import { judge, lastContent, worthKeeping } from '../../../src/health/verdict.ts'
import type { HealthVerdict } from '../../../src/health/words.ts'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { createChance } from '@canonist/test-support/chance.ts'
import { HOUR, type LinkLife, type Reply } from './link-lives.ts'

/** What came of a life: one entry for each look. */
export interface Lived {
  readonly at: number
  readonly verdict: HealthVerdict
  readonly observation: Observation
}

const DAYS = 70
/** Whoever starts passes by the clock comes a little late. */
const LATE_MS = 2 * HOUR
const NEWEST = 5

/** Looks at a link as often as it is due, on a simulated clock, and forgets what need not be kept. */
export async function liveThrough(life: LinkLife, seed: number, priority: CheckPriority): Promise<Lived[]> {
  const chance = createChance(seed)
  let now = chance(24) * HOUR
  const fetcher = simulatedFetcher(life, () => now, chance)
  const all: Observation[] = []
  let [history, probe]: [Observation[], Probe | null] = [[], null]
  let since = now
  const lived: Lived[] = []
  while (now < DAYS * 24 * HOUR) {
    const verdict = lived.at(-1)?.verdict
    const known = verdict === 'healthy' || verdict === 'moved' ? lastContent(history) : null
    const observation = await observe(
      { url: life.url, known, wasWell: history.some(isWell), fragments: [] },
      {
        fetcher,
        mayVisit: (url) => new URL(url).hostname.endsWith('.example.com'),
        isSamePage: () => false,
        probe: async (url) => {
          if (probe === null || now - probe.at >= PROBE_LIFETIME_MS)
            probe = await sendProbe({
              url,
              token: drawToken(chance),
              at: now,
              request: (asked) => fetcher.follow(asked),
            })
          return probe
        },
        now: () => now,
        readsContent: true,
      },
    )
    all.push(observation)
    history = worthKeeping([...history, observation], NEWEST)
    const judgement = judge(history)
    assert.ok(judgement !== null)
    assert.deepEqual(judgement, judge(all), `${life.name}: what is kept does not give what all of it gives`)
    if (judgement.verdict !== verdict) since = now
    lived.push({ at: now, verdict: judgement.verdict, observation })
    now += computeInterval(judgement, observation, priority, since) + chance(LATE_MS)
  }
  return lived
}

/** Longer than the name of any page here: texts are made by the length of their path. */
const drawToken = (chance: (below: number) => number): string => `missing-${chance(1e6)}`

function simulatedFetcher(life: LinkLife, now: () => number, chance: (below: number) => number): Fetcher {
  return createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async ({ url, method }) => {
      const { status = 200, headers = {}, body = '', error }: Reply = life.reply(now(), new URL(url).pathname, chance)
      if (error !== undefined) throw Object.assign(new Error(error), { code: error })
      return { status, headers, body: method === 'HEAD' ? '' : body }
    },
  })
}

/** What is wrong with the verdicts on a life; null where nothing is. */
export function findFault(life: LinkLife, lived: readonly Lived[]): string | null {
  const early = lived.find(({ at, verdict }) => at < life.turn && DEAD.has(verdict))
  if (early !== undefined) return `${life.name}: ${early.verdict} on day ${early.at / HOUR / 24}, but alive`
  if (life.turn === Number.POSITIVE_INFINITY) return null
  const late = lived.find(
    ({ at, verdict }, index) => at >= life.turn && isOverdue(life, lived, index) && verdict !== life.end,
  )
  return late === undefined ? null : `${life.name}: ${late.verdict} on day ${late.at / HOUR / 24}, not ${life.end}`
}

/** Whether enough was seen since the turn for the last verdict. */
function isOverdue(life: LinkLife, lived: readonly Lived[], index: number): boolean {
  const since = lived.slice(0, index + 1).filter(({ at }) => at >= life.turn)
  if (life.end === 'soft404') return isLasting(since)
  if (life.end !== 'gone' || life.name.endsWith('with 410')) return true
  const failures = since.filter(({ observation }) => readObservation(observation).kind === 'failed')
  const [first, last] = [failures.at(0), failures.at(-1)]
  return failures.length >= 3 && (last?.at ?? 0) - (first?.at ?? 0) >= GONE_MS
}

/** What a page says of itself counts at once; what a whole host may do for a night, after a day. */
function isLasting(since: readonly Lived[]): boolean {
  const isSaid = since.some(({ observation }) => readObservation(observation).kind === 'missing')
  return isSaid || (since.at(-1)?.at ?? 0) - (since.at(0)?.at ?? 0) >= SUSPECT_MS
}
