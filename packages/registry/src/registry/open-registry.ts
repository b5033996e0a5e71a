import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { exportAdmissions, findAdmissions, findPageAdmissions } from './sql/admissions-read.sql.ts'
import { findHomePageDecision } from './admissions/find-home-page-decision.ts'
import { recordAdmission } from './admissions/record-admission.ts'
import type { RegistryContext } from './context.ts'
import { createExistsFn } from './create-exists-fn.ts'
import { exportAliases, exportPages, exportRejected, exportReviews } from './export.ts'
import { createStoredFacts } from './facts/host-facts.ts'
import { streamFacts } from './sql/facts.sql.ts'
import { find, findByKey, findByHost, findByPrefix } from './find.ts'
import { ingest } from './ingest/ingest.ts'
import { createLists } from './lists/lists.ts'
import { openPolicies, type PolicyStore } from './policy-store.ts'
import { readHost } from './read-host.ts'
import { record } from './record.ts'
import type { Registry, RegistryOptions } from './registry.ts'
import { createMaintenance } from './maintenance.ts'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { AdmissionChange, AdmissionOptions, StoredAdmission } from './admissions/stored-admission.ts'
import { yieldsTo } from './admissions/store-record.ts'
import { findProof } from './admissions/proof.ts'

/**
 * Opens a registry; creates it if there is none.
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

/** Creates a registry on an open database; closing the registry closes the database. Pass `shared` to share one policy store. */
export async function createRegistry(
  database: Database,
  options: RegistryOptions = {},
  shared?: PolicyStore,
): Promise<Registry> {
  const policies = shared ?? (await openPolicies(database, options))
  const { now = Date.now, keepRejectedMs, keepAdmissions } = options
  const context: RegistryContext = { database, policies, now, keepRejectedMs, keepAdmissions }
  return {
    name: database.name,
    get policy() {
      return policies.active
    },
    ingest: (lines, options = {}) => ingest(context, lines, options),
    record: (result) => record(context, result),
    recordAdmission: (admission, options = {}) => recordAdmission(context, admission, options),
    previewAdmission: (admission, options = {}) => previewAdmission(context, admission, options),
    findAdmissions: (url) => findAdmissions(context, url),
    findPageAdmissions: (pageId) => findPageAdmissions(context, pageId),
    findHomePageDecision: (url) => findHomePageDecision(context, url),
    getHostFacts: () => createStoredFacts(database, context.now),
    streamFacts: (host) => streamFacts(database, readHost(host)),
    find: (url) => find(context, url),
    findByKey: (key) => findByKey(context, key),
    findByHost: (host, options = {}) => findByHost(context, host, options),
    findByPrefix: (prefix) => findByPrefix(context, prefix),
    createExistsFn: () => createExistsFn(context),
    exportPages: () => exportPages(context),
    exportAliases: () => exportAliases(context),
    exportRejected: () => exportRejected(context),
    exportReviews: () => exportReviews(context),
    exportAdmissions: () => exportAdmissions(context),
    exportFacts: () => streamFacts(database, null),
    ...createLists(context),
    ...createMaintenance(context),
    close: () => database.close(),
  }
}

/** Returns what recording the admission would change; writes nothing. */
async function previewAdmission(
  context: RegistryContext,
  admission: Admission,
  options: AdmissionOptions,
): Promise<AdmissionChange> {
  const known = await findAdmissions(context, admission.original)
  const before = known.find(({ isCurrent, original }) => isCurrent && original === admission.original) ?? null
  if (before === null) return { change: 'new', before }
  const { policyVersion } = before
  const late = { proof: findProof(admission, options), policyVersion: admission.policyVersion }
  const yields = yieldsTo(late, { proof: findProof(before, { offline: !before.isAnswered }), policyVersion })
  return { change: yields || isAlike(admission, before) ? 'none' : 'changed', before }
}

/** Compares the fields that matter for citing the page. */
function isAlike({ decision, canonical, reason }: Admission, before: StoredAdmission): boolean {
  return decision === before.decision && canonical === before.canonical && reason === before.reason
}
