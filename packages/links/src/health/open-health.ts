import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { policies, type Policy } from '@canonist/core'
import { hasAllowlist } from '@canonist/web/internal/admit/gate'
import { createSystemDns } from '@canonist/web/internal/net/address/system-dns'
import { LoopGuard } from '@canonist/web/internal/net/loop-guard'
import { restHost } from '@canonist/crawl/internal/hosts/reservations'
import { resolveHostSettings } from '@canonist/crawl/internal/hosts/settings'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { PolicyStore } from '@canonist/registry/internal/registry/policy-store'
import { createAllowlist } from './allowlist.ts'
import type { Health } from './health.ts'
import type { CheckOptions, Pass, PassReport } from './pass/pass.ts'
import { splitFilter, type ListFilterParts } from './pass/split-filter.ts'
import { runPass } from './pass/run-pass.ts'
import { findEffectivePolicy } from './effective-policy.ts'
import { advanceDue, streamDuePages, setPriority } from './sql/due-pages.sql.ts'
import { enrolPages, countTurnedAway, findRespondingPages, type RespondingPage } from './sql/pages.sql.ts'
import { hasAdmissions } from './sql/registry.sql.ts'
import { findDueHosts } from './sql/hosts.sql.ts'
import { readEvidence, readHistory, listHistory } from './sql/observations.sql.ts'
import { countVerdicts, listVerdicts, streamVerdicts } from './sql/verdicts.sql.ts'
import { Witness } from './witness.ts'
import { locatePages } from '@canonist/registry/internal/registry/locate-pages'
import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import { dropFragment } from './fragments.ts'
import { runWithDeadline } from './pass/run-with-deadline.ts'

/** If these do not respond either, the problem is our own network. */
const MAX_REQUESTED = 3

/** Whether a host responds that this pass has not requested. A pass may check a single page; the registry knows others. */
async function requestOtherHosts(pass: Pass): Promise<boolean> {
  const pages = await findRespondingPages(pass.database, pass.visited.size + MAX_REQUESTED)
  for (const page of pages.filter(({ hostId }) => !pass.visited.has(hostId)).slice(0, MAX_REQUESTED)) {
    if (!(await pass.guard.mayStep())) return false
    if (await requestPage(pass, page)) return true
  }
  return false
}

/** The response is not stored, because the page is not due. */
async function requestPage(pass: Pass, { host, fetchUrl }: RespondingPage): Promise<boolean> {
  const mayVisit = (url: string): boolean => url === fetchUrl || pass.mayVisit(host, url)
  const result = await runWithDeadline(pass, (signal) =>
    pass.fetcher.follow(fetchUrl, { method: 'HEAD', allowPort: 'any', mayVisit, signal }),
  )
  return result.ok || result.hops.length > 0
}

export interface HealthOptions {
  /** Gives the allowlist and priorities. Default: see `Health.effectivePolicy`. */
  readonly policy?: Policy | undefined
  /** Only read the database. */
  readonly readOnly?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** Creates random words: for URLs that cannot exist, and for the id of a pass. */
  readonly randomWord?: (() => string) | undefined
}

/**
 * Opens the link health of a registry, which must exist.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const health = await openHealth('canonist.db')
 * await health.check({ fetcher: createPoliteFetcher(createFetcher()) })
 * for await (const { url, verdict } of health.verdicts()) console.log(url, verdict)
 */
