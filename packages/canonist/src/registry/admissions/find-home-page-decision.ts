import type { Session } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { isoTime } from '../../text/iso-time.ts'
import { formatPageSubject } from '../reviews/format-page-subject.ts'
import { findAdmittedUrl } from './find-admitted-url.ts'

/** A decision of a person about citing a home page or section page. */
export interface HomePageDecision {
  /** The URL in the review. */
  readonly url: string
  readonly mayBeCited: boolean
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  readonly why: string | null
}

/** Finds the decision for a URL, or for the URL that it was admitted as; null if it is undecided. */
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

/** Finds the newest decision: a page may have been a section page before it was a home page. */
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
