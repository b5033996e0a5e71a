/**
 * The word that takes the fewest edits to get to.
 *
 * @example findNearest('ssl_mode', ['max', 'sslmode']) // 'sslmode'
 */
export function findNearest(word: string, known: readonly string[]): string {
  const ranked = known.map((name) => ({ name, edits: countEdits(word, name) })).toSorted((a, b) => a.edits - b.edits)
  return ranked[0]?.name ?? ''
}

/**
 * The words that the user may have meant, the likeliest first: those that begin with the word or that it begins with, and those a
 * few edits away. None if no word is close: a far-fetched suggestion is worse than none.
 *
 * @example suggestWords('normalise', ['normalize', 'dedupe']) // ['normalize']
 */
export function suggestWords(word: string, known: readonly string[], most = 2): string[] {
  const plain = word.toLowerCase()
  const allowed = Math.max(1, Math.floor(plain.length / 3))
  return known
    .map((name) => ({ name, edits: isBeginning(plain, name) ? 1 : countEdits(plain, name) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name)
}

const MIN_BEGINNING_LENGTH = 3

function isBeginning(word: string, name: string): boolean {
  return (
    (word.length >= MIN_BEGINNING_LENGTH && name.startsWith(word)) ||
    (name.length >= MIN_BEGINNING_LENGTH && word.startsWith(name))
  )
}

/** https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance, optimal string alignment, row by row. */
function countEdits(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 0; at < from.length; at += 1) {
    const next = [at + 1]
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (to[index] === from[at] ? 0 : 1)
      const isSwap = index > 0 && to[index] === from[at - 1] && to[index - 1] === from[at]
      const swapped = isSwap ? (before[index - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row[to.length] ?? 0
}
