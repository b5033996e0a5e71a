import type { Canonist } from './open-canonist.ts'

/** The database that a request works on. */
export interface CanonistLease {
  readonly canonist: Canonist
  /** To be called once, when the request is done. */
  release(): Promise<void>
}

/** Where requests get their database from. One request works on one database to its end, though others may get a newer one meanwhile. */
export interface CanonistSource {
  lease(): Promise<CanonistLease>
  /** Works on the database of this moment. The work only reads if the source has snapshots: it may be repeated on a newer one. */
  use<T>(work: (canonist: Canonist) => Promise<T>): Promise<T>
}

/** The same database for all requests. */
export function toSource(canonist: Canonist): CanonistSource {
  const lease: CanonistLease = { canonist, release: async () => undefined }
  return { lease: async () => lease, use: (work) => work(canonist) }
}
