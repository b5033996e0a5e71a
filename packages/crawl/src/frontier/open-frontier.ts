import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import { openPolicies, type PolicyStore } from '@canonist/registry/internal/registry/policy-store'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { acceptCanonicals } from './accept-canonicals.ts'
import { claimUrls } from './claim/claim-urls.ts'
import { LowWater } from './sql/claims.sql.ts'
import { peekClock, readDrift, readClock } from '../hosts/sql/shared-clock.sql.ts'
import { completeClaims } from './complete/complete-claims.ts'
import type { FrontierContext } from './context.ts'
import { explainUrl } from './explain-url.ts'
import type { Frontier, FrontierOptions } from './frontier.ts'
import { countFetched } from './sql/urls.sql.ts'
import { readDueWork } from './sql/clocks.sql.ts'
import { readGauges } from './read-gauges.ts'
import { listUrls } from './list-urls.ts'
import { streamUrls } from './stream-urls.ts'
import type { Completed, CompletionResult, HeartbeatResult, LeaseLost, ClaimOutcome } from './complete/completion.ts'
import type { LeaseRef } from './claim/claim.ts'
import { recordContents } from './record-contents.ts'
import { readOutlook } from './read-outlook.ts'
import { pauseHost, resumeHost } from '../hosts/change-host.ts'
import { forgetUrls, prioritizeUrls, requeueUrls } from './change-urls.ts'
import { createReadyWatch } from '../hosts/ready-watch.ts'
import { releaseHosts, renewReservations, reserveHost } from '../hosts/reservations.ts'
import { readRobots } from '../hosts/robots-store.ts'
import { toHostReport } from './host-visit.ts'
import { recordRobots } from './record-robots.ts'
import { readServerGauges } from './read-server-gauges.ts'
import { resolveFrontierSettings } from './frontier-settings.ts'
import { listLeases } from './list-leases.ts'
import { listReasons } from './list-reasons.ts'
import { countMatching } from './count-matching.ts'
import { countByState, countByReason } from './count-urls.ts'
import { submit } from './submit.ts'
import { sweep } from './sweep.ts'
import { readWaiting } from './read-waiting.ts'
import { createLeaseLost, renewLeases } from './sql/leases.sql.ts'

const SLOTS = 64

/**
 * Opens the frontier of a registry, and creates the database if there is none.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const frontier = await openFrontier('canonist.db')
 * await frontier.submit(['https://example.com/'])
 * const [claim] = await frontier.claim() // { fetchUrl: 'https://example.com/', token: 1, … }
 */
export async function openFrontier(location: string, options: FrontierOptions = {}): Promise<Frontier> {
  const { readOnly = false, mustExist = false } = options
  const database = await openDatabase(location, { readOnly, mustExist })
  try {
    return await createFrontier(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A frontier on a database that is open; closing the frontier closes it. `shared` is the book of who has one already. */
export async function createFrontier(
  database: Database,
  options: FrontierOptions = {},
  shared?: PolicyStore,
): Promise<Frontier> {
  const settings = resolveFrontierSettings(options)
  const policies = shared ?? (await openPolicies(database, { policy: options.policy }))
  const registry: RegistryContext = { database, policies, now: settings.now }
  return bindFrontier({
    database,
    registry,
    settings,
    // A different row each time: while PostgreSQL cannot vacuum, a single row of counts would collect thousands of versions.
    get slot() {
      return Math.floor(settings.random() * SLOTS)
    },
    lowWater: new LowWater(),
    session: { cohort: null },
  })
}

function bindFrontier(context: FrontierContext): Frontier {
  const { database, settings } = context
  const completeOne = async (lease: LeaseRef, outcome: ClaimOutcome): Promise<CompletionResult> => {
    const [answer] = await completeClaims(context, [{ claim: lease, outcome }])
    return answer ?? Promise.reject(new Error('a completion has no result'))
  }
  return {
    name: database.name,
    now: () => peekClock(database, settings),
    readClockDrift: () => readDrift(database, settings),
    submit: (lines, options = {}) => submit(context, lines, options),
    claim: (options = {}) => claimUrls(context, options),
    heartbeat: (leases) => heartbeat(context, leases),
    complete: (completions) => completeClaims(context, completions),
    updateFetched: (lease, result) =>
      completeOne(lease, { kind: 'fetched', ...result }) as Promise<Completed | LeaseLost>,
    updateFetchedWithFinalUrl: (lease, finalUrl, result) =>
      completeOne(lease, { kind: 'fetched', finalUrl, ...result }),
    updateFailed: (lease, result) =>
      completeOne(lease, { kind: 'failed', ...result }) as Promise<Completed | LeaseLost>,
    acceptCanonicals: (claims) => acceptCanonicals(context, claims),
    recordContents: (contents) => recordContents(context, contents),
    release: (leases) => releaseLeases(context, leases),
    reserve: (host) => reserveHost(context, host),
    renewReservations: (reserved) => renewReservations(context, reserved),
    releaseHosts: (visits) => releaseHosts(context, visits.map(toHostReport)),
    readRobots: (origin) => readRobots(context, origin),
    recordRobots: (origin, file) => recordRobots(context, origin, file),
    sweep: () => sweep(context),
    readOutlook: (options = {}) => readOutlook(context, options),
    watchReady: (events) => createReadyWatch({ database, now: settings.now, events, readDue: readDueWork }),
    readWaiting: () => readWaiting(context),
    readGauges: () => readGauges(context),
    readServerGauges: () => readServerGauges(context),
    streamUrls: (filter) => streamUrls(context, filter),
    listUrls: (filter = {}, options = {}) => listUrls(context, filter, options),
    countMatching: (filter, most) => countMatching(context, filter, most),
    countByState: () => countByState(context),
    countFetched: (host, most) => countFetched(context, host, most),
    countByReason: (host) => countByReason(context, host),
    listReasons: (filter = {}, options = {}) => listReasons(context, filter, options),
    listLeases: (limit) => listLeases(context, limit),
    explain: (url) => explainUrl(context, url),
    requeue: (filter) => requeueUrls(context, filter),
    prioritize: (filter, priority) => prioritizeUrls(context, filter, priority),
    forget: (filter) => forgetUrls(context, filter),
    pauseHost: (host, options) => pauseHost(context, host, options),
    resumeHost: (host) => resumeHost(context, host),
    close: () => database.close(),
  }
}

async function releaseLeases(context: FrontierContext, leases: readonly LeaseRef[]): Promise<HeartbeatResult[]> {
  const answers = await completeClaims(
    context,
    leases.map((claim) => ({ claim, outcome: { kind: 'returned' } })),
  )
  return answers.map((answer) => (answer.ok ? { ok: true, id: answer.id } : (answer as LeaseLost)))
}

/** Renews leases. A lease lasts as long as its host is held, so this extends the holds of the hosts. */
async function heartbeat(
  { database, settings }: FrontierContext,
  leases: readonly LeaseRef[],
): Promise<HeartbeatResult[]> {
  if (leases.length === 0) return []
  const active = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    return renewLeases(transaction, leases, now + settings.leaseMs)
  })
  return leases.map(({ id }) => (active.has(id) ? { ok: true, id } : createLeaseLost(id)))
}
