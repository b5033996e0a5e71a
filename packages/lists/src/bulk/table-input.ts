/** How a table is to be read. */
export interface TableInput {
  readonly format: 'csv' | 'tsv'
  readonly column: string
  /** Null: found in the first line (csv), or a tab (tsv). */
  readonly delimiter: string | null
  readonly hasHeader: boolean
}

/** A row with more cells than the header has columns. A URL with a delimiter that is not quoted makes one, and is cut there. */
export interface LongRow {
  /** From 1. */
  readonly line: number
  readonly cells: number
  readonly columns: number
}

/** Called with what was found in the first table: its delimiter, and a row that is too long, if there is one. */
export type OnTable = (name: string, found: { readonly delimiter: string; readonly longRow: LongRow | null }) => void
