import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl, UrlKey } from '../url/stages.ts'
import { MAX_ROUNDS } from './apply-until-stable.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { createFailure, createPolicyFailure, tryCompile, type NormalizeFailure } from './normalize.ts'
import { getPolicy, type DefineInline, type PolicyRef } from './policy.ts'
import type { Change, Note, Recorder } from './recorder.ts'
import type { RuleIdentity } from './rule.ts'
import { isRoute } from './rules/remove-fragment.ts'
import { runRecorded } from './run-policy.ts'
import { hashUrl } from './hash-url.ts'
import { readRawName, splitPairs } from '../url/query-pairs.ts'
import { splitUrl } from '../url/url-parts.ts'

export interface Explanation {
  readonly ok: true
  readonly input: string
  readonly url: NormalizedUrl
  readonly key: UrlKey
  readonly policy: { readonly name: string; readonly fingerprint: string }
  /** The first `before` is the input, the last `after` is the result. */
  readonly changes: Change[]
  /** The fragment of the input with its `#`, percent-encoded where needed; null if there was none or it was empty. */
  readonly fragment: string | null
  readonly notes: string[]
}

// A function, and in this file, so that a bundle that only normalizes leaves the sentences out.
const createNoteTexts = (): Readonly<Record<Note, string>> => ({
  signed: 'The query carries a signature, so only the spelling and the fragment of the URL were normalized.',
  spared: 'query.except names this URL, so its query was left as it is.',
  unstable: `The policy keeps changing this URL, for more than ${MAX_ROUNDS} rounds, so only the safe rules were applied.`,
})

type Explain = (input: string, policy?: PolicyRef) => Explanation | NormalizeFailure

export function bindExplain(idna: DomainToAscii | null, define: DefineInline | null): Explain {
  return (input, ref = 'dedupe') => {
    const compiled = tryCompile(ref, define)
    if (compiled instanceof PolicyError) return createPolicyFailure(input, compiled)
    if (typeof input !== 'string') return createFailure(input, 'url/not-a-string')
    const { recorder, changes, notes } = createRecorder(input)
    const outcome = runRecorded(compiled, input, idna, recorder)
    if (typeof outcome === 'string') return createFailure(input, outcome)
    const { url, fragment } = outcome
    const policy = getPolicy(ref, define)
    return {
      ok: true,
      input,
      url: url as NormalizedUrl,
      key: hashUrl(url) as UrlKey,
      policy: { name: policy.name, fingerprint: policy.fingerprint },
      changes,
      fragment: fragment.length > 1 ? fragment : null,
      notes: [...notes, ...describeRoute(url, fragment)],
    }
  }
}

function createRecorder(input: string): { recorder: Recorder; changes: Change[]; notes: Set<string> } {
  const changes: Change[] = []
  const notes = new Set<string>()
  let before = input
  const record = ({ id, tier }: RuleIdentity, after: string): void => {
    if (after === before) return
    changes.push({ rule: id, tier, before, after, ...describeChange(before, after) })
    before = after
  }
  return { recorder: { record, note: (note) => void notes.add(createNoteTexts()[note]) }, changes, notes }
}

function describeRoute(url: string, fragment: string): string[] {
  if (!isRoute(fragment) || url.includes('#')) return []
  return [`The fragment ${fragment} may be a page of its own (a hash route); fragment: keep-routes would keep it.`]
}

/** Names the parameters that a change removed, because people look for that first. */
function describeChange(oldText: string, newText: string): { detail?: string } {
  const old = readQuery(oldText)
  const now = readQuery(newText)
  if (old === null || now === null) return {}
  const before = splitPairs(old)
  const after = splitPairs(now)
  // A change that only respells pairs removes none.
  if (before.length <= after.length) return {}
  const removed = listMissingPairs(before, after).filter((pair) => pair !== '')
  if (removed.length === 0) return {}
  return { detail: `removed ${[...new Set(removed.map(readRawName))].join(', ')}` }
}

function readQuery(text: string): string | null {
  const url = splitUrl(text)
  return typeof url === 'string' ? null : url.query
}

/** The pairs of one list that the other lacks. A pair that occurs twice counts twice. */
function listMissingPairs(pairs: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  return pairs.filter((pair) => {
    const count = left.get(pair) ?? 0
    left.set(pair, count - 1)
    return count < 1
  })
}
