import type { Admission } from '../../admit/admission.ts'
import { findScope } from '../../admit/expectations.ts'
import { readHost } from '../../admit/url-parts.ts'
import { toRawUrl } from '../spelling.ts'
import type { Cause } from '../reviews/cause.ts'
import { formatPageSubject } from '../reviews/format-page-subject.ts'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import { formatCause } from '../sql/review-inputs.ts'
import { createUnknownParamCause } from '../reviews/unknown-param-cause.ts'
import { UNPROVED } from './proof.ts'

/** One cause for each flag, for unknown parameters one for each name; one for what is turned away. */
export function listCauses(admission: Admission): Cause[] {
  const { canonical, flags, decision, reason } = admission
  if (canonical !== null) return flags.flatMap((flag) => listFlagCauses(flag, admission, canonical))
  return decision === 'reject' && reason !== null ? [createRejectionCause(admission, reason)] : []
}

/** Of a failure that was not put in force: a page that was found before is a matter of its host, not of the page. */
export function listFailures(admission: Admission): Cause[] {
  const { canonical, flags } = admission
  if (canonical === null) return []
  const host = readHost(canonical)
  const failures = flags.filter((flag) => UNPROVED.includes(flag))
  return failures.map((kind) => ({
    kind,
    subject: kind === 'resolution_failed' ? `${host} ${readEnding(admission)}` : host,
  }))
}

const MAX_HOST_LENGTH = 253

/** One decision is about one host: that which is turned away, at the end of redirects where it was one of them. */
function createRejectionCause({ dedupeKey, redirectChain }: Admission, reason: string): Cause {
  const end = reason.startsWith('redirect_') ? redirectChain.at(-1)?.to : undefined
  const host = end === undefined ? /^[^/?]*/.exec(dedupeKey)?.[0] : URL.parse(end)?.hostname
  const isKnown = host !== undefined && host !== '' && host.length <= MAX_HOST_LENGTH
  return { kind: 'rejected_input', subject: isKnown ? `${reason} ${host}` : reason }
}

function listFlagCauses(flag: string, admission: Admission, canonical: string): Cause[] {
  const host = readHost(canonical)
  if (flag === 'unknown_param') return admission.unknownParams.map((name) => createUnknownParamCause(host, name))
  if (flag === 'www_mapping_conflict') return [{ kind: 'host_mapping', subject: host }]
  if (flag === 'mapping_unverified') return [createMappingCause(admission, host)]
  if (flag === 'resolution_failed') return [{ kind: flag, subject: formatUnresolvedSubject(admission, canonical) }]
  return [{ kind: flag, subject: findScope(flag) === 'page' ? formatPageSubject(canonical) : host }]
}

/** Two hosts that may be one, where the listed one was taken; else the host whose listed one was not. */
function createMappingCause({ trace }: Admission, host: string): Cause {
  const mapped = trace.find(({ rule }) => rule === 'map-host')
  if (mapped === undefined) return { kind: 'host_mapping', subject: host }
  return { kind: 'host_alias', subject: `${readHost(mapped.before)} ${readHost(mapped.after)}` }
}

const OF_THE_PAGE = /^4\d\d$/

/** A page that is not found is a matter of the page; a host that does not answer one of the host. */
function formatUnresolvedSubject(admission: Admission, canonical: string): string {
  const ending = readEnding(admission)
  return OF_THE_PAGE.test(ending) ? formatPageSubject(canonical) : `${readHost(canonical)} ${ending}`
}

const readEnding = ({ notes }: Admission): string =>
  notes.find((note) => note.startsWith('ended:'))?.slice('ended:'.length) ?? ''

/**
 * What is asked because of an admission.
 *
 * @param newCauses the causes that its original did not have just before
 * @param before all that was ever recorded of the original: it counts once for a cause
 */
export function listReviewsFor(
  admission: Admission,
  newCauses: readonly Cause[],
  before: readonly Admission[],
): RaisedReview[] {
  const counted = new Set(before.flatMap((one) => [...listCauses(one), ...listFailures(one)]).map(formatCause))
  const causes = new Map(newCauses.map((cause) => [formatCause(cause), cause]))
  const detail = { examples: [toRawUrl(admission.original)] }
  return [...causes].map(([text, { kind, subject }]) => ({ kind, subject, detail, count: counted.has(text) ? 0 : 1 }))
}
