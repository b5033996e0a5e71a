import type { HostRest } from '../../hosts/pace.ts'
import { Breaker, MOST_FAILURES } from '../breaker.ts'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import { claimHost, releaseHost } from '../sql/claim-host.ts'
import { nextPage, type WatchedPage } from '../sql/next-page.ts'
import { commitLook } from './commit-look.ts'
import { lookAtPage } from './look-at-page.ts'
import type { Pass } from './pass.ts'

/** A host that fails is tried again after an hour. */
const FAILING_PAUSE_MS = 60 * 60 * 1000
const FAILING = 'host_circuit_open'
/** A pass does not wait longer than this for a host; its other pages are left to the next pass. */
export const MOST_PATIENCE_MS = 30_000
/** For a host that wants fewer requests and does not say for how long. */
const UNSAID_PAUSE_MS = 15 * 60 * 1000

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
    // Another process was asked to leave the host alone, or found it failing.
    if (look === null || isHostResting(look.observation)) return 'stopped'
    const judgement = await commitLook(pass, hostId, page, look)
    if (judgement === null) return 'lost'
    const { observation } = look
    pass.onChecked({ page, observation, judgement, isNew: judgement.verdict !== page.verdict })
    const rest = restAfter(observation, breaker)
    const host = rest?.failures === 0 ? answeringHost(page, observation) : page.host
    if (rest !== null) await pass.rest(host, rest)
    // Where nobody answers at all, the next page would teach nothing either.
    if ((rest !== null && host === page.host) || !observation.isWitnessed) return 'stopped'
  }
  return 'stopped'
}

const isHostResting = ({ failure, chain }: Observation): boolean => failure === 'host_busy' && chain.length === 0

/** The host at the end of the redirects. */
function answeringHost({ host }: WatchedPage, { chain }: Observation): string {
  return chain.length === 0 ? host : (URL.parse(chain.at(-1)?.to ?? '')?.hostname ?? host)
}

function restAfter(observation: Observation, breaker: Breaker): HostRest | null {
  const { retryAfter, status } = observation
  const askedMs = retryAfter === null ? (status === 429 ? UNSAID_PAUSE_MS : 0) : retryAfter * 1000
  const isFailing = breaker.count(observation)
  if (askedMs > MOST_PATIENCE_MS)
    return { forMs: askedMs, reason: retryAfter === null ? 'rate_limited' : 'retry_after', failures: 0 }
  return isFailing ? { forMs: FAILING_PAUSE_MS, reason: FAILING, failures: MOST_FAILURES } : null
}
