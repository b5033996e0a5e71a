/** A part of the policy that the other format cannot express. */
export interface LeftOut {
  /** Its place in the policy: `sites["example.com"].query.sort`. */
  readonly at: string
  readonly reason: string
}

export interface ExportResult {
  readonly text: string
  /** How many rules the text holds. */
  readonly exported: number
  readonly leftOut: readonly LeftOut[]
}
