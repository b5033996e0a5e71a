// Writes packages/core/src/url/idna/tables.ts from the devDependency tr46, whose data files are made from the Unicode Character
// Database. The text depends on those files alone, so the same tr46 gives the same bytes on any machine.
//
//   npx node packages/core/scripts/make-idna-tables.mjs
//
// src/url/idna/decode-tables.ts reads what this file writes; the two change together.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const TABLES = new URL('../src/url/idna/tables.ts', import.meta.url)
const LAST_CODE_POINT = 0x10ffff

// --- what tr46 offers -------------------------------------------------------------------------------------------------------

/** The status numbers of tr46's mappingTable.json. A deviation is valid: Transitional_Processing is false in URLs. */
const TR46_STATUS = { 1: 'mapped', 2: 'valid', 3: 'disallowed', 6: 'valid', 7: 'ignored' }

/** Per code point: 'valid', 'ignored', 'disallowed', or the code points it maps to. */
function readStatuses(rows) {
  const statuses = Array.from({ length: LAST_CODE_POINT + 1 }, () => 'disallowed')
  for (const [range, status, mapping] of rows) {
    const [first, last] = Array.isArray(range) ? range : [range, range]
    const name = TR46_STATUS[status]
    statuses.fill(name === 'mapped' ? Array.from(mapping, (char) => char.codePointAt(0)) : name, first, last + 1)
  }
  return statuses
}

/** The character classes of a regex's source, each as a regex of its own: `[ab][c]*$` gives two. */
const writeClasses = (regex) =>
  (regex.source.match(/\[[^\]\\]*(?:\\.[^\]\\]*)*\]/gu) ?? []).map((source) => new RegExp(`^${source}$`, 'u'))

/**
 * tr46 keeps Unicode properties only inside the regexes of its rules. Each rule's classes are unions of properties, so a
 * property is read back from the rule that isolates it.
 */
function readProperties(regexes) {
  const [beforeJoiner, transparent, , afterJoiner] = writeClasses(regexes.validZWNJ)
  const [, nonspacing] = writeClasses(regexes.bidiS3)
  return {
    mark: writeClasses(regexes.combiningMarks)[0],
    virama: writeClasses(regexes.combiningClassVirama)[0],
    joinsForward: beforeJoiner,
    joinsBackward: afterJoiner,
    transparent,
    leftToRight: writeClasses(regexes.bidiS1LTR)[0],
    rightToLeft: writeClasses(regexes.bidiS1RTL)[0],
    arabicNumber: writeClasses(regexes.bidiS4AN)[0],
    europeanNumber: writeClasses(regexes.bidiS4EN)[0],
    nonspacing,
    allowedInRightToLeft: writeClasses(regexes.bidiS2)[0],
  }
}

// --- traits: what the validity criteria ask of a valid code point -----------------------------------------------------------

/** The Bidi_Class groups that RFC 5893 distinguishes; src/url/idna/traits.ts has the same numbers. */
const BIDI = { leftToRight: 0, rightToLeft: 1, arabicNumber: 2, europeanNumber: 3, nonspacing: 4, neutral: 5, other: 6 }
const BITS = { joinsForward: 1 << 3, joinsBackward: 1 << 4, transparent: 1 << 5, mark: 1 << 6, virama: 1 << 7 }

function bidiGroup(char, properties) {
  for (const name of ['leftToRight', 'rightToLeft', 'arabicNumber', 'europeanNumber', 'nonspacing']) {
    if (properties[name].test(char)) return BIDI[name]
  }
  return properties.allowedInRightToLeft.test(char) ? BIDI.neutral : BIDI.other
}

function listTraits(codePoint, properties) {
  const char = String.fromCodePoint(codePoint)
  let traits = bidiGroup(char, properties)
  for (const [name, bit] of Object.entries(BITS)) if (properties[name].test(char)) traits |= bit
  return traits
}

/** Runs of equal traits. Only valid code points are ever asked about, so a run flows on over all others. */
function traitRuns(statuses, properties) {
  const runs = [{ first: 0, traits: listTraits(0, properties) }]
  for (let codePoint = 1; codePoint <= LAST_CODE_POINT; codePoint += 1) {
    if (statuses[codePoint] !== 'valid') continue
    const traits = listTraits(codePoint, properties)
    if (traits !== runs.at(-1).traits) runs.push({ first: codePoint, traits })
  }
  return runs
}

// --- mapping: runs of code points that are not valid ------------------------------------------------------------------------

/** How a run of code points maps; src/url/idna/decode-tables.ts has the same numbers. */
const RUN = { disallowed: 0, ignored: 1, shift: 2, pairs: 3, singles: 4, strings: 5 }
const RUN_KINDS = 6

const isMapped = (status) => Array.isArray(status)
const isSingle = (status) => isMapped(status) && status.length === 1

function lengthWhile(start, holds) {
  let length = 0
  while (start + length <= LAST_CODE_POINT && holds(start + length)) length += 1
  return length
}

/** Capital, small, capital, small …: every first maps to the second. Counts the code points, the last small one included. */
function pairsAt(statuses, start) {
  const isPair = (at) => isSingle(statuses[at]) && statuses[at][0] === at + 1 && statuses[at + 1] === 'valid'
  let length = 0
  while (isPair(start + length)) length += 2
  return length
}

function shiftAt(statuses, start) {
  if (!isSingle(statuses[start])) return 0
  const by = statuses[start][0] - start
  return lengthWhile(start, (at) => isSingle(statuses[at]) && statuses[at][0] - at === by)
}

