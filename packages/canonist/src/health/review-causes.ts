import { isSilence } from '../net/silence.ts'
import { inputOf, type ReviewInput } from '../registry/reviews/review-inputs.ts'
import { pageSubject } from '../registry/reviews/page-subject.ts'
import type { RaisedReview } from '../registry/reviews/raise-reviews.ts'
import type { Observation } from './observation.ts'
import type { WatchedPage } from './sql/next-page.ts'
import type { Judgement } from './verdict.ts'

type Asked = Pick<WatchedPage, 'url' | 'host'>

/** What a person must decide because of a verdict: one item for what befell a host, else one for the page. */
export function reviewsOf(page: Asked, judgement: Judgement, history: readonly Observation[]): RaisedReview[] {
  const { verdict, reasons, leadsTo, failingSince, evidence } = judgement
  if (verdict !== 'gone' && verdict !== 'takeover_suspect') return []
  const times = new Set(evidence)
  const seen = history.filter(({ at }) => times.has(at)).map(shortened)
  const detail = {
    url: page.url,
    reasons,
    leadsTo,
    failingSince: timeOf(failingSince),
    evidence: seen,
    examples: [page.url],
  }
  return [{ kind: verdict, subject: subjectOf(page, judgement), detail, count: 1, isEvent: true }]
}

function subjectOf({ url, host }: Asked, { verdict, reasons, leadsTo }: Judgement): string {
  if (verdict === 'takeover_suspect') return `${host} ${URL.parse(leadsTo ?? '')?.hostname ?? 'an unknown host'}`
  const silence = reasons.find(isSilence)
  return silence === undefined ? pageSubject(url) : `${host} ${silence}`
}

/** As much as a person wants to see. */
const shortened = ({ at, status, failure, chain }: Observation): object => ({ at: timeOf(at), status, failure, chain })

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A page as one who has the cause of a review. */
export const pageInput = ({ id }: Pick<WatchedPage, 'id'>): ReviewInput => inputOf(`page ${id}`)
