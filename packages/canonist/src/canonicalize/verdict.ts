import type { Candidate } from './candidates.ts'
import type { Declaration } from './result.ts'
import { raisesScheme } from './rank.ts'
import type { AliasEvidence, Proof, Reason } from './result.ts'

/** The best URL so far, and how we know that it serves the thing. Every step of a decision makes a new one. */
export interface Verdict {
  readonly best: Candidate
  /** Null while it is the response itself, which needs no proof. */
  readonly proof: Proof | null
  /** Whose spelling it is, or is a cleaner form of. */
  readonly source: 'response' | Declaration['by']
  /** Whether a test raised the scheme from http to https. */
  readonly isUpgraded: boolean
  /** Whether a test failed on the way here. */
  readonly hasFailures: boolean
}

export function beginWith(response: Candidate): Verdict {
  return { best: response, proof: null, source: 'response', isUpgraded: false, hasFailures: false }
}

/** What a document declares serves the same: from here on its variants are in question. */
export function believe(verdict: Verdict, declared: Candidate, proof: Proof): Verdict {
  return { ...verdict, best: declared, proof: chainProofs(verdict.proof, proof), source: declared.by ?? verdict.source }
}

/** A test has found a better one within the class. */
export function adopt(verdict: Verdict, better: Candidate, proof: Proof): Verdict {
  const isUpgraded = verdict.isUpgraded || raisesScheme(verdict.best.url, better.url)
  return {
    ...verdict,
    best: better,
    proof: chainProofs(verdict.proof, proof),
    source: better.by ?? verdict.source,
    isUpgraded,
  }
}

/** What two steps prove together: equal bytes behind an equal signature are no more than an equal signature. */
const chainProofs = (first: Proof | null, second: Proof): Proof =>
  first === 'signature' && second === 'content' ? first : second

/** Another URL redirects to the best one, which speaks for it. */
export const confirm = (verdict: Verdict): Verdict => ({ ...verdict, proof: 'redirect' })

export const noteFailure = (verdict: Verdict): Verdict => ({ ...verdict, hasFailures: true })

/** The reason to be told, the strongest first. */
export function reasonOf({ proof, isUpgraded, hasFailures }: Verdict): Reason {
  if (isUpgraded) return 'upgrade_https'
  if (proof === 'redirect') return 'redirect_verified'
  if (proof === 'content') return 'content_verified'
  if (proof === 'signature') return 'signature_verified'
  return hasFailures ? 'fallback' : 'response_url'
}

/** URLs that were seen to lead to or to serve the same thing, each with its proof; the first proof stays. */
export class Aliases {
  readonly #proofs = new Map<string, Proof>()

  add(urls: readonly string[], proof: Proof): void {
    for (const url of urls) if (!this.#proofs.has(url)) this.#proofs.set(url, proof)
  }

  /** All but the winner itself. */
  report(winner: string): AliasEvidence[] {
    return [...this.#proofs].filter(([url]) => url !== winner).map(([url, proof]) => ({ url, proof }))
  }
}
