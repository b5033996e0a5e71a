import type { Admission, AdmissionDecision } from '../admission.ts'
import type { Context } from '../context.ts'
import { computeDedupeKey } from '../dedupe-key.ts'
import type { Draft } from '../draft.ts'
import { formatSlashFact } from '../host-facts.ts'
import { restoreSpelling } from '../removed-names.ts'
import { listUnknownParams } from '../unknown-params.ts'
import { readHost, readPathAndQuery } from '../url-parts.ts'
import { dropExpectedFlags } from './drop-expected-flags.ts'

/** Step 13: creates the record, and stores the facts for the next time. */
export async function conclude(draft: Draft, context: Context): Promise<Admission> {
  if (draft.end !== null) return createAdmission(draft, context, [])
  const unknown = listUnknownParams(draft.url, context.rules.policy)
  if (unknown.length > 0) draft.flags.add('unknown_param')
  if (hasStrangeEscapes(draft.url)) draft.flags.add('non_utf8_escape')
  await dropExpectedFlags(draft, context)
  await learnSlash(draft, context)
  return createAdmission(draft, context, unknown)
}

/** The order of the fields is part of the record: the same facts give the same bytes. */
export function createAdmission(
  draft: Draft,
  { rules }: Pick<Context, 'rules'>,
  unknown: readonly string[],
): Admission {
  const { end, classification } = draft
  return {
    decision: chooseDecision(draft),
    canonical: end === null ? draft.url : null,
    original: draft.original,
    reason: end?.reason ?? null,
    flags: [...draft.flags].toSorted(),
    notes: [...draft.notes].toSorted(),
    stripped: restoreSpelling(draft.stripped, draft.original),
    unknownParams: unknown,
    fragment: draft.fragment,
    redirectChain: draft.redirectChain,
    language: draft.language,
    alternates: Object.fromEntries([...draft.alternates].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    pagination: draft.pagination,
    linkType: classification?.linkType ?? null,
    classification: { reasons: classification?.reasons ?? [], confidence: classification?.confidence ?? 0 },
    dedupeKey: draft.spelled === '' ? '' : computeDedupeKey(draft.url),
    policyVersion: rules.version,
    trace: draft.trace,
  }
}

function chooseDecision({ end, flags }: Draft): AdmissionDecision {
  if (end !== null) return end.decision
  return flags.size > 0 ? 'review' : 'accept'
}

/** Whether the URL has escapes that are not UTF-8, so that their encoding is unknown. */
function hasStrangeEscapes(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return false
  } catch {
    return true
  }
}

/** Stores that the server requires the slash, so that it is kept the next time, even offline. */
async function learnSlash({ url, isFound, redirectChain }: Draft, { facts }: Context): Promise<void> {
  if (!isFound || !/^https?:\/\/[^/?]*\/[^?]*\/(?:\?|$)/.test(url)) return
  await facts.write(readHost(url), formatSlashFact(readPathAndQuery(url)), { value: 'kept', chain: redirectChain })
}
