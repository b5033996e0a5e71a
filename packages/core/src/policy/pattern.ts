import { foldName } from '../url/query-pairs.ts'
import type { Pattern } from './spec.ts'

/** Tells whether a folded parameter name (`foldName`) is meant. */
export interface NameSet {
  has(folded: string): boolean
}

/** A user's expression is run on names of this length at most, so that a hostile URL cannot make it run for long. */
const LONGEST_TESTED_NAME = 256

const REGULAR_EXPRESSION = /^\/(.+)\/i?$/s

/** One set out of many patterns: plain names cost one look-up however many they are. */
export function compilePatterns(patterns: readonly Pattern[]): NameSet {
  const names = new Set<string>()
  const tests: ((folded: string) => boolean)[] = []
  for (const pattern of patterns) {
    const expression = REGULAR_EXPRESSION.exec(pattern)?.[1]
    if (expression !== undefined) tests.push(testExpression(expression))
    else if (pattern.includes('*')) tests.push(testGlob(foldName(pattern)))
    else names.add(foldName(pattern))
  }
  return { has: (folded) => names.has(folded) || tests.some((test) => test(folded)) }
}

function testExpression(source: string): (folded: string) => boolean {
  const expression = new RegExp(source, 'i')
  return (folded) => folded.length <= LONGEST_TESTED_NAME && expression.test(folded)
}

/** Linear, whatever the glob: each part is looked for once, behind the one before it. */
function testGlob(glob: string): (folded: string) => boolean {
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
 * A table that tells from the first character and the length of a name, as spelled, that no pattern can mean it: true
 * for most names, and far cheaper than looking them up. One bit a length; the highest stands for all longer names.
 */
export type NameFilter = Uint32Array

const LONGEST_FILTERED = 31
const ANY_LENGTH = 0xffffffff

export function compileFilter(patterns: readonly Pattern[]): NameFilter {
  const filter = new Uint32Array(128)
  // A name may begin with an escape, which hides its first character.
  filter[0x25] = ANY_LENGTH
  for (const pattern of patterns) {
    const folded = foldName(pattern)
    const first = folded.charCodeAt(0)
    if (pattern.startsWith('/') || pattern.startsWith('*') || /[^\x00-\x7f]/.test(pattern)) filter.fill(ANY_LENGTH)
    else for (const char of [first, upperCase(first)]) filter[char] = (filter[char] as number) | lengthsOf(folded)
  }
  return filter
}

/** Whether a name with this first character and length may be meant by one of the patterns. */
export function mayMean(filter: NameFilter, first: number, length: number): boolean {
  const lengths = filter[first & 0x7f] as number
  return ((lengths >>> (length < LONGEST_FILTERED ? length : LONGEST_FILTERED)) & 1) !== 0
}

/** An escape makes a name longer by two, and what a glob's star takes can have any length. */
function lengthsOf(pattern: Pattern): number {
  const step = pattern.includes('*') ? 1 : 2
  let lengths = 1 << LONGEST_FILTERED
  for (let length = pattern.replaceAll('*', '').length; length < LONGEST_FILTERED; length += step)
    lengths |= 1 << length
  return lengths
}

const upperCase = (code: number): number => String.fromCharCode(code).toUpperCase().charCodeAt(0)

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
 * Refuses what may take exponential time: a repeated group that itself repeats, `(a+)+`, and back-references.
 * Coarse on purpose: an expression that is refused can be written in another way.
 */
export function findSourceFault(source: string): string | null {
  try {
    new RegExp(source, 'i')
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
  const bare = source
    .replace(/\\[1-9]/g, '\u0001')
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
  if (bare.includes('\u0001') || /\\k</.test(source)) return 'uses a back-reference, which may take exponential time'
  if (repeatsRepetition(bare)) return 'repeats a group that repeats inside, which may take exponential time'
  return null
}

const isUnboundedRepeat = (text: string, at: number): boolean => /^(?:[*+]|\{\d+,\d*\})/.test(text.slice(at, at + 12))

function repeatsRepetition(bare: string): boolean {
  const repeatsInside: boolean[] = [false]
  for (let at = 0; at < bare.length; at++) {
    const char = bare[at]
    if (char === '(') repeatsInside.push(false)
    else if (char === ')') {
      const inner = repeatsInside.pop() ?? false
      const repeated = isUnboundedRepeat(bare, at + 1)
      if (inner && repeated) return true
      if (inner || repeated) repeatsInside[repeatsInside.length - 1] = true
    } else if (isUnboundedRepeat(bare, at)) repeatsInside[repeatsInside.length - 1] = true
  }
  return false
}
