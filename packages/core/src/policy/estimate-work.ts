import { countSteps, MAX_STEPS } from './expression-work.ts'
import { MAX_TESTED_NAME_LENGTH, MAX_TESTED_TEXT_LENGTH, REGULAR_EXPRESSION } from './pattern.ts'
import { anchorExpression, FIRST_RUN_BOUNDS } from './rewrite-template.ts'
import type { PolicyFields } from './spec.ts'

/** A URL that one rewrite has changed is tried with all of them again, for as many rounds as the normalizer does. */
const MAX_ROUNDS = 8
/** The shortest names of which a URL can have many: two letters and an ampersand, or three letters. */
const SHORT_NAME = 4
/** To look for one part of a glob takes as long as this many steps of an expression. */
const GLOB_STEPS = 16
/** The same for one character of a template with digits. */
const DIGIT_STEPS = 16
/** An expression that runs for the first time, on a short text, takes this many times as long. */
const FIRST_RUN_FACTOR = MAX_STEPS / FIRST_RUN_BOUNDS.mostSteps

/**
 * How long the patterns and rewrites of a policy, or of one of its sections, may run on a URL of this length, in steps of about a
 * nanosecond. An upper bound, and coarse: most URLs take far less. Sections of one policy that apply to the same URL add up.
 *
 * @example
 * estimateWork({ query: { strip: ['utm_*'] } }, 1000) // 8000
 */
export function estimateWork({ rewrites, query }: Pick<PolicyFields, 'rewrites' | 'query'>, length: number): number {
  const patterns = [query?.strip, query?.keep, query?.keepOnly].flatMap((list) => list ?? [])
  const matches = (rewrites ?? []).map(({ match }) => match)
  const rounds = Math.min(matches.length, MAX_ROUNDS)
  return (
    sum(patterns.map((pattern) => estimatePattern(pattern, length))) +
    sum((query?.except ?? []).map((glob) => countParts(glob) * GLOB_STEPS + length / 4)) +
    sum(matches.map((match) => estimateRewrite(match, length, rounds)))
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** On all names of a query together. */
function estimatePattern(pattern: string, length: number): number {
  const source = pattern.startsWith('/') ? REGULAR_EXPRESSION.exec(pattern)?.[1] : undefined
  if (source !== undefined) {
    const longest = Math.min(length, MAX_TESTED_NAME_LENGTH)
    return countSteps(source, longest) * Math.ceil(length / (longest + 1))
  }
  return pattern.includes('*') ? (countParts(pattern) * GLOB_STEPS * length) / SHORT_NAME : 0
}

const countParts = (glob: string): number => glob.split('*').length

function estimateRewrite(match: string, length: number, rounds: number): number {
  const tested = Math.min(length, MAX_TESTED_TEXT_LENGTH)
  if (!match.startsWith('^')) return (match.includes('#') ? tested * DIGIT_STEPS : length / 2) * rounds
  const source = anchorExpression(match)
  const short = Math.min(length, FIRST_RUN_BOUNDS.longest)
  return Math.max(countSteps(source, tested) * rounds, countSteps(source, short) * (FIRST_RUN_FACTOR + rounds - 1))
}
