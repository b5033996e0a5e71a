/**
 * Scripts that are used together. Only scripts in everyday use: https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
 */
const WRITING_SYSTEMS: readonly (readonly string[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ['Arabic'],
  ['Armenian'],
  ['Bengali'],
  ['Cyrillic'],
  ['Devanagari'],
  ['Ethiopic'],
  ['Georgian'],
  ['Greek'],
  ['Gujarati'],
  ['Gurmukhi'],
  ['Hebrew'],
  ['Kannada'],
  ['Khmer'],
  ['Lao'],
  ['Malayalam'],
  ['Myanmar'],
  ['Oriya'],
  ['Sinhala'],
  ['Tamil'],
  ['Telugu'],
  ['Thaana'],
  ['Thai'],
  ['Tibetan'],
]

// Letters and their marks only: native digits and signs are look-alikes of 0, "." and "/" too often.
const SYSTEM_PATTERNS = WRITING_SYSTEMS.map((scripts) => {
  const characters = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')
  return new RegExp(`^[0-9\\-[[${characters}]&&[\\p{L}\\p{M}]]]+$`, 'v')
})

// Latin letters beyond ASCII letters with marks that do not look like an ASCII letter (as dotless i and script a do).
const MORE_LATIN = new Set('ßæœøđłþðŋəħŧ')

/** Whether a label in lower case and NFC is written in one script, or in scripts that belong together. */
export function isOneScript(label: string): boolean {
  return isLatin(label) || SYSTEM_PATTERNS.some((pattern) => pattern.test(label))
}

function isLatin(label: string): boolean {
  // The middle dot of Catalan (paral·lel) is allowed where IDNA allows it.
  return Array.from(label.replaceAll('l·l', 'll')).every(isLatinCharacter)
}

function isLatinCharacter(char: string): boolean {
  return /^[a-z0-9-]/.test(char.normalize('NFD')) || MORE_LATIN.has(char)
}

/** Letters that look like Latin ones: a label of only these is deceptive. */
const LOOK_ALIKES: readonly RegExp[] = [
  /^[0-9\-асԁеһіјӏорԛѕԝхуѵѡҽ]+$/u, // Cyrillic
  /^[0-9\-ανορυικ]+$/u, // Greek
  /^[0-9\-գզհյոսցւօ]+$/u, // Armenian
  /^[0-9\-იოყძხჽჿ]+$/u, // Georgian
]

/** Whether a label that is not Latin could be taken for one that is. */
export function isLookAlike(label: string): boolean {
  return LOOK_ALIKES.some((pattern) => pattern.test(label))
}
