import { removeAccents } from './remove-accents.ts'
import { THRESHOLDS } from './thresholds.ts'

const {
  MIN_RANDOM_LENGTH,
  MIN_DIGITS,
  MIN_PIECE_LENGTH,
  MIN_MIXED_LENGTH,
  MAX_DIGITS,
  COMMON_IN_WORD,
  COMMON_IN_SLUG,
  COMMON_IN_GROUPS,
  MIN_PAIRS,
  MAX_DIGITS_BESIDE_WORDS,
  MAX_FOREIGN,
  MAX_FOREIGN_WORD_LENGTH,
} = THRESHOLDS.randomText

// The 200 most common pairs of letters in English, Spanish, German and French, by their first letter.
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

const DATES =
  /(?<!\d)(?:19|20)\d\d([-_/. +]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[T_ +-]?[0-2]\d([:.-]?)[0-5]\d(?:\2[0-5]\d(?:\.\d{1,6})?)?)?(?!\d)/g
const FILE_TYPE = /\.(?:[jt]sx?|css|x?html?|xml|json|php\d?|aspx?|jpe?g|png|gif|svg|webp|pdf|txt|mp[34]|zip)$/i
const FOREIGN_WORD = /^(?:\p{N}+|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}]*|\p{Lu}+)$/u
/** Only letters, digits and the punctuation between words of ordinary text. */
const WORDS_AND_MARKS = /^[\p{L}\p{N}\s\-+_.,:/'()]*$/u

/**
 * Whether a decoded text looks random, as keys, sessions and account numbers do: a long number, a long run of letters with few
 * common pairs, many short runs of letters and digits, or at least 16 characters that are not words.
 */
export function isRandom(text: string): boolean {
  const runs = text.match(/[a-z0-9]+/gi) ?? []
  if (UUID.test(text) || runs.some(isRandomRun)) return true
  const rest = text.replace(FILE_TYPE, '').replaceAll(DATES, '')
  if (rest.length < MIN_RANDOM_LENGTH) return false
  const plain = rest.replaceAll(/%[0-9a-f]{2}/gi, '%')
  return isForeign(plain) ? !hasForeignWords(removeAccents(plain)) : !hasWords(removeAccents(plain))
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => letter > 'z').length > letters.length * MAX_FOREIGN
}

/** Whether a text consists of short words in a script without known pairs, or of mostly accented letters. */
const hasForeignWords = (text: string): boolean =>
  WORDS_AND_MARKS.test(text) &&
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((run) => FOREIGN_WORD.test(run) && run.length <= MAX_FOREIGN_WORD_LENGTH)

/** Whether a text of 16 characters or more consists of words, perhaps with short numbers. */
function hasWords(text: string): boolean {
  const runs = text.match(/[a-z0-9]+/gi) ?? []
  // A text with hyphens or underscores may be base64url.
  const mixed = runs.filter((run) => countPieces(run) > 1)
  if (sumLengths(mixed) >= MIN_MIXED_LENGTH && changesOften(mixed)) return false
  const { pairs, common } = countPairs(runs)
  if (pairs < MIN_PAIRS) return mixed.length === 0 && common === pairs && hasFewWords(text, runs, pairs)
  const isStrict = areEqualGroups(runs) || !WORDS_AND_MARKS.test(text)
  return common >= pairs * (isStrict ? COMMON_IN_GROUPS : COMMON_IN_SLUG)
}

/** Whether the runs are groups of one key: `OFLT-EIOO-JWAA-WS`. */
function areEqualGroups([first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined || others.some((run) => run.length !== first.length)) return false
  return others.length === 0 ? last.length === first.length : last.length <= first.length
}

/** Whether a text without mixed runs is a line of one character, a list of small numbers, or short words with numbers. */
function hasFewWords(text: string, runs: readonly string[], pairs: number): boolean {
  if (!WORDS_AND_MARKS.test(text)) return false
  if (runs.length === 0) return /^(.)\1*$/su.test(text)
  const length = sumLengths(runs)
  const digits = sumLengths(runs.filter((run) => /\d/.test(run)))
  if (digits === length) return length < MIN_PIECE_LENGTH * runs.length
  return digits <= length * MAX_DIGITS_BESIDE_WORDS && length - digits <= MIN_PIECE_LENGTH * pairs
}

const sumLengths = (runs: readonly string[]): number => runs.reduce((sum, run) => sum + run.length, 0)

function isRandomRun(run: string): boolean {
  if ((run.match(/\d+/g) ?? []).some(isLongNumber)) return true
  if (run.length < MIN_RANDOM_LENGTH) return false
  return changesOften([run]) || hasManyDigits(run) || !hasCommonPairs(run)
}

const hasManyDigits = (run: string): boolean => run.replaceAll(/\D/g, '').length > run.length * MAX_DIGITS

/** A date with a time is long, but not personal. */
const isLongNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS &&
  !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}$/.test(digits)

/** Counts words and numbers in a run: three in `HowTo24`. */
const countPieces = (run: string): number => run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0

const changesOften = (runs: readonly string[]): boolean =>
  sumLengths(runs) < MIN_PIECE_LENGTH * runs.reduce((sum, run) => sum + countPieces(run), 0)

function hasCommonPairs(run: string): boolean {
  const { pairs, common } = countPairs([run])
  return common >= pairs * COMMON_IN_WORD
}

/** Counts pairs of neighbouring letters, and the common ones. Digits before and after a word do not count. */
function countPairs(runs: readonly string[]): { readonly pairs: number; readonly common: number } {
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
  return { pairs, common }
}
