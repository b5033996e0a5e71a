import { foldName } from '../url/query-pairs.ts'
import { MAX_STEPS, findWorkFault, type Bounds } from './expression-work.ts'
import type { Pattern } from './terms.ts'

/** A set of parameter names, which are looked up folded (`foldName`). */
export interface NameSet {
  has(folded: string): boolean
}

/** An expression of a policy runs only on names up to this length, so that a hostile URL cannot make it run for long. */
export const MAX_TESTED_NAME_LENGTH = 64
/** The same limit for expressions of rewrites, which run on a path with its query. */
export const MAX_TESTED_TEXT_LENGTH = 4096

/** What an expression may cost on one name: a URL may have as many names as fit into the longest tested text. */
export const NAME_BOUNDS: Bounds = /* @__PURE__ */ makeNameBounds()

function makeNameBounds(): Bounds {
  return { longest: MAX_TESTED_NAME_LENGTH, mostSteps: (MAX_STEPS * MAX_TESTED_NAME_LENGTH) / MAX_TESTED_TEXT_LENGTH }
}

export const REGULAR_EXPRESSION = /^\/(.+)\/i?$/s

/**
 * Compiles many patterns into one set: plain names cost one lookup, however many there are. `ifTooLong` is the answer of an
 * expression for a name that is too long for it.
 */
export function compilePatterns(patterns: readonly Pattern[], ifTooLong = false): NameSet {
  const names = new Set<string>()
  const tests: ((folded: string) => boolean)[] = []
  for (const pattern of patterns) {
    const expression = pattern.startsWith('/') ? REGULAR_EXPRESSION.exec(pattern)?.[1] : undefined
    if (expression !== undefined) tests.push(createExpressionTest(expression, ifTooLong))
    else if (pattern.includes('*')) tests.push(createGlobTest(foldName(pattern)))
    else names.add(foldName(pattern))
  }
  return { has: (folded) => names.has(folded) || tests.some((test) => test(folded)) }
}

function createExpressionTest(source: string, ifTooLong: boolean): (folded: string) => boolean {
  const expression = new RegExp(source, 'i')
  return (folded) => (folded.length <= MAX_TESTED_NAME_LENGTH ? expression.test(folded) : ifTooLong)
}

/** Returns a test for texts that one of the globs matches from end to end. */
export function compileGlobs(globs: readonly string[]): (text: string) => boolean {
  const tests = globs.map((glob) => (glob.includes('*') ? createGlobTest(glob) : (text: string) => text === glob))
  return (text) => tests.some((test) => test(text))
}

/** Linear for every glob: each part is searched for once, after the part before it. */
function createGlobTest(glob: string): (folded: string) => boolean {
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
 * Rules out, by the first two characters and the length of a name as spelled, that any pattern matches it. That works for
 * nearly all names, and is far cheaper than looking them up.
 */
export interface NameFilter {
  /** For each first character one bit per length; the highest bit covers all longer names. */
  readonly lengths: Uint32Array
  /** By the first two characters, one bit each. */
  readonly starts: Uint32Array
}

const MAX_FILTERED_LENGTH = 31
const PERCENT = 0x25

export function compileFilter(patterns: readonly Pattern[]): NameFilter {
  const filter = { lengths: new Uint32Array(128), starts: new Uint32Array((128 * 128) / 32) }
  for (const pattern of patterns) {
    const folded = foldName(pattern)
    const hidesStart = pattern.startsWith('/') || /^(?:.?\*|$)/.test(folded) || /[^\x00-\x7f]/.test(folded)
    if (hidesStart) return { lengths: filter.lengths.fill(-1), starts: filter.starts.fill(-1) }
    addToFilter(filter, folded)
  }
  // A name may begin with an escape, which hides its first character, or have one as its second.
  filter.lengths[PERCENT] = -1
  for (let char = 0; char < 128; char++) {
    markStart(filter, PERCENT, char)
    markStart(filter, char, PERCENT)
  }
  return filter
}

function addToFilter(filter: NameFilter, folded: string): void {
  const first = findSlot(folded.charCodeAt(0))
  filter.lengths[first] = (filter.lengths[first] as number) | findLengths(folded)
  markStart(filter, first, findSlot(folded.charCodeAt(1)))
}

function markStart({ starts }: NameFilter, first: number, second: number): void {
  const bit = first * 128 + second
  starts[bit >> 5] = (starts[bit >> 5] as number) | (1 << (bit & 31))
}

/** The same slot for both cases of a letter. Some other characters share a slot too, which does no harm. */
const findSlot = (code: number): number => (code | 0x20) & 0x7f

/** Whether one of the patterns may match the name between two offsets of an ASCII text. */
export function mayMatch({ lengths, starts }: NameFilter, text: string, start: number, end: number): boolean {
  const first = findSlot(text.charCodeAt(start))
  const length = end - start
  if ((((lengths[first] as number) >>> (length < MAX_FILTERED_LENGTH ? length : MAX_FILTERED_LENGTH)) & 1) === 0)
    return false
  if (length < 2) return true
  const bit = first * 128 + findSlot(text.charCodeAt(start + 1))
  return (((starts[bit >> 5] as number) >>> (bit & 31)) & 1) !== 0
}

/** An escape makes a name longer by two, and the star of a glob matches any length. */
function findLengths(pattern: Pattern): number {
  const step = pattern.includes('*') ? 1 : 2
  let lengths = 1 << MAX_FILTERED_LENGTH
  for (let length = pattern.replaceAll('*', '').length; length < MAX_FILTERED_LENGTH; length += step)
    lengths |= 1 << length
  return lengths
}

/** Why a glob for URLs cannot be used, or null. */
export function findUrlGlobFault(glob: string): string | null {
  if (glob === '') return 'is empty'
  if (/^[a-z]+:\/\//i.test(glob)) return 'is compared with URLs without their scheme: remove it'
  if (glob.includes('#')) return 'is compared with URLs without their fragment: remove what begins with #'
  return /%(?![0-9A-Fa-f]{2})/.test(glob) ? 'has a % that does not begin an escape; write %25' : null
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

/** Why the source of an expression on names cannot be used, or null. */
export const findSourceFault = (source: string): string | null => findWorkFault(source, NAME_BOUNDS)
