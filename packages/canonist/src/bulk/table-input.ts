/** How a table is to be read. */
export interface TableInput {
  readonly format: 'csv' | 'tsv'
  readonly column: string
  /** Null: found in the first line (csv), or a tab (tsv). */
  readonly delimiter: string | null
  readonly hasHeader: boolean
}
