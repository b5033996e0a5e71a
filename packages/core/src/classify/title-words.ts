/** Accents and case are left out of titles as often as not. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer text is not a title, and decomposing it makes it several times as long. */
const LONGEST_TITLE = 10_000

/**
 * Whether a title speaks of a procedure. A word may go on, so that the singular means the plural too.
 *
 * @example namesProcedure('Becas de comedor', ['beca']) // true
 */
export function namesProcedure(title: string, words: readonly string[]): boolean {
  const spaced = ` ${fold(title.slice(0, LONGEST_TITLE)).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  return words.some((word) => spaced.includes(` ${fold(word)}`))
}
