import type { Admission } from '../../admit/admission.ts'
import { scopeOf } from '../../admit/expectations.ts'
import { hostOf } from '../../admit/wire.ts'
import { asKept } from '../spelling.ts'
import type { Cause } from '../reviews/cause.ts'
import { pageSubject } from '../reviews/page-subject.ts'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import { unknownParamCause } from '../reviews/unknown-param-cause.ts'

/** One cause for each flag; for unknown parameters one for each name. */
export function causesOf(admission: Admission): Cause[] {
  const { canonical, flags } = admission
  if (canonical === null) return []
  return flags.flatMap((flag) => causesOfFlag(flag, admission, canonical))
}

function causesOfFlag(flag: string, admission: Admission, canonical: string): Cause[] {
  const host = hostOf(canonical)
  if (flag === 'unknown_param') return admission.unknownParams.map((name) => unknownParamCause(host, name))
  if (flag === 'www_mapping_conflict') return [{ kind: 'host_mapping', subject: host }]
  if (flag === 'mapping_unverified') return [unverified(admission, host)]
  if (flag === 'resolution_failed') return [{ kind: flag, subject: unresolved(admission, canonical) }]
  return [{ kind: flag, subject: scopeOf(flag) === 'page' ? pageSubject(canonical) : host }]
}

/** Two hosts that may be one, where the listed one was taken; else the host whose listed one was not. */
function unverified({ trace }: Admission, host: string): Cause {
  const mapped = trace.find(({ rule }) => rule === 'map-host')
  if (mapped === undefined) return { kind: 'host_mapping', subject: host }
  return { kind: 'host_alias', subject: `${hostOf(mapped.before)} ${hostOf(mapped.after)}` }
}

const OF_THE_PAGE = /^4\d\d$/

/** A page that is not found is a matter of the page; a host that does not answer one of the host. */
function unresolved({ notes }: Admission, canonical: string): string {
  const ending = notes.find((note) => note.startsWith('ended:'))?.slice('ended:'.length) ?? ''
  return OF_THE_PAGE.test(ending) ? pageSubject(canonical) : `${hostOf(canonical)} ${ending}`
}

/** What is asked because of an admission that nobody was asked because of its predecessors. */
export function newCauses(admission: Admission, before: readonly Admission[]): RaisedReview[] {
  const textOf = ({ kind, subject }: Cause): string => `${kind} ${subject}`
  const asked = new Set(before.flatMap(causesOf).map(textOf))
  const causes = new Map(causesOf(admission).map((cause) => [textOf(cause), cause]))
  const detail = { examples: [asKept(admission.original)] }
  return [...causes].flatMap(([text, cause]) => (asked.has(text) ? [] : [{ ...cause, detail, count: 1 }]))
}
