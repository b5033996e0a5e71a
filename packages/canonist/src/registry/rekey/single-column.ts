import type { Value } from '../../store/database.ts'

/** Rows of one column. */
export function* toSingleColumn(values: Iterable<Value>): Generator<readonly Value[]> {
  for (const value of values) yield [value]
}
