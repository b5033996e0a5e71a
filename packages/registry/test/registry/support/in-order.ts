/** Rows in an order that depends on nothing but what is in them. */
export function inOrder<T>(rows: Iterable<T>): T[] {
  const byText = (a: T, b: T): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return [...rows].toSorted(byText)
}
