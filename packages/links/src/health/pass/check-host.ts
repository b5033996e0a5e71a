import type { HostRest } from '@canonist/crawl/internal/hosts/pace'
import { CircuitBreaker, MAX_FAILURES } from '../circuit-breaker.ts'
import type { Observation } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import { claimHost, releaseHost } from '../sql/hosts.sql.ts'
import { findNextPage, type WatchedPage } from '../sql/pages.sql.ts'
import { commitCheck } from './commit-check.ts'
import { checkPage } from './check-page.ts'
import type { Pass } from './pass.ts'

/** A failing host is retried after an hour. */
const FAILING_PAUSE_MS = 60 * 60 * 1000
const FAILING = 'host_circuit_open'
/** A pass does not wait longer than this for a host. Its other pages are left to the next pass. */
export const MAX_WAIT_MS = 30_000
/** For a host that is rate-limiting without a Retry-After. */
const DEFAULT_PAUSE_MS = 15 * 60 * 1000

/** Checks the pages of a host one after the other. False if another process has the host, or took it over. */
export async function checkHost(pass: Pass, hostId: number): Promise<boolean> {
  const { database, claimant } = pass
  if (!(await claimHost(database, hostId, claimant, pass.now()))) return false
  pass.visited.add(hostId)
  try {
    return await checkPages(pass, hostId)
  } finally {
    await releaseHost(database, hostId, claimant)
  }
}

/** False if another process took the host over in the meantime. */
async function checkPages(pass: Pass, hostId: number): Promise<boolean> {
  const breaker = new CircuitBreaker()
  for (const part of pass.listFilterParts(hostId)) {
    const end = await checkPart(pass, hostId, part, breaker)
    if (end !== 'done') return end !== 'lost'
  }
  return true
}

/** `stopped`: the other pages of the host are left to the next pass. */
async function checkPart(
  pass: Pass,
  hostId: number,
  part: PageFilter,
  breaker: CircuitBreaker,
): Promise<'done' | 'stopped' | 'lost'> {
  const { database, startedAt } = pass
  while (await pass.guard.mayStep()) {
    const page = await findNextPage(database, hostId, part, pass.now(), startedAt)
    if (page === null) return 'done'
    const look = pass.takePage() ? await checkPage(pass, page) : null
    // Another process found the host rate-limiting or failing.
    if (look === null || isHostResting(look.observation)) return 'stopped'
    const judgement = await commitCheck(pass, hostId, page, look)
    if (judgement === null) return 'lost'
    const { observation } = look
    pass.onChecked({ page, observation, judgement, isNew: judgement.verdict !== page.verdict })
    const rest = computeRest(observation, breaker)
    const host = rest?.failures === 0 ? findLastHost(page, observation) : page.host
    if (rest !== null) await pass.restHost(host, rest)
    // While no host responds at all, the next page would give no information either.
    if ((rest !== null && host === page.host) || !observation.isWitnessed) return 'stopped'
  }
  return 'stopped'
}

const isHostResting = ({ failure, chain }: Observation): boolean => failure === 'host_busy' && chain.length === 0

/** The host at the end of the redirects. */
function findLastHost({ host }: WatchedPage, { chain }: Observation): string {
  return chain.length === 0 ? host : (URL.parse(chain.at(-1)?.to ?? '')?.hostname ?? host)
}

function computeRest(observation: Observation, breaker: CircuitBreaker): HostRest | null {
  const { retryAfter, status } = observation
  const askedMs = retryAfter === null ? (status === 429 ? DEFAULT_PAUSE_MS : 0) : retryAfter * 1000
  const isFailing = breaker.count(observation)
  if (askedMs > MAX_WAIT_MS)
    return { forMs: askedMs, reason: retryAfter === null ? 'rate_limited' : 'retry_after', failures: 0 }
  return isFailing ? { forMs: FAILING_PAUSE_MS, reason: FAILING, failures: MAX_FAILURES } : null
}
