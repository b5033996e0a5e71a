import type { PolicySpec } from '@canonist/core'

/**
 * What is known of a publishing platform: which of its URLs are one and the same. Data, not code: it only adds
 * candidates, each of which must still be proved on the network, and only where host or document prove the platform.
 */
export interface Platform {
  readonly name: string
  /** Domains that are the platform's own, with all below them. */
  readonly domains?: readonly string[]
  /** What only this platform's URLs look like: enough to try its forms, since each is tested. */
  readonly urls?: RegExp
  /** What the document's generator begins with, in lower case. */
  readonly generators?: readonly string[]
  /** How the platform's URLs are written plainly, as a policy file says it. */
  readonly policy: Pick<PolicySpec, 'query' | 'rewrites'>
}