export async function openHealth(location: string, options: HealthOptions = {}): Promise<Health> {
  // A database in memory is always new.
  const database = await openDatabase(location, {
    mustExist: location !== ':memory:',
    readOnly: options.readOnly === true,
  })
  try {
    return await createHealth(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Link health on an open database; closing it closes the database. `shared` is a policy store that is already open. */
export async function createHealth(
  database: Database,
  options: HealthOptions = {},
  shared?: PolicyStore,
): Promise<Health> {
  const { now = Date.now } = options
  const book = shared ?? (await readPolicyStore(database))
  const effectivePolicy = await findEffectivePolicy(database, options.policy, book.active)
  const { policy } = effectivePolicy
  return {
    name: database.name,
    effectivePolicy,
    check: (check) => checkPages(database, { ...options, policy, keyPolicy: book.active }, check),
    streamDue: (filter = {}) => streamDuePages(database, policy, filter, now()),
    countTurnedAway: (filter = {}) => countTurnedAway(database, filter),
    streamVerdicts: (filter = {}) => streamVerdicts(database, policy, filter),
    listVerdicts: (filter = {}, options = {}) => listVerdicts(database, policy, filter, options),
    countVerdicts: () => countVerdicts(database),
    readHistory: (pageId) => readHistory(database, pageId),
    listHistory: (pageId, options = {}) => listHistory(database, pageId, options),
    readEvidence: (pages) => readEvidence(database, pages),
    locate: (urls) => locateRequestedPages({ database, policies: book, now }, urls),
    setPriority: (pageIds, priority) =>
      database.transaction((transaction) => setPriority(transaction, policy, pageIds, priority)),
    close: () => database.close(),
  }
}

async function readPolicyStore(database: Database): Promise<PolicyStore> {
  const book = new PolicyStore(policies.dedupe)
  await book.read(database)
  return book
}

const LEASE_MS = 60_000
const HOSTS_AT_ONCE = 32

interface CheckContext extends HealthOptions {
  readonly policy: Policy
  readonly keyPolicy: Policy
}

interface PassContext extends CheckContext {
  readonly listFilterParts: ListFilterParts
}

async function checkPages(database: Database, context: CheckContext, options: CheckOptions): Promise<PassReport> {
  const tally = { checked: 0, changed: 0 }
  let isTold = false
  const listFilterParts = await splitFilter(database, options.filter ?? {})
  const pass = createPass(
    database,
    { ...context, listFilterParts },
    {
      ...options,
      onChecked(checked) {
        tally.checked += 1
        if (checked.isNew) tally.changed += 1
        // The resolver responded: it says that the name does not exist.
        if (checked.observation.failure === 'dns_failed' && checked.observation.isWitnessed) isTold = true
        options.onChecked?.(checked)
      },
    },
  )
  await enrolPages(database)
  await advanceDue(database, context.policy, pass.guard)
  const hosts = await findDueHosts(database, pass.filter, pass.now(), pass.startedAt, pass.hostSettings)
  await options.onStart?.(Math.min(sum(hosts.map(({ pages }) => pages)), options.limit ?? Number.POSITIVE_INFINITY))
  const pausedHosts = await runPass(pass, options.concurrency ?? HOSTS_AT_ONCE)
  return {
    ...tally,
    postponed: sum(pausedHosts.map(({ pages }) => pages)),
    pausedHosts,
    isNetworkSilent: tally.checked > 0 && !pass.witness.hasResponse && !isTold,
    lacksAllowlist: !hasAllowlist(pass.policy.spec.hosts ?? {}) && (await hasAdmissions(database)),
    isInterrupted: pass.signal.aborted,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function createPass(database: Database, context: PassContext, options: CheckOptions): Pass {
  const {
    policy,
    keyPolicy,
    listFilterParts,
    now = Date.now,
    sleep = sleepFor,
    randomWord = createRandomWord,
  } = context
  let left = options.limit ?? Number.POSITIVE_INFINITY
  const hostSettings = resolveHostSettings({ now })
  const signal = options.signal ?? new AbortController().signal
  const pass: Pass = {
    database,
    policy,
    keyPolicy,
    mayVisit: createAllowlist(policy.spec.hosts ?? {}),
    fetcher: options.fetcher,
    dnsFn: options.dnsFn ?? createSystemDns(),
    filter: options.filter ?? {},
    listFilterParts,
    readsContent: options.readsContent ?? true,
    listFragments: options.listFragments ?? (() => []),
    claimant: { id: randomWord(), leaseMs: options.leaseMs ?? LEASE_MS },
    hostSettings,
    restHost: (host, rest) => restHost({ database, settings: hostSettings }, host, rest),
    startedAt: now(),
    witness: new Witness(() => requestOtherHosts(pass)),
    visited: new Set(),
    now,
    sleep,
    randomWord,
    signal,
    guard: new LoopGuard({ signal }),
    takePage: () => left-- > 0,
    isFull: () => left <= 0,
    onChecked: options.onChecked ?? (() => undefined),
  }
  return pass
}

const createRandomWord = (): string => `canonist-${randomBytes(9).toString('hex')}`

const sleepFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal })

/**
 * Finds the ids of the pages that URLs lead to; null for a URL that is unknown or invalid.
 *
 * A server never sees the fragment, so health is about the page without it. The keys of some policies have fragments, and then
 * a link with one has a key of its own, under which its page may not be stored.
 */
async function locateRequestedPages(context: RegistryContext, urls: readonly string[]): Promise<(number | null)[]> {
  const found = await locatePages(context, urls)
  const others = urls.flatMap((url, index) => (found[index] === null && url.includes('#') ? [index] : []))
  if (others.length === 0) return found
  const pages = await locatePages(
    context,
    others.map((index) => dropFragment(urls[index] ?? '')),
  )
  for (const [at, index] of others.entries()) found[index] = pages[at] ?? null
  return found
}
