import type { LinkType } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { readCounts } from '../../store/sql/read-counts.ts'
import type { Session } from '../../store/database.ts'
import type { ListPart, PartOptions } from '../../store/list-part.ts'
import type { StoredAdmission } from '../admissions/stored-admission.ts'
import type { RegistryContext } from '../context.ts'
import type { ExportedRejected } from '../exported.ts'
import { readHost } from '../read-host.ts'
import type { Alias, Page } from '../page-record.ts'
import { readReviewCounts, type ReviewCount } from '../reviews/count-reviews.ts'
import { type ReviewFilter, readReviews } from '../sql/reviews.sql.ts'
import { type Review, REVIEW_STATES } from '../reviews/review.ts'
import { listAdmissions, type AdmissionListFilter } from './list-admissions.ts'
import { listAliases } from './list-aliases.ts'
import { listHostNames, type HostListFilter } from './list-host-names.ts'
import { listRejected, type RejectedListFilter } from './list-rejected.ts'
import { listRuns, type RunListFilter } from './list-runs.ts'
import { type PageListFilter, listPageIds } from './list-page-ids.ts'
import { findHostId } from '../sql/hosts.sql.ts'
import type { RegistryRun } from '../sql/runs.sql.ts'
import { readPages } from '../sql/pages-read.sql.ts'
import { formatIndexedTable, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { listById } from './list-by-id.ts'

/** Numbers of rows in a registry. They are updated with every write, so reading them is fast for any number of rows. */
export interface RegistryCounts {
  /** Pages by link type, without merged ones. */
  readonly pages: Readonly<Record<LinkType, number>>
  readonly aliases: number
  /** Rejected inputs by code. */
  readonly rejected: Readonly<Record<string, number>>
  /** Current admissions by decision. */
  readonly admissions: Readonly<Record<Admission['decision'], number>>
  readonly reviews: readonly ReviewCount[]
  /** Pages by the verdict of their last check, without merged and unchecked ones. */
  readonly verdicts: Readonly<Record<string, number>>
}

export type HostPageCounts = Pick<RegistryCounts, 'pages' | 'verdicts'>

/**
 * Long lists in parts, for interfaces that show some items at a time. Every part is read from an index; see `ListPart` for what holds while
 * other processes write. To read a whole list, use a stream such as `exportPages`.
 */
export interface Lists {
  /**
   * Pages that are not merged: all pages in the order in which they were first seen, the pages of a host by link type and URL, the pages of
   * several hosts (`q`) by host first.
   */
  listPages(filter?: PageListFilter, options?: PartOptions): Promise<ListPart<Page>>
  /** The aliases of a page, including those of pages that were merged into it. */
  listAliases(pageId: number, options?: PartOptions): Promise<ListPart<Alias>>
  /** The names of all hosts, in alphabetical order. */
  listHosts(filter?: HostListFilter, options?: PartOptions): Promise<ListPart<string>>
  /** Open reviews, or those that match the filter, oldest first. Learned rules have the kind `learned_rule`. */
  listReviews(filter?: ReviewFilter, options?: PartOptions): Promise<ListPart<Review>>
  /** The current admissions, one for each original, in the order in which they were recorded. */
  listAdmissions(filter?: AdmissionListFilter, options?: PartOptions): Promise<ListPart<StoredAdmission>>
  /** Rejected inputs by code, then in the order in which they were first seen. */
  listRejected(filter?: RejectedListFilter, options?: PartOptions): Promise<ListPart<ExportedRejected>>
  /** Imports that can be resumed, and rekeys, oldest first. */
  listRuns(filter?: RunListFilter, options?: PartOptions): Promise<ListPart<RegistryRun>>

  readCounts(): Promise<RegistryCounts>
  /** The counts of one host; all 0 if it is unknown. */
  readHostCounts(host: string): Promise<HostPageCounts>
}

export function createLists(context: RegistryContext): Lists {
  const { database } = context
  return {
    listPages: (filter = {}, options = {}) => listPages(context, filter, options),
    listAliases: (pageId, options = {}) => listAliases(context, pageId, options),
    listHosts: (filter = {}, options = {}) => listHostNames(database, filter, options),
    listReviews: (filter = {}, options = {}) => listReviews(database, filter, options),
    listAdmissions: (filter = {}, options = {}) => listAdmissions(context, filter, options),
    listRejected: (filter = {}, options = {}) => listRejected(context, filter, options),
    listRuns: (filter = {}, options = {}) => listRuns(context, filter, options),
    readCounts: () => readAllCounts(database),
    readHostCounts: (host) => readHostPageCounts(database, readHost(host)),
  }
}

const NO_PAGES: Readonly<Record<LinkType, number>> = { homepage: 0, section: 0, informative: 0 }
const NO_ADMISSIONS: RegistryCounts['admissions'] = { accept: 0, review: 0, reject: 0, pending: 0 }

async function readAllCounts(session: Session): Promise<RegistryCounts> {
  const read = async (subject: string): Promise<Record<string, number>> =>
    Object.fromEntries(await readCounts(session, subject))
  return {
    pages: { ...NO_PAGES, ...(await read('pages')) },
    aliases: (await read('aliases'))[''] ?? 0,
    rejected: await read('rejected'),
    admissions: { ...NO_ADMISSIONS, ...(await read('admissions')) },
    reviews: await readReviewCounts(session),
    verdicts: await read('verdicts'),
  }
}

async function readHostPageCounts(session: Session, host: string): Promise<HostPageCounts> {
  const hostId = await findHostId(session, host)
  if (hostId === null) return { pages: NO_PAGES, verdicts: {} }
  const read = async (subject: string): Promise<Record<string, number>> =>
    Object.fromEntries(await readCounts(session, subject, hostId))
  return { pages: { ...NO_PAGES, ...(await read('pages')) }, verdicts: await read('verdicts') }
}

/** Lists the pages that are not merged into another one. */
async function listPages(
  { database }: RegistryContext,
  { verdict, ...filter }: PageListFilter,
  options: PartOptions,
): Promise<ListPart<Page>> {
  const verdicts = verdict === undefined ? undefined : [verdict]
  const { items, next } = await listPageIds(database, { ...filter, verdicts }, options)
  return { items: await readPages(database, items), next }
}

/** Lists the open reviews, or those that match the filter, oldest first. */
function listReviews(
  session: Session,
  { state = 'open', kind }: ReviewFilter,
  options: PartOptions,
): Promise<ListPart<Review>> {
  const values = new SqlValues()
  const states = state === 'all' ? REVIEW_STATES : [state]
  const ofKind = kind === undefined ? null : values.put(kind)
  const ranges = states.map((one): KeyRange => ({
    lead: [...(ofKind === null ? [] : [['kind', ofKind] as const]), ['state', `'${one}'`]],
    keys: ['id'],
    from: formatIndexedTable(session.dialect, 'reviews', ofKind === null ? 'reviews_open' : 'reviews_kind'),
  }))
  return listById(session, { ranges, values, read: readReviews }, options)
}
