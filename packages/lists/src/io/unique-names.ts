/**
 * The same names, with a number behind those that were there before: JSON and Parquet can have a name once only.
 *
 * @example makeUnique(['a', 'a', 'b', 'a']) // ['a', 'a_2', 'b', 'a_3']
 */
export function makeUnique(names: readonly string[]): string[] {
  const taken = new Set(names)
  const used = new Set<string>()
  return names.map((name) => {
    let [unique, count] = [name, 1]
    while (used.has(unique) || (count > 1 && taken.has(unique))) {
      count += 1
      unique = `${name}_${count}`
    }
    used.add(unique)
    return unique
  })
}
