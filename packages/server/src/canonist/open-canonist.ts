import type { Policy } from '@canonist/core'
import type { Frontier, FrontierOptions } from '@canonist/crawl/internal/frontier/frontier'
import type { Hosts } from '@canonist/crawl/internal/hosts/hosts'
import type { Health } from '@canonist/links/internal/health/health'
import type { HealthOptions } from '@canonist/links/internal/health/open-health'
import { openPolicies } from '@canonist/registry/internal/registry/policy-store'
import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import type { Registry, RegistryOptions } from '@canonist/registry/internal/registry/registry'
import { openDatabase } from '@canonist/registry/internal/store/open-database'

/** How one database is opened; the options of every part, each with its own default. */
export interface CanonistOptions extends RegistryOptions, FrontierOptions {
  /** Of link health: whose allowlist and priorities count, and how it waits. See `HealthOptions`. */
  readonly health?: Pick<HealthOptions, 'policy' | 'sleep' | 'randomWord'> | undefined
}

/**
 * Everything on one database, through one pool of connections with one reading of the active policy.
 *
 * A part is loaded and opened when it is first asked for, and stays open. Parts share the connections: close this, not them.
 */
export interface Canonist {
  /** What was opened, for messages: a path, or a URL without its password. */
  readonly name: string
  /** The policy that keys are made by, as of the last read. */
  readonly policy: Policy
  /** Reads that policy again: a rekey may have moved the keys, also by another process. */
  readPolicy(): Promise<Policy>
  /** The options that say for how long things are kept; those that are missing have their defaults. */
  readonly kept: Pick<CanonistOptions, 'keepLogMs' | 'keepRejectedMs' | 'keepAdmissions'>
  /** What the verbs of this package are given. */
  readonly context: RegistryContext
  /** Pages, every URL that leads to them, and what a person must decide. */
  registry(): Promise<Registry>
  /** What to fetch next, and when. */
  frontier(): Promise<Frontier>
  /** How the links of the registry are. */
  health(): Promise<Health>
  /** When each host may get its next request, from whichever process. */
  hosts(): Promise<Hosts>
  close(): Promise<void>
}

/**
 * Opens a database, which is made where there is none.
 *
 * @param location 'canonist.db', 'sqlite:PATH', ':memory:' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const canonist = await openCanonist('canonist.db')
 * const registry = await canonist.registry()
 * await registry.ingest(['https://example.com/'])
 * const frontier = await canonist.frontier()
 * await frontier.submit(['https://example.com/'])
 * await canonist.close()
 */
export async function openCanonist(location: string, options: CanonistOptions = {}): Promise<Canonist> {
  const { readOnly = false, mustExist = false, now = Date.now } = options
  const database = await openDatabase(location, { readOnly, mustExist })
  try {
    return createCanonist({ database, policies: await openPolicies(database, options), now }, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

function createCanonist(context: RegistryContext, options: CanonistOptions): Canonist {
  const { database, policies, now } = context
  const { keepLogMs, keepRejectedMs, keepAdmissions } = options
  return {
    name: database.name,
    get policy() {
      return policies.active
    },
    async readPolicy() {
      await policies.read(database)
      return policies.active
    },
    kept: { keepLogMs, keepRejectedMs, keepAdmissions },
    context,
    registry: memoizePart(async () => {
      const { createRegistry } = await import('@canonist/registry/internal/registry/open-registry')
      return createRegistry(database, options, policies)
    }),
    frontier: memoizePart(async () => {
      const { createFrontier } = await import('@canonist/crawl/internal/frontier/open-frontier')
      return createFrontier(database, options, policies)
    }),
    health: memoizePart(async () => {
      const { createHealth } = await import('@canonist/links/internal/health/open-health')
      return createHealth(database, { now, ...options.health }, policies)
    }),
    hosts: memoizePart(async () => {
      const { createHosts } = await import('@canonist/crawl/internal/hosts/hosts')
      return createHosts(database, options)
    }),
    close: () => database.close(),
  }
}

/** A part that could not be opened is tried again when it is next asked for. */
function memoizePart<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | null = null
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
}
