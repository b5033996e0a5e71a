import { foldName } from '../url/query-pairs.ts'
import type { Pattern } from './spec.ts'

/** Tells whether a folded parameter name (`foldName`) is meant. */
export interface NameSet {
  has(folded: string): boolean
}

/** A user's expression is run on names of this length at most, so that a hostile URL cannot make it run for long. */
const LONGEST_TESTED_NAME = 64

/** On names of that length two repetitions and ten choices take a fraction of a millisecond at worst. */
const MOST_REPEATS_IN_NAME = 2
const MOST_CHOICES = 10

const REGULAR_EXPRESSION = /^\/(.+)\/i?$/s

/**
 * One set out of many patterns: plain names cost one look-up however many they are. `ifTooLong` is what an expression
 * says of a name that it is not run on.
 */
export function compilePatterns(patterns: readonly Pattern[], ifTooLong = false): NameSet {
  const names = new Set<string>()
  const tests: ((folded: string) => boolean)[] = []
  for (const pattern of patterns) {
    const expression = REGULAR_EXPRESSION.exec(pattern)?.[1]
    if (expression !== undefined) tests.push(testExpression(expression, ifTooLong))
    else if (pattern.includes('*')) tests.push(testGlob(foldName(pattern)))
    else names.add(foldName(pattern))
  }
  return { has: (folded) => names.has(folded) || tests.some((test) => test(folded)) }
}

function testExpression(source: string, ifTooLong: boolean): (folded: string) => boolean {
  const expression = new RegExp(source, 'i')
  return (folded) => (folded.length <= LONGEST_TESTED_NAME ? expression.test(folded) : ifTooLong)
}

/** Returns a test for texts that one of the globs matches from end to end. */
export function compileGlobs(globs: readonly string[]): (text: string) => boolean {
  const tests = globs.map(testGlob)
  return (text) => tests.some((test) => test(text))
}

/** Linear, whatever the glob: each part is looked for once, behind the one before it. */
function testGlob(glob: string): (folded: string) => boolean {
  if (!glob.includes('*')) return (folded) => folded === glob
  const parts = glob.split('*')
  const first = parts.shift() ?? ''
  const last = parts.pop() ?? ''
  return (folded) => {
    if (folded.length < first.length + last.length) return false
    if (!folded.startsWith(first) || !folded.endsWith(last)) return false
    const end = folded.length - last.length
    let at = first.length
    for (const part of parts) {
      const found = folded.indexOf(part, at)
      if (found === -1 || found + part.length > end) return false
      at = found + part.length
    }
    return true
  }
}

/**
 * Tells from the first two characters and the length of a name, as spelled, that no pattern can mean it: true for nearly
 * all names, and far cheaper than looking them up.
 */
export interface NameFilter {
  /** By first character one bit a length; the highest stands for all longer names. */
  readonly lengths: Uint32Array
  /** By the first two characters, one bit each. */
  readonly starts: Uint32Array
}

const LONGEST_FILTERED = 31
const PERCENT = 0x25

export function compileFilter(patterns: readonly Pattern[]): NameFilter {
  const filter = { lengths: new Uint32Array(128), starts: new Uint32Array((128 * 128) / 32) }
  for (const pattern of patterns) {
    const folded = foldName(pattern)
    const hidesStart = pattern.startsWith('/') || /^(?:.?\*|$)/.test(folded) || /[^\x00-\x7f]/.test(folded)
    if (hidesStart) return { lengths: filter.lengths.fill(-1), starts: filter.starts.fill(-1) }
    admit(filter, folded)
  }
  // A name may begin with an escape, which hides its first character, or have one as its second.
  filter.lengths[PERCENT] = -1
  for (let char = 0; char < 128; char++) {
    markStart(filter, PERCENT, char)
    markStart(filter, char, PERCENT)
  }
  return filter
}

function admit(filter: NameFilter, folded: string): void {
  const first = slotOf(folded.charCodeAt(0))
  filter.lengths[first] = (filter.lengths[first] as number) | lengthsOf(folded)
  markStart(filter, first, slotOf(folded.charCodeAt(1)))
}

function markStart({ starts }: NameFilter, first: number, second: number): void {
  const bit = first * 128 + second
  starts[bit >> 5] = (starts[bit >> 5] as number) | (1 << (bit & 31))
}

/** The same for both cases of a letter; that some other characters share a slot does no harm. */
const slotOf = (code: number): number => (code | 0x20) & 0x7f

