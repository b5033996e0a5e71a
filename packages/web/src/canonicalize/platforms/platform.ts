import type { PolicySpec } from '@canonist/core'

/**
 * Facts about a publishing platform: which of its URLs are the same page. Data, not code: it only adds
 * candidates, each of which must still be proved on the network, and only where host or document prove the platform.
 */
export interface Platform {
  readonly name: string
  /** Domains that are the platform's own, with all below them. */
  readonly domains?: readonly string[]
  /** A pattern that only this platform's URLs match: enough to try its forms, since each is tested. */
  readonly urls?: RegExp
  /** Prefixes of the document's generator, in lower case. */
  readonly generators?: readonly string[]
  /** How the platform's URLs are written plainly, as a policy file says it. */
  readonly policy: Pick<PolicySpec, 'query' | 'rewrites'>
}
