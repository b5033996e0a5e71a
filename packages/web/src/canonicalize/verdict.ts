import type { Candidate } from './candidates.ts'
import type { Declaration } from './result.ts'
import { raisesScheme } from './rank.ts'
import type { AliasEvidence, Proof, CanonicalizeReason } from './result.ts'

/** The best URL so far, and the proof that it serves the same document. Immutable: every step creates a new one. */
export interface CanonicalVerdict {
  readonly best: Candidate
  /** Null while it is the response itself, which needs no proof. */
  readonly proof: Proof | null
  /** Where the URL, or the URL that it is a cleaner form of, comes from. */
  readonly source: 'response' | Declaration['by']
  /** Whether a test raised the scheme from http to https. */
  readonly isUpgraded: boolean
  /** Whether a test failed before. */
  readonly hasFailures: boolean
}

export function createVerdict(response: Candidate): CanonicalVerdict {
  return { best: response, proof: null, source: 'response', isUpgraded: false, hasFailures: false }
}

/** The declared URL serves the same document: from now on its variants are tested. */
export function acceptDeclared(verdict: CanonicalVerdict, declared: Candidate, proof: Proof): CanonicalVerdict {
  return { ...verdict, best: declared, proof: chainProofs(verdict.proof, proof), source: declared.by ?? verdict.source }
}

/** A test has found a better one within the class. */
export function acceptBetter(verdict: CanonicalVerdict, better: Candidate, proof: Proof): CanonicalVerdict {
  const isUpgraded = verdict.isUpgraded || raisesScheme(verdict.best.url, better.url)
  return {
    ...verdict,
    best: better,
    proof: chainProofs(verdict.proof, proof),
    source: better.by ?? verdict.source,
    isUpgraded,
  }
}

/** The proof of two steps together: equal bytes after an equal signature still prove only an equal signature. */
const chainProofs = (first: Proof | null, second: Proof): Proof =>
  first === 'signature' && second === 'content' ? first : second

/** Another URL redirects to the best one, which confirms it. */
export const confirmByRedirect = (verdict: CanonicalVerdict): CanonicalVerdict => ({ ...verdict, proof: 'redirect' })

export const noteFailure = (verdict: CanonicalVerdict): CanonicalVerdict => ({ ...verdict, hasFailures: true })

/** The reason to report, the strongest first. */
export function findReason({ proof, isUpgraded, hasFailures }: CanonicalVerdict): CanonicalizeReason {
  if (isUpgraded) return 'upgrade_https'
  if (proof === 'redirect') return 'redirect_verified'
  if (proof === 'content') return 'content_verified'
  if (proof === 'signature') return 'signature_verified'
  return hasFailures ? 'fallback' : 'response_url'
}

/** URLs that redirect to or serve the same document, each with its proof; the first proof stays. */
export class Aliases {
  readonly #proofs = new Map<string, Proof>()

  add(urls: readonly string[], proof: Proof): void {
    for (const url of urls) if (!this.#proofs.has(url)) this.#proofs.set(url, proof)
  }

  /** All but the winner itself and private URLs: an alias is written where others read it. */
  report(winner: string, isPrivate: (url: string) => boolean): AliasEvidence[] {
    return [...this.#proofs]
      .filter(([url]) => url !== winner && !isPrivate(url))
      .map(([url, proof]) => ({ url, proof }))
  }
}
