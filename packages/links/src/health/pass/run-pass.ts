import { isoTime } from '@canonist/core/internal/text/iso-time'
import { renewClaims, findDueHosts, type DueHost } from '../sql/hosts.sql.ts'
import type { Pass, PausedHost } from './pass.ts'
import { MAX_WAIT_MS, checkHost } from './check-host.ts'

/** How often a claim is renewed within its length. */
const RENEWALS = 3

/** Checks all wanted pages, several hosts at once. Ends when no page is left, including those that other processes have claimed. */
export async function runPass(pass: Pass, concurrency: number): Promise<readonly PausedHost[]> {
  const over = new AbortController()
  const renewing = renewUntil(pass, over.signal)
  try {
    while (!pass.isFull() && (await pass.guard.mayStep())) {
      const hosts = await findOpenHosts(pass)
      const isDone = await checkHosts(pass, hosts, concurrency)
      if (isDone) break
      // Another process has claimed some hosts. Wait until it is done or its claim expires.
      await pass.sleep(pass.claimant.leaseMs / RENEWALS, pass.signal).catch(() => undefined)
    }
  } finally {
    over.abort()
    await renewing
  }
  return listPausedHosts(pass)
}

async function findOpenHosts(pass: Pass): Promise<DueHost[]> {
  const hosts = await findWantedHosts(pass)
  return hosts.filter(({ pausedMs }) => pausedMs <= MAX_WAIT_MS)
}

const findWantedHosts = ({ database, filter, now, startedAt, hostSettings }: Pass): Promise<DueHost[]> =>
  findDueHosts(database, filter, now(), startedAt, hostSettings)

/** Whether all of these hosts could be claimed. */
async function checkHosts(pass: Pass, hosts: readonly DueHost[], concurrency: number): Promise<boolean> {
  let isAll = true
  const left = hosts.values()
  const work = async (): Promise<void> => {
    // Before any check waits: a failure is confirmed only when all checks have had a response or wait as well.
    pass.witness.begin()
    try {
      for (const { id } of left) {
        if (!(await pass.guard.mayStep())) return
        if (!(await checkHost(pass, id))) isAll = false
      }
    } finally {
      pass.witness.end()
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, hosts.length) }, work))
  return isAll
}

async function renewUntil(pass: Pass, over: AbortSignal): Promise<void> {
  const { database, claimant, now, sleep } = pass
  while (!over.aborted) {
    await sleep(claimant.leaseMs / RENEWALS, over).catch(() => undefined)
    if (!over.aborted) await renewClaims(database, claimant, now())
  }
}

async function listPausedHosts(pass: Pass): Promise<PausedHost[]> {
  const hosts = await findWantedHosts(pass)
  return hosts
    .filter(({ pausedMs }) => pausedMs > MAX_WAIT_MS)
    .map(({ host, pages, pausedMs, pauseReason }) => ({
      host,
      pages,
      until: Number.isFinite(pausedMs) ? isoTime(pass.now() + pausedMs) : null,
      reason: pauseReason,
    }))
}
