import type { Admission } from '@canonist/web/internal/admit/admission'
import { findScope } from '@canonist/web/internal/admit/expectations'
import { readHost } from '@canonist/web/internal/admit/url-parts'
import { toRawUrl } from '../spelling.ts'
import { formatCause, type Cause } from '../reviews/cause.ts'
import { formatPageSubject } from '../reviews/format-page-subject.ts'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import { createUnknownParamCause } from '../reviews/unknown-param-cause.ts'
import { UNPROVED } from './proof.ts'

/** Lists one cause for each flag, one for each name of an unknown parameter, and one for a rejection. */
export function listCauses(admission: Admission): Cause[] {
  const { canonical, flags, decision, reason } = admission
  if (canonical !== null) return flags.flatMap((flag) => listFlagCauses(flag, admission, canonical))
  return decision === 'reject' && reason !== null ? [createRejectionCause(admission, reason)] : []
}

/** Lists the causes of a failure that did not become the current record: the page was found before, so the host is the problem. */
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

/** The cause names the rejected host: the last one if a redirect was rejected. */
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

/** The cause names both hosts if the listed mapping was applied; otherwise only the host whose mapping was not. */
function createMappingCause({ trace }: Admission, host: string): Cause {
  const mapped = trace.find(({ rule }) => rule === 'map-host')
  if (mapped === undefined) return { kind: 'host_mapping', subject: host }
  return { kind: 'host_alias', subject: `${readHost(mapped.before)} ${readHost(mapped.after)}` }
}

const OF_THE_PAGE = /^4\d\d$/

/** A missing page is a question about the page; a host that does not respond is a question about the host. */
function formatUnresolvedSubject(admission: Admission, canonical: string): string {
  const ending = readEnding(admission)
  return OF_THE_PAGE.test(ending) ? formatPageSubject(canonical) : `${readHost(canonical)} ${ending}`
}

const readEnding = ({ notes }: Admission): string =>
  notes.find((note) => note.startsWith('ended:'))?.slice('ended:'.length) ?? ''

/**
 * Lists the reviews to raise for an admission.
 *
 * @param newCauses the causes that its original did not have before
 * @param before all earlier records of the original: it counts once for each cause
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
