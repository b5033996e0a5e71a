/** Why a person must decide: what is common to all URLs that a single decision would settle. */
export interface Cause {
  readonly kind: string
  readonly subject: string
}
