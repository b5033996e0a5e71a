/**
 * Keeps the pages of a site that is larger than its sample, until every rule is counted on all of them. Pieces are appended while
 * the log is read; then they are read from the first one, as often as it takes. Nothing is appended after the first read.
 */
export interface PageSpool {
  append(piece: Uint8Array): void
  /** The pieces as they were appended, in order. Each is good until the next one is read. */
  read(): Iterable<Uint8Array>
  /** Frees what was kept. */
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
