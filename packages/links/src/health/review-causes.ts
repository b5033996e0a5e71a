import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { Cause } from '@canonist/registry/internal/registry/reviews/cause'
import { PARKED, REPLACED_TEXT } from '@canonist/registry/internal/registry/reviews/health-kinds'
import { hashInput, type ReviewInput } from '@canonist/registry/internal/registry/sql/review-inputs.sql'
import { formatPageSubject } from '@canonist/registry/internal/registry/reviews/format-page-subject'
import type { RaisedReview } from '@canonist/registry/internal/registry/reviews/raise-reviews'
import type { Observation } from './observation.ts'
import type { WatchedPage } from './sql/pages.sql.ts'
import type { Judgement } from './verdict.ts'

type ReviewedPage = Pick<WatchedPage, 'id' | 'url' | 'host'>

/** The reviews that a judgement raises: one for the host if the whole host is affected, else one for the page. */
export function listReviewsFor(
  page: ReviewedPage,
  judgement: Judgement,
  history: readonly Observation[],
): RaisedReview[] {
  const { verdict, reasons } = judgement
  const causes = [
    ...listSuspicionCauses(page, judgement, history),
    ...(verdict === 'gone' ? [{ kind: verdict, subject: formatGoneSubject(page, judgement) }] : []),
    ...(reasons.includes('left_allowlist')
      ? [{ kind: 'takeover_suspect', subject: formatTakeoverSubject(page, judgement) }]
      : []),
  ]
  const detail = toDetail(page, judgement, history)
  return causes.map(({ kind, subject }) => ({ kind, subject, detail, count: 1, isEvent: true }))
}

/**
 * A replaced text is a cause of its page. A parked domain is one cause for all its pages; pages that a person has accepted keep it, so
 * that the next page does not open the review again.
 */
function listSuspicionCauses(
  { url, host }: ReviewedPage,
  { suspicion }: Judgement,
  history: readonly Observation[],
): readonly Cause[] {
  if (suspicion?.reason === 'text_replaced') return [{ kind: REPLACED_TEXT, subject: formatPageSubject(url) }]
  const isParked = suspicion !== null || history.at(-1)?.parked === true
  return isParked ? [{ kind: 'takeover_suspect', subject: `${host} ${PARKED}` }] : []
}

const formatTakeoverSubject = ({ host }: ReviewedPage, { leadsTo }: Judgement): string =>
  `${host} ${URL.parse(leadsTo ?? '')?.hostname ?? 'an unknown host'}`

function formatGoneSubject({ url, host }: ReviewedPage, { reasons }: Judgement): string {
  const silence = reasons.find(isSilence)
  return silence === undefined ? formatPageSubject(url) : `${host} ${silence}`
}

function toDetail({ id, url }: ReviewedPage, judgement: Judgement, history: readonly Observation[]): object {
  const { reasons, leadsTo, failingSince, evidence, suspicion, lastGood } = judgement
  const times = new Set(evidence)
  const seen = history.filter(({ at }) => times.has(at))
  const texts =
    suspicion === null ? {} : { formerText: describeText(seen, lastGood), newText: describeText(seen, suspicion.since) }
  return {
    url,
    pageId: id,
    reasons,
    leadsTo,
    failingSince: formatTime(failingSince),
    lastGood: formatTime(lastGood),
    ...texts,
    evidence: seen.map(shortenObservation),
    examples: [url],
  }
}

/** Describes a text so that a person can identify it. */
function describeText(seen: readonly Observation[], time: number | null): object | null {
  const fingerprint = seen.find(({ at }) => at === time)?.fingerprint ?? null
  if (time === null || fingerprint === null) return null
  const { title = null, lang = null } = fingerprint.traits ?? {}
  return { at: formatTime(time), title, lang, words: fingerprint.words }
}

/** The fields of an observation that a review shows. */
const shortenObservation = ({ at, status, failure, chain, pageDecision = null }: Observation): object =>
  pageDecision === null ? { at: formatTime(at), status, failure, chain } : { at: formatTime(at), pageDecision }

const formatTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A page as the input of a review. */
export const toReviewInput = ({ id }: Pick<WatchedPage, 'id'>): ReviewInput => hashInput(`page ${id}`)
