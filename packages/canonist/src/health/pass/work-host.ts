import { Breaker } from '../breaker.ts'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import { claimHost, pauseHost, releaseHost } from '../sql/claim-host.ts'
import { nextPage } from '../sql/next-page.ts'
import { commitLook } from './commit-look.ts'
import { lookAtPage } from './look-at-page.ts'
import type { Pass, PauseReason } from './pass.ts'

/** A host that fails is tried again after an hour. */
const FAILING_PAUSE_MS = 60 * 60 * 1000
/** Nobody waits longer than this within a pass; who is asked to comes back in another one. */
const MOST_PATIENCE_S = 30
/** For a host that wants fewer requests and does not say for how long. */
const UNSAID_PAUSE_S = 15 * 60

/** Looks at the pages of a host one after the other. False where another process does so, or has begun to. */
export async function workHost(pass: Pass, hostId: number): Promise<boolean> {
  const { database, claimant } = pass
  if (!(await claimHost(database, hostId, claimant, pass.now()))) return false
  pass.visited.add(hostId)
  try {
    return await lookAtPages(pass, hostId)
  } finally {
    await releaseHost(database, hostId, claimant)
  }
}

/** False where the host was lost to another process on the way. */
async function lookAtPages(pass: Pass, hostId: number): Promise<boolean> {
  const breaker = new Breaker()
  for (const part of pass.partsOf(hostId)) {
    const end = await lookAtPart(pass, hostId, part, breaker)
    if (end !== 'done') return end !== 'lost'
  }
  return true
}

/** `stopped`: the host has other pages, which are not looked at now. */
async function lookAtPart(
  pass: Pass,
  hostId: number,
  part: PageFilter,
  breaker: Breaker,
): Promise<'done' | 'stopped' | 'lost'> {
  const { database, startedAt } = pass
  while (!pass.signal.aborted) {
    const page = await nextPage(database, hostId, part, pass.now(), startedAt)
    if (page === null) return 'done'
    const look = pass.takeOne() ? await lookAtPage(pass, page) : null
    if (look === null) return 'stopped'
    const judgement = await commitLook(pass, hostId, page, look)
    if (judgement === null) return 'lost'
    const { observation } = look
    pass.onChecked({ page, observation, judgement, isNew: judgement.verdict !== page.verdict })
    const pause = pauseAfter(observation, breaker)
    if (pause !== null) await pauseHost(database, hostId, pass.now() + pause.ms, pause.reason)
    // Where nobody answers at all, the next page would teach nothing either.
    if (pause !== null || !observation.isWitnessed) return 'stopped'
  }
  return 'stopped'
}

function pauseAfter(
  observation: Observation,
  breaker: Breaker,
): { readonly ms: number; readonly reason: PauseReason } | null {
  const asked = observation.retryAfter ?? (observation.status === 429 ? UNSAID_PAUSE_S : 0)
  const isFailing = breaker.count(observation)
  if (asked > MOST_PATIENCE_S) return { ms: asked * 1000, reason: 'asked' }
  return isFailing ? { ms: FAILING_PAUSE_MS, reason: 'failing' } : null
}
