/** A word, and whether it is a character of a script that writes no spaces between words. */
export type VisitWord = (word: string, isUnspaced: boolean) => void

/** Letters, digits, and the marks on them. */
const WORD = /[\p{L}\p{N}\p{M}]/u
const MARK = /\p{M}/u

/**
 * Scripts that write no spaces. Each of their characters, with the marks on it, counts as a word: a dictionary
 * (Intl.Segmenter) is slower by far, and its answers change from one version of ICU to the next, so that stored
 * fingerprints would not last.
 */
const UNSPACED = new RegExp(
  `[${['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Lao', 'Khmr', 'Mymr', 'Tibt'].map((script) => `\\p{scx=${script}}`).join('')}]`,
  'u',
)

// Traits of a character, as bits.
const [IS_KNOWN, IS_WORD, IS_MARK, IS_UNSPACED, IS_COMPOSED] = [1, 2, 4, 8, 16]

/** By code unit. A table reads a text three times as fast as the regular expressions that fill it. */
const TRAITS = new Uint8Array(0x1_00_00)

function getTraits(codePoint: number): number {
  if (codePoint >= TRAITS.length) return findTraits(codePoint)
  const known = TRAITS[codePoint] ?? 0
  return known === 0 ? (TRAITS[codePoint] = findTraits(codePoint)) : known
}

function findTraits(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  if (!WORD.test(character)) return IS_KNOWN
  // Latin letters and Chinese characters are the same in every normalization form that composes.
  const isComposed = codePoint < 0x300 || (codePoint >= 0x4e00 && codePoint <= 0x9fff)
  return (
    IS_KNOWN |
    IS_WORD |
    (MARK.test(character) ? IS_MARK : 0) |
    (UNSPACED.test(character) ? IS_UNSPACED : 0) |
    (isComposed ? IS_COMPOSED : 0)
  )
}

/** Calls back for each word of a text, in order and in lower case. */
export function visitWords(text: string, visit: VisitWord): void {
  const lower = text.toLowerCase()
  for (let at = 0; at < lower.length;) {
    const traits = getTraits(lower.codePointAt(at) ?? 0)
    at = (traits & IS_WORD) === 0 ? at + measureWidth(lower, at) : visitWord(lower, at, traits, visit)
  }
}

/** Visits the word that begins at `start`; gives its end. */
function visitWord(text: string, start: number, first: number, visit: VisitWord): number {
  const isUnspaced = (first & IS_UNSPACED) !== 0
  let shared = first
  let end = start + measureWidth(text, start)
  while (end < text.length) {
    const traits = getTraits(text.codePointAt(end) ?? 0)
    if (!continues(traits, isUnspaced)) break
    shared &= traits
    end += measureWidth(text, end)
  }
  const word = text.slice(start, end)
  visit((shared & IS_COMPOSED) === 0 ? compose(word) : word, isUnspaced)
  return end
}

/** Only marks continue a character of an unspaced script; such a character ends any other word. */
function continues(traits: number, isUnspaced: boolean): boolean {
  if (isUnspaced) return (traits & IS_MARK) !== 0
  return (traits & IS_WORD) !== 0 && (traits & IS_UNSPACED) === 0
}

function measureWidth(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  // Half of a pair: the other half follows, unless the text is damaged.
  return unit >= 0xd8_00 && unit <= 0xdb_ff && (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1
}

/** Where é may be written in two ways, one of them. */
function compose(word: string): string {
  // Reordering a long run of accents takes the square of its length; no word is so long.
  return word.length > 256 ? word : word.normalize('NFC')
}

/**
 * The words of a text, in lower case.
 *
 * @example
 * wordsOf('Two words, 漢字') // ['two', 'words', '漢', '字']
 */
export function listWords(text: string): readonly string[] {
  const words: string[] = []
  visitWords(text, (word) => words.push(word))
  return words
}
