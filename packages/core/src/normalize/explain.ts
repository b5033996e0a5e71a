import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl, UrlKey } from '../url/stages.ts'
import { describeChange } from './describe-change.ts'
import { MOST_ROUNDS } from './lead.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { failureOf, policyFailure, tryCompile, type Failure } from './normalize.ts'
import { policyOf, type Define, type PolicyRef } from './policy.ts'
import type { Change, Note, Recorder } from './recorder.ts'
import type { RuleIdentity } from './rule.ts'
import { isRoute } from './rules/remove-fragment.ts'
import { runRecorded } from './run.ts'
import { urlHash } from './url-hash.ts'

export interface Explanation {
  readonly ok: true
  readonly input: string
  readonly url: NormalizedUrl
  readonly key: UrlKey
  readonly policy: { readonly name: string; readonly fingerprint: string }
  /** The first `before` is the input, the last `after` is the result. */
  readonly changes: Change[]
  /** What stood behind the `#`, with it, percent-encoded where needed; null where there was nothing. */
  readonly fragment: string | null
  readonly notes: string[]
}

// Here, and made on demand, so that a bundle that only normalizes leaves the sentences out.
const noteTexts = (): Readonly<Record<Note, string>> => ({
  signed: 'The query carries a signature, so the URL was left as it is but for its spelling and fragment.',
  spared: 'query.except names this URL, so its query was left as it is.',
  circles: `The policy leads this URL on and on, for more than ${MOST_ROUNDS} rounds, so it keeps its plain spelling.`,
})

type Explain = (input: string, policy?: PolicyRef) => Explanation | Failure

export function explainWith(idna: DomainToAscii | null, define: Define | null): Explain {
  return (input, ref = 'dedupe') => {
    const compiled = tryCompile(ref, define)
    if (compiled instanceof PolicyError) return policyFailure(input, compiled)
    if (typeof input !== 'string') return failureOf(input, 'url/not-a-string')
    const { recorder, changes, notes } = createRecorder(input)
    const outcome = runRecorded(compiled, input, idna, recorder)
    if (typeof outcome === 'string') return failureOf(input, outcome)
    const { url, fragment } = outcome
    const policy = policyOf(ref, define)
    return {
      ok: true,
      input,
      url: url as NormalizedUrl,
      key: urlHash(url) as UrlKey,
      policy: { name: policy.name, fingerprint: policy.fingerprint },
      changes,
      fragment: fragment.length > 1 ? fragment : null,
      notes: [...notes, ...routeNote(url, fragment)],
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
  return { recorder: { record, note: (note) => void notes.add(noteTexts()[note]) }, changes, notes }
}

function routeNote(url: string, fragment: string): string[] {
  if (!isRoute(fragment) || url.includes('#')) return []
  return [`The fragment ${fragment} may be a page of its own (a hash route); fragment: keep-routes would keep it.`]
}
