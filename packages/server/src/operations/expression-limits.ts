import type { Policy, PolicySpec } from '@canonist/core'
import { estimateWork } from '@canonist/core/internal/policy/estimate-work'
import { AppError } from '../canonist/errors.ts'
import { InputError, type InputFault } from './operation.ts'
import { MAX_FAULTS } from './schemas.ts'

/**
 * Limits for URLs and policies that come with a request. While one URL is normalized, the server answers no one else. That takes up to
 * 1 µs for each character, and longer for a policy with many patterns and rewrites: each is bounded by itself, but may still take a
 * tenth of a second on a long path. A caller can send many of both.
 */
const MAX_EXPRESSIONS = 50
const MAX_GLOBS = 1000

/** About a tenth of a second, also where two URLs are compared. */
const MAX_URL_LENGTH = 100_000
const MAX_WORK = 2 ** 26

/** The library refuses a longer URL at once, and says so for this URL alone. */
const REFUSED_LENGTH = 2 ** 21

/** Checking a field of a policy, or an expression, takes up to 20 µs. */
const MAX_PARTS = 5000
/** The same for a name in a list, which takes 0.5 µs. */
const MAX_TEXTS = 100_000
/** Each rewrite of a section is tested against all the others, and a long text takes long to check. */
const MAX_REWRITES = 100
const MAX_TEXT_LENGTH = 16_384

type Section = Pick<PolicySpec, 'rewrites' | 'query'>

/** Throws if a policy is so large that to check it would keep others waiting. */
export function limitParts(spec: unknown): void {
  const waiting: unknown[] = [spec]
  let [parts, texts] = [0, 0]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      texts += 1
      if (isExpression(value)) parts += 1
      if (value.length > MAX_TEXT_LENGTH)
        throw createSizeError(`${formatNumber(MAX_TEXT_LENGTH)} characters in one text`)
    } else if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) parts += Object.keys(value).length
      for (const each of Object.values(value)) waiting.push(each)
    }
    if (parts > MAX_PARTS)
      throw createSizeError(`${formatNumber(MAX_PARTS)} fields, sites, prefixes, rewrites and regular expressions`)
    if (texts > MAX_TEXTS) throw createSizeError(`${formatNumber(MAX_TEXTS)} names`)
  }
}

const formatNumber = (number: number): string => number.toLocaleString('en')

const createSizeError = (most: string): AppError =>
  new AppError('app/bad-policy', { detail: `in a request, a policy has at most ${most}` })

const isExpression = (text: string): boolean => text.startsWith('^') || /^\/.+\/$/s.test(text)

/** Throws if too many regular expressions or rewrites of a policy apply to one URL. */
export function limitExpressions({ spec }: Policy): void {
  const most = findMost(spec, countExpressions)
  if (most > MAX_EXPRESSIONS)
    throw new AppError('app/bad-policy', {
      detail: `${most} regular expressions apply to one URL, and in a request at most ${MAX_EXPRESSIONS} may; use names, globs and templates`,
    })
  if (findMost(spec, countGlobs) > MAX_GLOBS) throw createSizeError(`${formatNumber(MAX_GLOBS)} globs for one URL`)
  if (findMost(spec, ({ rewrites }) => rewrites?.length ?? 0) > MAX_REWRITES)
    throw createSizeError(`${MAX_REWRITES} rewrites for one URL`)
}

/**
 * Throws if a URL is so long that to normalize it by this policy would keep others waiting.
 *
 * @param urls by the field of the input that has them
 */
export function limitLengths({ spec }: Policy, urls: Iterable<readonly [path: string, url: string]>): void {
  limitTo(findLongest(spec), urls)
}

/** The same for the policy of the registry, which its owner has chosen. */
export function limitTrustedLengths(urls: Iterable<readonly [path: string, url: string]>): void {
  limitTo(MAX_URL_LENGTH, urls)
}

function limitTo(most: number, urls: Iterable<readonly [path: string, url: string]>): void {
  const reason = most === MAX_URL_LENGTH ? '' : ' for the patterns and rewrites of the policy'
  const message = `It is too long${reason}. Give at most ${formatNumber(most)} characters.`
  const faults: InputFault[] = []
  for (const [path, { length }] of urls) if (length > most && length <= REFUSED_LENGTH) faults.push({ path, message })
  if (faults.length > 0) throw new InputError(faults.slice(0, MAX_FAULTS))
}

/** The URLs of a field `urls`, for `limitLengths`. */
export const nameUrls = (urls: readonly string[]): [path: string, url: string][] =>
  urls.map((url, index) => [`urls[${index}]`, url])

/** Lengths that are checked: each costs as much as to read all expressions of the policy. */
const LENGTHS = Array.from({ length: 18 }, (_, power) => Math.min(2 ** power, MAX_URL_LENGTH))

/** The longest URL that takes a policy no more than a tenth of a second. */
function findLongest(spec: PolicySpec): number {
  const fits = (length: number): boolean => findMost(spec, (section) => estimateWork(section, length)) <= MAX_WORK
  return LENGTHS.findLast(fits) ?? 0
}

/** The sum for the policy itself, and for the site and the prefix with most. */
function findMost({ sites, ...everywhere }: PolicySpec, measure: (section: Section) => number): number {
  const ofSites = Object.values(sites ?? {}).map(
    ({ paths, ...site }) => measure(site) + findLargest(Object.values(paths ?? {}).map(measure)),
  )
  return measure(everywhere) + findLargest(ofSites)
}

/** Not by Math.max, which does not take as many numbers as a policy may have sites. */
const findLargest = (counts: readonly number[]): number => counts.reduce((most, each) => Math.max(most, each), 0)

function countExpressions({ rewrites, query }: Section): number {
  const patterns = listPatterns(query).filter(isExpression)
  return (rewrites ?? []).filter(({ match }) => match.startsWith('^')).length + patterns.length
}

const countGlobs = ({ query }: Section): number =>
  [...listPatterns(query), ...(query?.except ?? [])].filter((pattern) => pattern.includes('*')).length

const listPatterns = (query: Section['query']): readonly string[] =>
  [query?.strip, query?.keep, query?.keepOnly].flatMap((list) => list ?? [])
