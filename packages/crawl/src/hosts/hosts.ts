import type { PoliteHosts } from '@canonist/web/internal/net/politeness/polite-hosts'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { pauseHost, resumeHost, setDelay, type PauseOptions } from './change-host.ts'
import type { HostsContext } from './context.ts'
import { getHost, listHosts, type HostDetails, type HostListPart, type HostListOptions } from './list-hosts.ts'
import { restHost } from './reservations.ts'
import type { HostRest } from './pace.ts'
import { resolveHostSettings, type HostOptions } from './settings.ts'
import { DatabaseTurns } from './turns.ts'

/**
 * The one authority over hosts: when each may get its next request, from any process, and what its robots.txt says. Every command that
 * fetches takes its turns here; the queue does so when it claims URLs.
 */
export interface Hosts {
  /** The location of the database without its password, for messages. */
  readonly name: string
  /**
   * Turns and robots.txt files for a polite fetcher, shared with every process on the database.
   *
   * @example createPoliteFetcher(createFetcher(), { hosts: hosts.polite })
   */
  readonly polite: PoliteHosts
  /** Null if the host is unknown. */
  get(host: string): Promise<HostDetails | null>
  /** Lists known hosts by name, a part at a time. */
  list(options?: HostListOptions): Promise<HostListPart>
  /** Keeps all processes from requesting the host for some time, or until it is resumed. False if the host is unknown. */
  pause(host: string, options?: PauseOptions): Promise<boolean>
  resume(host: string): Promise<boolean>
  /**
   * Sets the minimum time between two requests to the host in place of each process's own; null restores their own. A longer Crawl-delay
   * in robots.txt still applies. False if the host is unknown.
   */
  setDelay(host: string, ms: number | null): Promise<boolean>
  /** Keeps all processes from requesting the host for some time, because it failed or asked for it. */
  rest(host: string, rest: HostRest): Promise<void>
  close(): Promise<void>
}

export interface OpenHostsOptions extends HostOptions {
  /** For callers that only read. */
  readonly readOnly?: boolean | undefined
  /** Throws instead of creating a database. */
  readonly mustExist?: boolean | undefined
}

/** A reservation is renewed while its request runs; if the process dies, the others wait this long. */
const LEASE_MS = 30_000

/**
 * Opens the hosts of a registry.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const hosts = await openHosts('canonist.db')
 * await hosts.pause('example.com', { forMs: 3_600_000 })
 */
export async function openHosts(location: string, options: OpenHostsOptions = {}): Promise<Hosts> {
  const { readOnly = false, mustExist = false } = options
  return createHosts(await openDatabase(location, { readOnly, mustExist }), options)
}

/** Creates `Hosts` on an open database; closing them closes it. */
export function createHosts(database: Database, options: HostOptions = {}): Hosts {
  const settings = resolveHostSettings({ ...options, leaseMs: options.leaseMs ?? LEASE_MS })
  const context: HostsContext = { database, settings }
  return {
    name: database.name,
    polite: new DatabaseTurns(context),
    get: (host) => getHost(context, host),
    list: (list = {}) => listHosts(context, list),
    pause: (host, pause = {}) => pauseHost(context, host, pause),
    resume: (host) => resumeHost(context, host),
    setDelay: (host, ms) => setDelay(context, host, ms),
    rest: (host, rest) => restHost(context, host, rest),
    close: () => database.close(),
  }
}
