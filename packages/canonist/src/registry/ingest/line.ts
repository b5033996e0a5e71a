/** A line that is no text, or that its reader could not read: it is recorded and left for review. */
export interface InvalidLine {
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
}

/** A URL as it came, or why there is none. An empty line is none, and no error. */
export type Line = string | InvalidLine

/** Lines one by one, or many at once, which spares the wait for each. */
export type Lines = Iterable<Line> | AsyncIterable<Line | readonly Line[]>
