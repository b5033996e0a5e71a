import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { policies, type Policy } from '@canonist/core'
import { hasAllowlist } from '../admit/gate.ts'
import { createSystemDns } from '../net/address/system-dns.ts'
import { restHost } from '../hosts/reservations.ts'
import { resolveHostSettings } from '../hosts/settings.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { locatePages } from '../registry/locate-pages.ts'
import { PolicyStore } from '../registry/policy-store.ts'
import { createAllowlist } from './allowlist.ts'
import type { Health } from './health.ts'
import type { CheckOptions, Pass, PassReport } from './pass/pass.ts'
import { filterParts, type FilterParts } from './pass/filter-parts.ts'
import { askOtherHosts } from './pass/ask-other-hosts.ts'
import { runPass } from './pass/run-pass.ts'
import { findRuling } from './ruling-policy.ts'
import { advanceDue } from './sql/advance-due.ts'
import { duePages } from './sql/due-pages.ts'
import { enrolPages } from './sql/enrol-pages.ts'
import { dueHosts } from './sql/due-hosts.ts'
import { readEvidence } from './sql/evidence.ts'
import { listHistory } from './sql/list-history.ts'
import { readHistory } from './sql/next-page.ts'
import { countVerdicts, listVerdicts } from './sql/list-verdicts.ts'
import { pageVerdicts } from './sql/page-verdicts.ts'
import { setPriority } from './sql/set-priority.ts'
import { turnedAway } from './sql/turned-away.ts'
import { Witness } from './witness.ts'

export interface HealthOptions {
  /** Whose allowlist and priorities count; where none is given, see `Health.ruling`. */
  readonly policy?: Policy | undefined
  /** For who only asks what is known, and may not write. */
  readonly readOnly?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** Words by chance: for a page that cannot exist, and for who looks. */
  readonly chance?: (() => string) | undefined
}

/**
 * Opens the links of a registry, which must be there.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const health = await openHealth('canonist.db')
 * await health.check({ fetcher: createPoliteFetcher(createFetcher()) })
 * for await (const { url, verdict } of health.verdicts()) console.log(url, verdict)
 */
export async function openHealth(location: string, options: HealthOptions = {}): Promise<Health> {
  // In memory nothing can be there before.
  const database = await openDatabase(location, {
    mustExist: location !== ':memory:',
    readOnly: options.readOnly === true,
  })
  try {
    return await healthOn(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** On a database that is open; closing it is closing that. `shared` is the book of who has one already. */
export async function healthOn(database: Database, options: HealthOptions = {}, shared?: PolicyStore): Promise<Health> {
  const { now = Date.now } = options
  const book = shared ?? (await readBook(database))
  const ruling = await findRuling(database, options.policy, book.active)
  const { policy } = ruling
  return {
    name: database.name,
    ruling,
    check: (check) => checkPages(database, { ...options, policy, keyPolicy: book.active }, check),
    due: (filter = {}) => duePages(database, policy, filter, now()),
    turnedAway: (filter = {}) => turnedAway(database, filter),
    verdicts: (filter = {}) => pageVerdicts(database, policy, filter),
    listVerdicts: (filter = {}, options = {}) => listVerdicts(database, policy, filter, options),
    countVerdicts: () => countVerdicts(database),
    history: (pageId) => readHistory(database, pageId),
    listHistory: (pageId, options = {}) => listHistory(database, pageId, options),
    evidence: (pages) => readEvidence(database, pages),
    locate: (urls) => locatePages({ database, policies: book, now }, urls),
    setPriority: (pageIds, priority) =>
      database.transaction((transaction) => setPriority(transaction, policy, pageIds, priority)),
    close: () => database.close(),
  }
}

async function readBook(database: Database): Promise<PolicyStore> {
  const book = new PolicyStore(policies.dedupe)
  await book.read(database)
  return book
}

const LEASE_MS = 60_000
const HOSTS_AT_ONCE = 32

interface Equipment extends HealthOptions {
  readonly policy: Policy
  readonly keyPolicy: Policy
}

interface PassEquipment extends Equipment {
  readonly partsOf: FilterParts
}

async function checkPages(database: Database, equipment: Equipment, options: CheckOptions): Promise<PassReport> {
  const tally = { checked: 0, changed: 0 }
  let isTold = false
  const partsOf = await filterParts(database, options.filter ?? {})
  const pass = createPass(
    database,
    { ...equipment, partsOf },
    {
      ...options,
      onChecked(checked) {
        tally.checked += 1
        if (checked.isNew) tally.changed += 1
        // A name of which the resolver says that there is none.
        if (checked.observation.failure === 'dns_failed' && checked.observation.isWitnessed) isTold = true
        options.onChecked?.(checked)
      },
    },
  )
  await enrolPages(database)
  await advanceDue(database, equipment.policy)
  const hosts = await dueHosts(database, pass.filter, pass.now(), pass.startedAt, pass.hostSettings)
  await options.onStart?.(Math.min(sum(hosts.map(({ pages }) => pages)), options.limit ?? Number.POSITIVE_INFINITY))
  const pausedHosts = await runPass(pass, options.concurrency ?? HOSTS_AT_ONCE)
  return {
    ...tally,
    postponed: sum(pausedHosts.map(({ pages }) => pages)),
    pausedHosts,
    isMute: tally.checked > 0 && !pass.witness.hasHeard && !isTold,
    lacksAllowlist: !hasAllowlist(pass.policy.spec.hosts ?? {}) && (await hasAdmissions(database)),
    isInterrupted: pass.signal.aborted,
  }
}

async function hasAdmissions(database: Database): Promise<boolean> {
  return (await database.all('select 1 from admissions limit 1')).length > 0
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function createPass(database: Database, equipment: PassEquipment, options: CheckOptions): Pass {
  const { policy, keyPolicy, partsOf, now = Date.now, sleep = rest, chance = randomWord } = equipment
  let left = options.limit ?? Number.POSITIVE_INFINITY
  const hostSettings = resolveHostSettings({ now })
  const pass: Pass = {
    database,
    policy,
    keyPolicy,
    mayVisit: createAllowlist(policy.spec.hosts ?? {}),
    fetcher: options.fetcher,
    dnsFn: options.dnsFn ?? createSystemDns(),
    filter: options.filter ?? {},
    partsOf,
    readsContent: options.readsContent ?? true,
    fragmentsOf: options.fragmentsOf ?? (() => []),
    claimant: { id: chance(), leaseMs: options.leaseMs ?? LEASE_MS },
    hostSettings,
    rest: (host, rest) => restHost({ database, settings: hostSettings }, host, rest),
    startedAt: now(),
    witness: new Witness(() => askOtherHosts(pass)),
    visited: new Set(),
    now,
    sleep,
    chance,
    signal: options.signal ?? new AbortController().signal,
    takeOne: () => left-- > 0,
    isFull: () => left <= 0,
    onChecked: options.onChecked ?? (() => undefined),
  }
  return pass
}

const randomWord = (): string => `canonist-${randomBytes(9).toString('hex')}`

const rest = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal })
