/** How an operation is requested. */
export interface OperationRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Parameters are in braces and are fields of the input. */
  readonly path: string
  /** Whether it does no harm to send it twice. */
  readonly isRepeatable?: boolean
  readonly isList?: boolean
  /** Set where it also takes lines: each becomes an item, or all together become a report. */
  readonly lines?: 'items' | 'report'
}

export type Fields = Readonly<Record<string, unknown>>
