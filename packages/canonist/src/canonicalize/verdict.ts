import type { Candidate } from './candidates.ts'
import type { Declaration } from './declared.ts'
import type { AliasEvidence, Proof, Reason } from './result.ts'

/** The best URL so far, and how we know that it serves the thing. */
export interface Verdict {
  readonly best: Candidate
  /** Null while it is the response itself, which needs no proof. */
  readonly proof: Proof | null
  /** Whose spelling it is. */
  readonly source: 'response' | Declaration['by']
  /** Whether a test raised the scheme from http to https. */
  readonly isUpgraded: boolean
  /** Whether a test failed on the way here. */
  readonly hasFailures: boolean
}

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
