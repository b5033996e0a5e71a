/** A key has some 64 bits: 16 characters at least. */
const LEAST_RANDOM = 16
/** Numbers of people and things begin here; pages, years and small ids are shorter. */
const LEAST_DIGITS = 9
/** Runs of letters, capitals and digits in words and numbers are longer than this on average: `HowToMend`, `256gb`. */
const LEAST_PIECE = 3
const LEAST_MIXED = 8
/** A word with a number has fewer digits than this share. */
const MOST_DIGITS = 0.4
/** Of the pairs of neighbours in words so many are common ones; of random letters three in ten are. */
const COMMON_IN_WORD = 0.82
const COMMON_IN_SLUG = 0.55

// The 200 commonest pairs of letters in English, Spanish, German and French, by the first of them.
const COMMON_PAIRS: Readonly<Record<string, string>> = {
  a: 'bcdfgiklmnprstuvy',
  b: 'aeilo',
  c: 'aehiklotuy',
  d: 'aeiorsu',
  e: 'acdefgilmnpqrstvwxy',
  f: 'aeiortu',
  g: 'eir',
  h: 'aeiot',
  i: 'acdefglmnoprstvz',
  k: 'e',
  l: 'adeilostuy',
  m: 'aeiopu',
  n: 'acdegiklost',
  o: 'bcdglmnoprstuvw',
  p: 'aelorstu',
  q: 'u',
  r: 'acdeiklmnorstuvy',
  s: 'acehiopstu',
  t: 'acehioprstuw',
  u: 'elmnrst',
  v: 'aei',
  w: 'aehinow',
  x: 'at',
  y: 's',
  z: 'e',
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Whether a text looks as if it was drawn by chance, as keys, sessions and numbers of accounts do: a long number, a long
 * word whose letters do not follow each other as in words, or many short runs of such letters and digits.
 */
export function isRandom(text: string): boolean {
  const runs = text.match(/[a-z0-9]+/gi) ?? []
  if (UUID.test(text) || runs.some(isRandomRun)) return true
  // Hyphens and underscores are digits of base64url, too.
  if (text.length < LEAST_RANDOM) return false
  const mixed = runs.filter((run) => piecesOf(run) > 1)
  return (lengthOf(mixed) >= LEAST_MIXED && changesOften(mixed)) || commonShare(runs) < COMMON_IN_SLUG
}

const lengthOf = (runs: readonly string[]): number => runs.reduce((sum, run) => sum + run.length, 0)

function isRandomRun(run: string): boolean {
  if ((run.match(/\d+/g) ?? []).some(isLongNumber)) return true
  if (run.length < LEAST_RANDOM) return false
  return changesOften([run]) || hasManyDigits(run) || commonShare([run]) < COMMON_IN_WORD
}

const hasManyDigits = (run: string): boolean => run.replaceAll(/\D/g, '').length > run.length * MOST_DIGITS

/** Dates with their time are long, and say nothing about a person. */
const isLongNumber = (digits: string): boolean =>
  digits.length >= LEAST_DIGITS &&
  !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}$/.test(digits)

/** How many words and numbers stand side by side: three in `HowTo24`. */
const piecesOf = (run: string): number => run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0

const changesOften = (runs: readonly string[]): boolean =>
  lengthOf(runs) < LEAST_PIECE * runs.reduce((sum, run) => sum + piecesOf(run), 0)

/** How many of the neighbours within words are common; a number before or after a word does not count. */
function commonShare(runs: readonly string[]): number {
  let pairs = 0
  let common = 0
  for (const run of runs) {
    const words = run.replace(/^\d+|\d+$/g, '').split(/(?<=[a-z])(?=[A-Z])/)
    for (const word of words.map((each) => each.toLowerCase())) {
      for (let at = 1; at < word.length; at++) {
        pairs++
        if (COMMON_PAIRS[word.charAt(at - 1)]?.includes(word.charAt(at)) === true) common++
      }
    }
  }
  return pairs === 0 ? 1 : common / pairs
}
