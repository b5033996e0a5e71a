// Apart from the work itself, whose types speak of Node's buffers: users of the package need not have Node's types.

/** The columns that an engine can request for each URL. */
export const FILTER_COLUMNS = ['url', 'key', 'host', 'error', 'message'] as const

export type FilterColumn = (typeof FILTER_COLUMNS)[number]

export interface FilterShape {
  readonly format: 'tsv' | 'jsonl'
  /** For tsv a number from 0; for jsonl a field or a path. */
  readonly column: number | string
  readonly columns: readonly FilterColumn[]
  /** For tsv: whether a backslash is an ordinary character. A cell `\\N` is NULL in any case. */
  readonly isRaw?: boolean | undefined
}
