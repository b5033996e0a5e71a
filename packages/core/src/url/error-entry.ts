/**
 * What sort of problem an error is. Exit codes and HTTP statuses follow from it.
 *
 * `usage`: the call makes no sense. `invalid`: the data is wrong. `missing`: the thing does not exist.
 * `conflict`: it is not in a state that allows this. `busy`: another process is using it; try again later. `unavailable`: a network,
 * database or disk does not work. `blocked`: a safety rule or a policy forbids it. `bug`: a defect in Canonist.
 */
export type ErrorKind = 'usage' | 'invalid' | 'missing' | 'conflict' | 'busy' | 'unavailable' | 'blocked' | 'bug'

/** One row of an error table. Its key is the code. */
export interface ErrorEntry {
  readonly kind: ErrorKind
  /** Whether the same call may succeed later without a change. */
  readonly retry: boolean
  /** The problem, in one sentence. */
  readonly says: string
  /** What to do about it, in one sentence. */
  readonly fix: string
}

/** One row of a table of reasons. Like a row of an error table, except that some reasons are not problems. */
export interface ReasonEntry extends Omit<ErrorEntry, 'kind'> {
  /** Null where nothing is wrong. */
  readonly kind: ErrorKind | null
}
