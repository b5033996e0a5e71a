/** A word, and whether it is a character of a script that writes no spaces between words. */
export type VisitWord = (word: string, isUnspaced: boolean) => void

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * Scripts that write no spaces. Each of their characters counts as a word: a dictionary (Intl.Segmenter) is slower
 * by far, and its answers change from one version of ICU to the next, so that stored fingerprints would not last.
 */
const UNSPACED = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Lao', 'Khmr', 'Mymr', 'Tibt']
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
const PART = new RegExp(`([${UNSPACED}]\\p{M}*)|[^${UNSPACED}]+`, 'gu')

/** Calls back for each word of a text, in order and in lower case. */
export function visitWords(text: string, visit: VisitWord): void {
  const hasUnspaced = HAS_UNSPACED.test(text)
  for (const [run] of text.toLowerCase().matchAll(WORD)) {
    if (hasUnspaced && HAS_UNSPACED.test(run)) visitParts(run, visit)
    else visit(composed(run), false)
  }
}

function visitParts(run: string, visit: VisitWord): void {
  for (const [part, unspaced] of run.matchAll(PART)) visit(composed(part), unspaced !== undefined)
}

/** Where é may be written in two ways, one of them. */
function composed(word: string): string {
  // Reordering a long run of accents takes the square of its length; no word is so long.
  return word.length > 256 ? word : word.normalize('NFC')
}

/**
 * The words of a text, in lower case.
 *
 * @example
 * wordsOf('Two words, 漢字') // ['two', 'words', '漢', '字']
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  visitWords(text, (word) => words.push(word))
  return words
}
