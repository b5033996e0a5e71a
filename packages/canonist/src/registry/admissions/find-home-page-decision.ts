import type { Session } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { isoTime } from '../../text/iso-time.ts'
import { formatPageSubject } from '../reviews/format-page-subject.ts'
import { findAdmittedUrl } from './find-admitted-url.ts'

/** What a person decided about citing a home page or a section page. */
export interface HomePageDecision {
  /** As it was asked about. */
  readonly url: string
  readonly mayBeCited: boolean
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  readonly why: string | null
}

/** By the URL itself, or by the one that it was admitted under; null where nobody has decided. */
export async function findHomePageDecision(context: RegistryContext, url: string): Promise<HomePageDecision | null> {
  const decided = await findDecision(context.database, url)
  if (decided !== null) return decided
  await context.policies.read(context.database)
  const admitted = await findAdmittedUrl(context, url)
  return admitted === null || admitted === url ? null : findDecision(context.database, admitted)
}

interface DecisionRow {
  readonly state: string
  readonly decided_by: string
  readonly decided_at: number
  readonly why: string | null
}

/** Of several the last: a page may have been a section page before it was a home page. */
async function findDecision(session: Session, url: string): Promise<HomePageDecision | null> {
  const [row] = await session.all<DecisionRow>(
    `select state, decided_by, decided_at, why from reviews
     where kind in ('homepage_link', 'section_link') and subject = $1 and state in ('accepted', 'rejected', 'edited')
     order by decided_at desc, id desc limit 1`,
    [formatPageSubject(url)],
  )
  if (row === undefined) return null
  const mayBeCited = row.state === 'accepted'
  return { url, mayBeCited, by: row.decided_by, at: isoTime(row.decided_at), why: row.why }
}
