/**
 * The word that takes the fewest edits to get to.
 *
 * @example nearestOf('ssl_mode', ['max', 'sslmode']) // 'sslmode'
 */
export function nearestOf(word: string, known: readonly string[]): string {
  const ranked = known.map((name) => ({ name, edits: countEdits(word, name) })).toSorted((a, b) => a.edits - b.edits)
  return ranked[0]?.name ?? ''
}

/** https://en.wikipedia.org/wiki/Levenshtein_distance, row by row. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 0; at < from.length; at += 1) {
    const next = [at + 1]
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (to[index] === from[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
