/** Why a person must decide. All URLs with the same cause need only one decision. */
export interface Cause {
  readonly kind: string
  readonly subject: string
}

/** Formats a cause as text, to compare and sort causes. */
export const formatCause = ({ kind, subject }: Cause): string => `${kind} ${subject}`
