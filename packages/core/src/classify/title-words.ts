/** Titles often leave out accents and capitals. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer text is not a title, and decomposing it makes it several times as long. */
const MAX_TITLE_LENGTH = 10_000

/**
 * Whether a title mentions a procedure. Longer words that begin with a listed word count too, so a singular also matches its plural.
 *
 * @example mentionsProcedure('Becas de comedor', ['beca']) // true
 */
export function mentionsProcedure(title: string, words: readonly string[]): boolean {
  const spaced = ` ${fold(title.slice(0, MAX_TITLE_LENGTH)).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  return words.some((word) => spaced.includes(` ${fold(word)}`))
}
