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
 * The words that the user may have meant, the likeliest first: those that begin with the word or that it begins with, those with the word
 * as one of their parts, and those a few edits away. None if no word is close: a far-fetched suggestion is worse than none.
 *
 * @example suggestWords('normalise', ['normalize', 'dedupe']) // ['normalize']
 */
export function suggestWords(word: string, known: readonly string[], most = 2): string[] {
  const allowed = Math.max(1, Math.floor(word.length / 3))
  return rankWords(word, known)
    .filter(({ edits }) => edits <= allowed)
    .slice(0, most)
    .map(({ name }) => name)
}

/** A longer list hides the few names that matter. */
const MAX_LISTED = 12
const MAX_NEAREST = 3

/**
 * Says what is valid instead of a word that is not one of `known`.
 *
 * @param plural what the known words name
 *
 * @example suggestFix('timeout', ['read_timeout', 'gone']) // 'Did you mean read_timeout?'
 * @example suggestFix('x', ['gone', 'moved'], 'findings') // 'The findings are gone, moved.'
 */
export function suggestFix(word: string, known: readonly string[], plural = 'names'): string {
  const meant = suggestWords(word, known, MAX_NEAREST)
  if (meant.length > 0) return `Did you mean ${joinWithOr(meant)}?`
  if (known.length <= MAX_LISTED) return `The ${plural} are ${known.join(', ')}.`
  const nearest = rankWords(word, known).slice(0, MAX_NEAREST)
  return `The nearest are ${nearest.map(({ name }) => name).join(', ')}.`
}

/**
 * The same as the end of a sentence about the word: all names where they are few.
 *
 * @example describeChoices('jsn', ['text', 'json']) // 'it must be one of text, json. Did you mean json?'
 */
export function describeChoices(word: string, known: readonly string[]): string {
  if (known.length > MAX_LISTED) return `it is none of the ${known.length} names. ${suggestFix(word, known)}`
  const meant = suggestWords(word, known, MAX_NEAREST)
  const hint = meant.length === 0 ? '' : ` Did you mean ${joinWithOr(meant)}?`
  return `it must be one of ${known.join(', ')}.${hint}`
}

/** @example joinWithOr(['a', 'b', 'c']) // 'a, b or c' */
export const joinWithOr = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1')

interface RankedWord {
  readonly name: string
  readonly edits: number
}

function rankWords(word: string, known: readonly string[]): RankedWord[] {
  const plain = word.toLowerCase()
  return known
    .map((name) => ({ name, edits: isBeginning(plain, name) || isPart(plain, name) ? 1 : countEdits(plain, name) }))
    .toSorted((a, b) => a.edits - b.edits)
}

/** `timeout` is a part of `read_timeout`. */
const isPart = (word: string, name: string): boolean =>
  word.length >= MIN_BEGINNING_LENGTH && name.split(/[-_]/).includes(word)

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
