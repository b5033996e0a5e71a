import type { Value } from '../../store/database.ts'

/** Yields each value as a row of one column. */
export function* toSingleColumn(values: Iterable<Value>): Generator<readonly Value[]> {
  for (const value of values) yield [value]
}
