/** A line that is not text, or that its reader could not read. It is stored and raised for review. */
export interface InvalidLine {
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
}

/** A URL as it was read, or an invalid line. Empty lines are ignored. */
export type Line = string | InvalidLine

/** Lines one by one, or in arrays, which saves an await for each line. */
export type Lines = Iterable<Line> | AsyncIterable<Line | readonly Line[]>