/** The run that starts at a code point that is not valid. A shift or pairs run must be long enough to beat a list. */
function runAt(statuses, first) {
  const status = statuses[first]
  if (!isMapped(status)) {
    return { kind: RUN[status], first, length: lengthWhile(first, (at) => statuses[at] === status) }
  }
  const regular = regularRunAt(statuses, first)
  if (regular !== null) return regular
  const single = isSingle(status)
  const belongs = (at) =>
    isMapped(statuses[at]) && isSingle(statuses[at]) === single && (at === first || regularRunAt(statuses, at) === null)
  return { kind: single ? RUN.singles : RUN.strings, first, length: lengthWhile(first, belongs) }
}

function regularRunAt(statuses, first) {
  const pairs = pairsAt(statuses, first)
  if (pairs >= 2) return { kind: RUN.pairs, first, length: pairs }
  const shift = shiftAt(statuses, first)
  if (shift >= 3) return { kind: RUN.shift, first, length: shift }
  return null
}

function mappingRuns(statuses) {
  const runs = []
  for (let at = 0; at <= LAST_CODE_POINT; at += 1) {
    if (statuses[at] === 'valid') continue
    const run = runAt(statuses, at)
    runs.push(run)
    at += run.length - 1
  }
  return runs
}

// --- numbers as text --------------------------------------------------------------------------------------------------------

// Printable ASCII without the three quotes, the backslash and $, so that the text needs no escape in any kind of literal.
const DIGITS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
  (char) => !'"\'`\\$'.includes(char),
)
const BASE = DIGITS.length
// A first digit below ONE is the number itself; below TWO it starts two digits; below THREE, three; else five: few numbers are that large.
const ONE = 54
const TWO = 81
const THREE = 89

function numberText(number) {
  let rest = number
  if (rest < ONE) return DIGITS[rest]
  rest -= ONE
  if (rest < (TWO - ONE) * BASE) return DIGITS[ONE + Math.floor(rest / BASE)] + DIGITS[rest % BASE]
  rest -= (TWO - ONE) * BASE
  if (rest < (THREE - TWO) * BASE ** 2) return DIGITS[TWO + Math.floor(rest / BASE ** 2)] + lastDigits(rest, 2)
  rest -= (THREE - TWO) * BASE ** 2
  if (rest < (BASE - THREE) * BASE ** 4) return DIGITS[THREE + Math.floor(rest / BASE ** 4)] + lastDigits(rest, 4)
  throw new Error(`${number} is too large for five digits`)
}

const lastDigits = (number, count) =>
  Array.from({ length: count }, (_, index) => DIGITS[Math.floor(number / BASE ** (count - 1 - index)) % BASE]).join('')

/** Small negative and positive numbers become small naturals: 0, -1, 1, -2, 2 … */
const zigzag = (number) => (number < 0 ? -2 * number - 1 : 2 * number)

// --- the two texts ----------------------------------------------------------------------------------------------------------

function mappingText(statuses, runs) {
  const numbers = []
  let end = 0
  let previous = 0
  const pushCodePoint = (codePoint, flag) => {
    numbers.push(flag === undefined ? zigzag(codePoint - previous) : zigzag(codePoint - previous) * 2 + flag)
    previous = codePoint
  }
  for (const { kind, first, length } of runs) {
    const units = kind === RUN.pairs ? length / 2 : length
    numbers.push(first - end, (units - 1) * RUN_KINDS + kind)
    end = first + length
    if (kind === RUN.shift) pushCodePoint(statuses[first][0])
    if (kind === RUN.singles) for (let at = first; at < end; at += 1) pushCodePoint(statuses[at][0])
    if (kind === RUN.strings) {
      for (let at = first; at < end; at += 1) {
        statuses[at].forEach((codePoint, index, all) => pushCodePoint(codePoint, index < all.length - 1 ? 1 : 0))
      }
    }
  }
  return numbers.map(numberText).join('')
}

function traitText(runs, kinds) {
  return runs
    .map(
      ({ first, traits }, index) =>
        numberText(kinds.indexOf(traits)) + (index === 0 ? '' : numberText(first - runs[index - 1].first)),
    )
    .join('')
}

/** Trait values by how many runs have them, most first, so that the commonest have the shortest numbers. */
function traitKinds(runs) {
  const counts = new Map()
  for (const { traits } of runs) counts.set(traits, (counts.get(traits) ?? 0) + 1)
  return [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b).map(([traits]) => traits)
}

// --- the file ---------------------------------------------------------------------------------------------------------------

/** The whole text of tables.ts. */
export function makeTables() {
  const tr46 = JSON.parse(readFileSync(require.resolve('tr46/package.json'), 'utf8'))
  const statuses = readStatuses(require('tr46/lib/mappingTable.json'))
  const mappings = mappingRuns(statuses)
  const traits = traitRuns(statuses, readProperties(require('tr46/lib/regexes.js')))
  const kinds = traitKinds(traits)
  return `// Generated by packages/core/scripts/make-idna-tables.mjs from tr46 ${tr46.version}; do not edit.
// Data of Unicode, Inc., under the Unicode License V3: see THIRD-PARTY-NOTICES.md.
// Unicode ${tr46.unicodeVersion}: IdnaMappingTable.txt, General_Category, Canonical_Combining_Class, Bidi_Class, Joining_Type.

/** ${mappings.length} runs of code points that are not valid as they stand. */
export const MAPPING_RUNS =
  '${mappingText(statuses, mappings)}'

/** The ${kinds.length} sets of traits that occur, the commonest first. */
export const TRAIT_SETS: readonly number[] = [${kinds.join(', ')}]

/** ${traits.length} runs of valid code points with equal traits, each as an index in TRAIT_SETS and a distance. */
export const TRAIT_RUNS =
  '${traitText(traits, kinds)}'
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TABLES, makeTables())
}
