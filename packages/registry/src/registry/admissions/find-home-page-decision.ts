import type { Session } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { formatPageSubject } from '../reviews/format-page-subject.ts'
import { findCitationDecision } from '../sql/reviews.sql.ts'
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

async function findDecision(session: Session, url: string): Promise<HomePageDecision | null> {
  const decided = await findCitationDecision(session, formatPageSubject(url))
  if (decided === null) return null
  const { state, decided_by: by, decided_at, why } = decided
  return { url, mayBeCited: state === 'accepted', by, at: isoTime(decided_at), why }
}