/** Whether the name between two offsets of an ASCII text may be meant by one of the patterns. */
export function mayMean({ lengths, starts }: NameFilter, text: string, start: number, end: number): boolean {
  const first = slotOf(text.charCodeAt(start))
  const length = end - start
  if ((((lengths[first] as number) >>> (length < LONGEST_FILTERED ? length : LONGEST_FILTERED)) & 1) === 0) return false
  if (length < 2) return true
  const bit = first * 128 + slotOf(text.charCodeAt(start + 1))
  return (((starts[bit >> 5] as number) >>> (bit & 31)) & 1) !== 0
}

/** An escape makes a name longer by two, and what a glob's star takes can have any length. */
function lengthsOf(pattern: Pattern): number {
  const step = pattern.includes('*') ? 1 : 2
  let lengths = 1 << LONGEST_FILTERED
  for (let length = pattern.replaceAll('*', '').length; length < LONGEST_FILTERED; length += step)
    lengths |= 1 << length
  return lengths
}

/** Why a glob for URLs cannot be used, or null. */
export function findUrlGlobFault(glob: string): string | null {
  if (glob === '') return 'is empty'
  if (/^[a-z]+:\/\//i.test(glob)) return 'is compared with URLs without their scheme: remove it'
  if (glob.includes('#')) return 'is compared with URLs without their fragment: remove what begins with #'
  return /%(?![0-9A-Fa-f]{2})/.test(glob) ? 'has a % that begins no escape; write %25' : null
}

/** Why a pattern cannot be used, or null. */
export function findPatternFault(pattern: Pattern): string | null {
  if (pattern === '') return 'is empty'
  if (pattern.length > 1 && pattern.startsWith('/')) return findExpressionFault(pattern)
  return null
}

function findExpressionFault(pattern: Pattern): string | null {
  const source = REGULAR_EXPRESSION.exec(pattern)?.[1]
  if (source === undefined) return 'begins with a slash but does not end with one, as a regular expression must'
  return findSourceFault(source)
}

/**
 * Refuses what may take too long on a hostile text: back-references, a repeated group that repeats or chooses inside, as
 * in `(a+)+`, `(a|a)*` and `(aa?)*`, and more repetitions in a row than the length of the texts allows. Coarse on purpose: an
 * expression that is refused can be written in another way.
 */
export function findSourceFault(source: string, mostRepeats = MOST_REPEATS_IN_NAME): string | null {
  try {
    new RegExp(source, 'i')
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
  // Escapes and classes are one character each as far as time is concerned.
  const bare = source
    .replace(/\\[1-9]|\\k</g, '\u0001')
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
  if (bare.includes('\u0001')) return 'uses a back-reference, which may take exponential time'
  if (repeatsTrouble(bare)) return 'repeats a group that repeats or chooses inside, which may take exponential time'
  const repeats = bare.match(/[*+]|\{\d+(?:,\d*)?\}/g)?.length ?? 0
  const choices = Array.from(bare, (_, at) => isChoice(bare, at)).filter(Boolean).length
  if (choices > MOST_CHOICES) return `has ${choices} choices; more than ${MOST_CHOICES} may take exponential time`
  if (repeats > mostRepeats)
    return `has ${repeats} repetitions; more than ${mostRepeats} may take a long time on a long text`
  return null
}

/** Also a fixed number of times: `(a|a){28}` is as bad as a star. */
const isRepeated = (bare: string, at: number): boolean => /^(?:[*+]|\{(?!0*[01]\})\d+(?:,\d*)?\})/.test(bare.slice(at))

/** `|`, and what may be there or not; the `?` of `(?:` and `+?` chooses nothing. */
const isChoice = (bare: string, at: number): boolean =>
  bare[at] === '|' || (bare[at] === '?' && !/[(*+?}]/.test(bare[at - 1] ?? '(')) || /^\{\d+,\d*\}/.test(bare.slice(at))

/** Whether a group that holds a repetition or a choice is itself repeated. */
function repeatsTrouble(bare: string): boolean {
  const trouble: boolean[] = [false]
  const mark = (): void => void (trouble[trouble.length - 1] = true)
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '(') trouble.push(false)
    else if (bare[at] === ')') {
      const inside = trouble.pop() ?? false
      if (inside && isRepeated(bare, at + 1)) return true
      if (inside) mark()
    } else if (isChoice(bare, at) || isRepeated(bare, at)) mark()
  }
  return false
}
