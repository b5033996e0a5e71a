import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { exportAdmissions, admissionsOf, admissionsOfPage } from './sql/read-admissions.ts'
import { foreseeAdmission } from './admissions/foresee-admission.ts'
import { homePageDecision } from './admissions/home-page-decision.ts'
import { recordAdmission } from './admissions/record-admission.ts'
import type { RegistryContext } from './context.ts'
import { existsFn } from './exists-fn.ts'
import { exportAliases, exportPages, exportRejected, exportReviews } from './export.ts'
import { createStoredFacts } from './facts/host-facts.ts'
import { listFacts } from './sql/read-facts.ts'
import { find, findByKey, pagesOfHost, pagesWithPrefix } from './find.ts'
import { ingest } from './ingest/ingest.ts'
import { createLists } from './lists/lists.ts'
import { openPolicies } from './open-policies.ts'
import type { PolicyBook } from './policy-book.ts'
import { readHost } from './read-host.ts'
import { record } from './record.ts'
import type { Registry, RegistryOptions } from './registry.ts'
import { createUpkeep } from './upkeep.ts'

/**
 * Opens a registry, which is made where there is none.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 * @example
 * const registry = await openRegistry('canonist.db')
 * await registry.ingest(['https://Example.com/?utm_source=x', 'https://example.com/'])
 * await registry.find('https://example.com/#top') // the page, with its two aliases
 */
export async function openRegistry(location: string, options: RegistryOptions = {}): Promise<Registry> {
  const { readOnly = false, mustExist = false } = options
  const database = await openDatabase(location, { readOnly, mustExist })
  try {
    return await createRegistry(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A registry on a database that is open; closing the registry closes it. `shared` is the book of who has one already. */
export async function createRegistry(
  database: Database,
  options: RegistryOptions = {},
  shared?: PolicyBook,
): Promise<Registry> {
  const policies = shared ?? (await openPolicies(database, options))
  const { now = Date.now, keepRejectedMs, keepAdmissions } = options
  const context: RegistryContext = { database, policies, now, keepRejectedMs, keepAdmissions }
  return {
    name: database.name,
    get policy() {
      return policies.inForce
    },
    ingest: (lines, options = {}) => ingest(context, lines, options),
    record: (result) => record(context, result),
    recordAdmission: (admission, options = {}) => recordAdmission(context, admission, options),
    foreseeAdmission: (admission, options = {}) => foreseeAdmission(context, admission, options),
    admissionsOf: (url) => admissionsOf(context, url),
    admissionsOfPage: (pageId) => admissionsOfPage(context, pageId),
    homePageDecision: (url) => homePageDecision(context, url),
    hostFacts: () => createStoredFacts(database, context.now),
    factsOf: (host) => listFacts(database, readHost(host)),
    find: (url) => find(context, url),
    findByKey: (key) => findByKey(context, key),
    pagesOfHost: (host, options = {}) => pagesOfHost(context, host, options),
    pagesWithPrefix: (prefix) => pagesWithPrefix(context, prefix),
    existsFn: () => existsFn(context),
    exportPages: () => exportPages(context),
    exportAliases: () => exportAliases(context),
    exportRejected: () => exportRejected(context),
    exportReviews: () => exportReviews(context),
    exportAdmissions: () => exportAdmissions(context),
    exportFacts: () => listFacts(database, null),
    ...createLists(context),
    ...createUpkeep(context),
    close: () => database.close(),
  }
}
