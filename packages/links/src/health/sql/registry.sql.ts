import type { Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { Cause } from '@canonist/registry/internal/registry/reviews/cause'
import type { Consequence } from '@canonist/registry/internal/registry/reviews/consequence'

// What checks read of the registry.

interface HostPage {
  readonly host_id: number
  readonly id: number
}

/** The hosts of pages, in the order of hosts and pages. */
export function listHostPages(session: Session, pageIds: readonly number[]): Promise<HostPage[]> {
  return session.all<HostPage>(
    `select host_id, id from pages where id in ${selectJsonIds(session.dialect, '$1')} order by host_id, id`,
    [toSqlJson(pageIds)],
  )
}

export interface StoredPolicy {
  readonly fingerprint: string
  readonly name: string
  /** JSON. */
  readonly spec: string
}

/** The active policy of the registry as stored; null before the first write. */
export async function findActivePolicy(session: Session): Promise<StoredPolicy | null> {
  const [row] = await session.all<StoredPolicy>('select fingerprint, name, spec from policies where in_force = 1')
  return row ?? null
}

/** Whether the registry has any admission. */
export async function hasAdmissions(session: Session): Promise<boolean> {
  return (await session.all('select 1 from admissions limit 1')).length > 0
}

/** The decision about a review; null if it is not decided. */
export async function findReviewDecision(session: Session, { kind, subject }: Cause): Promise<Consequence | null> {
  const [row] = await session.all<{ readonly decision: string | null }>(
    'select decision from reviews where kind = $1 and subject = $2',
    [kind, subject],
  )
  return JSON.parse(row?.decision ?? 'null') as Consequence | null
}

/** The fragments of a page's aliases. */
export async function readFragments(session: Session, pageId: number): Promise<string[]> {
  const rows = await session.all<{ readonly fragment: string }>(
    `select distinct a.fragment from aliases a join pages p on p.id = a.page_id
     where (p.id = $1 or p.merged_into = $1) and a.fragment is not null order by a.fragment`,
    [pageId],
  )
  return rows.map(({ fragment }) => fragment)
}
