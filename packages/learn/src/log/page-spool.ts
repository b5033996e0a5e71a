/**
 * Holds the pages of a site that is larger than its sample, until every rule is counted on all of them. Pieces are appended while
 * the log is read, then read from the first one, once for each count. Nothing is appended after the first read.
 */
export interface PageSpool {
  append(piece: Uint8Array): void
  /** The pieces in the order of `append`. Each is valid until the next one is read. */
  read(): Iterable<Uint8Array>
  /** Releases the pieces. */
  close(): void
}

export function createMemorySpool(): PageSpool {
  let pieces: Uint8Array[] = []
  return {
    append: (piece) => void pieces.push(piece.slice()),
    read: () => pieces,
    close: () => void (pieces = []),
  }
}
