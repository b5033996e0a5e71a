/** The names that occur more than once, and how often, in the order of their first place. */
export function findRepeated(names: readonly string[]): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([name, count]) => ({ name, count }))
}
