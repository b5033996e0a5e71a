import type { Admission, Decision } from '../admission.ts'
import type { Context } from '../context.ts'
import { dedupeKey } from '../dedupe-key.ts'
import type { Draft } from '../draft.ts'
import { keepsSlash } from '../host-facts.ts'
import { asSpelled } from '../removed-names.ts'
import { unknownParams } from '../unknown-params.ts'
import { hostOf, pathAndQuery } from '../wire.ts'
import { settleFlags } from './settle-flags.ts'

/** Step 13: the record to store, and what was learned for the next time. */
export async function conclude(draft: Draft, context: Context): Promise<Admission> {
  if (draft.end !== null) return record(draft, context, [])
  const unknown = unknownParams(draft.url, context.rules.policy)
  if (unknown.length > 0) draft.flags.add('unknown_param')
  if (hasStrangeEscapes(draft.url)) draft.flags.add('non_utf8_escape')
  await settleFlags(draft, context)
  await learnSlash(draft, context)
  return record(draft, context, unknown)
}

/** The order of the fields is part of the record: the same facts give the same bytes. */
export function record(draft: Draft, { rules }: Pick<Context, 'rules'>, unknown: readonly string[]): Admission {
  const { end, classification } = draft
  return {
    decision: decisionOf(draft),
    canonical: end === null ? draft.url : null,
    original: draft.original,
    reason: end?.reason ?? null,
    flags: [...draft.flags].toSorted(),
    notes: [...draft.notes].toSorted(),
    stripped: asSpelled(draft.stripped, draft.original),
    unknownParams: unknown,
    fragment: draft.fragment,
    redirectChain: draft.redirectChain,
    language: draft.language,
    alternates: Object.fromEntries([...draft.alternates].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    pagination: draft.pagination,
    linkType: classification?.linkType ?? null,
    classification: { reasons: classification?.reasons ?? [], confidence: classification?.confidence ?? 0 },
    dedupeKey: draft.spelled === '' ? '' : dedupeKey(draft.url),
    policyVersion: rules.version,
    trace: draft.trace,
  }
}

function decisionOf({ end, flags }: Draft): Decision {
  if (end !== null) return end.decision
  return flags.size > 0 ? 'review' : 'accept'
}

/** Escapes that are no UTF-8 are text in an encoding that nobody names. */
function hasStrangeEscapes(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return false
  } catch {
    return true
  }
}

/** A slash that the server wanted is kept the next time, also without the network. */
async function learnSlash({ url, isFound, redirectChain }: Draft, { facts }: Context): Promise<void> {
  if (!isFound || !/^https?:\/\/[^/?]*\/[^?]*\/(?:\?|$)/.test(url)) return
  await facts.write(hostOf(url), keepsSlash(pathAndQuery(url)), { value: 'kept', chain: redirectChain })
}
