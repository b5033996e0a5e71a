import { openPolicies } from '../registry/open-policies.ts'
import type { RegistryContext } from '../registry/context.ts'
import type { PolicyStore } from '../registry/policy-store.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { acceptCanonicals } from './accept-canonicals.ts'
import { claim } from './claim/claim.ts'
import { LowWater } from './sql/take-hosts.ts'
import { peekClock, readDrift } from '../hosts/clock.ts'
import { complete } from './complete/complete.ts'
import type { FrontierContext } from './context.ts'
import { explain } from './explain.ts'
import type { Frontier, FrontierOptions } from './frontier.ts'
import { fetchedOf } from './sql/count-fetched.ts'
import { gauges } from './gauges.ts'
import { heartbeat } from './heartbeat.ts'
import { listUrls } from './list-urls.ts'
import { list } from './list.ts'
import type { Completed, CompletionResult, HeartbeatResult, LeaseLost, LeaseRef, ClaimOutcome } from './outcome.ts'
import { noteContents } from './note-contents.ts'
import { outlook } from './outlook.ts'
import { pauseHost, resumeHost } from '../hosts/change-host.ts'
import { forget, prioritize, requeue } from './requeue.ts'
import { releaseHosts, renewReservations, reserveHost } from '../hosts/reservations.ts'
import { readRobots } from '../hosts/robots-store.ts'
import { toHostReport } from './host-visit.ts'
import { recordRobots } from './record-robots.ts'
import { serverGauges } from './server-gauges.ts'
import { resolveFrontierSettings } from './settings.ts'
import { listReasons } from './list-reasons.ts'
import { stats, statsByReason } from './stats.ts'
import { submit } from './submit.ts'
import { sweep } from './sweep.ts'
import { waiting } from './waiting.ts'

const SLOTS = 64

/**
 * Opens the frontier of a registry, which is made where there is none.
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
    return await frontierOn(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A frontier on a database that is open; closing the frontier closes it. `shared` is the book of who has one already. */
export async function frontierOn(
  database: Database,
  options: FrontierOptions = {},
  shared?: PolicyStore,
): Promise<Frontier> {
  const settings = resolveFrontierSettings(options)
  const policies = shared ?? (await openPolicies(database, { policy: options.policy }))
  const registry: RegistryContext = { database, policies, now: settings.now }
  return createFrontier({
    database,
    registry,
    settings,
    // Another one each time: where nobody may clear up behind us, one row of counts would have thousands of versions.
    get slot() {
      return Math.floor(settings.random() * SLOTS)
    },
    lowWater: new LowWater(),
    session: { cohort: null },
  })
}

function createFrontier(context: FrontierContext): Frontier {
  const { database, settings } = context
  const one = async (lease: LeaseRef, outcome: ClaimOutcome): Promise<CompletionResult> => {
    const [answer] = await complete(context, [{ claim: lease, outcome }])
    return answer ?? Promise.reject(new Error('a completion was not answered'))
  }
  return {
    name: database.name,
    now: () => peekClock(database, settings),
    clockDrift: () => readDrift(database, settings),
    submit: (lines, options = {}) => submit(context, lines, options),
    claim: (options = {}) => claim(context, options),
    heartbeat: (leases) => heartbeat(context, leases),
    complete: (completions) => complete(context, completions),
    updateFetched: (lease, result) => one(lease, { kind: 'fetched', ...result }) as Promise<Completed | LeaseLost>,
    updateFetchedWithFinalUrl: (lease, finalUrl, result) => one(lease, { kind: 'fetched', finalUrl, ...result }),
    updateFailed: (lease, result) => one(lease, { kind: 'failed', ...result }) as Promise<Completed | LeaseLost>,
    acceptCanonicals: (claims) => acceptCanonicals(context, claims),
    noteContents: (contents) => noteContents(context, contents),
    release: (leases) => release(context, leases),
    reserve: (host) => reserveHost(context, host),
    keepReserved: (reserved) => renewReservations(context, reserved),
    leave: (visits) => releaseHosts(context, visits.map(toHostReport)),
    robotsOf: (origin) => readRobots(context, origin),
    recordRobots: (origin, news) => recordRobots(context, origin, news),
    sweep: () => sweep(context),
    outlook: (options = {}) => outlook(context, options),
    waiting: () => waiting(context),
    gauges: () => gauges(context),
    serverGauges: () => serverGauges(context),
    list: (filter) => list(context, filter),
    listUrls: (filter = {}, options = {}) => listUrls(context, filter, options),
    stats: () => stats(context),
    fetchedOf: (host, most) => fetchedOf(context, host, most),
    statsByReason: (host) => statsByReason(context, host),
    listReasons: (filter = {}, options = {}) => listReasons(context, filter, options),
    explain: (url) => explain(context, url),
    requeue: (filter) => requeue(context, filter),
    prioritize: (filter, priority) => prioritize(context, filter, priority),
    forget: (filter) => forget(context, filter),
    pauseHost: (host, options) => pauseHost(context, host, options),
    resumeHost: (host) => resumeHost(context, host),
    close: () => database.close(),
  }
}

async function release(context: FrontierContext, leases: readonly LeaseRef[]): Promise<HeartbeatResult[]> {
  const answers = await complete(
    context,
    leases.map((claim) => ({ claim, outcome: { kind: 'returned' } })),
  )
  return answers.map((answer) => (answer.ok ? { ok: true, id: answer.id } : (answer as LeaseLost)))
}
