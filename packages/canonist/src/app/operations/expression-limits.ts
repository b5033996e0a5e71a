import type { Policy, PolicySpec } from '@canonist/core'
import { AppError } from '../errors.ts'
import { InputError, type InputFault } from './operation.ts'

/**
 * Limits for policies that come with a request. Each expression of a policy is bounded by itself, but may still take a tenth of a second
 * on a long path, and as long on a few hundred parameters; a caller can send many of both. While one URL is normalized, the server
 * answers no one else.
 */
const MAX_EXPRESSIONS = 50
const MAX_URL_LENGTH = 16_384

/** Checking a section, a rewrite or an expression of a policy takes about 0.1 ms. */
const MAX_PARTS = 20_000

type Section = Pick<PolicySpec, 'rewrites' | 'query'>

/** Throws if a policy has so many parts that to check it would keep others waiting. Names and globs do not count. */
export function limitParts(spec: unknown): void {
  const waiting: unknown[] = [spec]
  let parts = 0
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string' && isExpression(value)) parts += 1
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) parts += 1
    for (const each of Object.values(value)) waiting.push(each)
    if (parts > MAX_PARTS) break
  }
  if (parts > MAX_PARTS)
    throw new AppError('app/bad-policy', {
      detail: `in a request, a policy has at most ${MAX_PARTS.toLocaleString('en')} sites, prefixes, rewrites and regular expressions`,
    })
}

const isExpression = (text: string): boolean => text.startsWith('^') || /^\/.+\/$/s.test(text)

/** Throws if too many regular expressions of a policy apply to one URL. */
export function limitExpressions({ spec }: Policy): void {
  const most = countMost(spec)
  if (most > MAX_EXPRESSIONS)
    throw new AppError('app/bad-policy', {
      detail: `${most} regular expressions apply to one URL, and in a request at most ${MAX_EXPRESSIONS} may; use names, globs and templates`,
    })
}

/**
 * Throws if a URL is too long for the regular expressions of a policy.
 *
 * @param urls by the field of the input that has them
 */
export function limitLengths({ spec }: Policy, urls: Iterable<readonly [path: string, url: string]>): void {
  if (countMost(spec) === 0) return
  const message = `It is too long for a policy with regular expressions. Give at most ${MAX_URL_LENGTH.toLocaleString('en')} characters.`
  const faults: InputFault[] = []
  for (const [path, url] of urls) if (url.length > MAX_URL_LENGTH) faults.push({ path, message })
  if (faults.length > 0) throw new InputError(faults)
}

/** The URLs of a field `urls`, for `limitLengths`. */
export const nameUrls = (urls: readonly string[]): [path: string, url: string][] =>
  urls.map((url, index) => [`urls[${index}]`, url])

/** The expressions of the policy itself, and of the site and the prefix with most of them. */
function countMost({ sites, ...everywhere }: PolicySpec): number {
  const ofSites = Object.values(sites ?? {}).map(
    ({ paths, ...site }) => countExpressions(site) + findLargest(Object.values(paths ?? {}).map(countExpressions)),
  )
  return countExpressions(everywhere) + findLargest(ofSites)
}

/** Not by Math.max, which does not take as many numbers as a policy may have sites. */
const findLargest = (counts: readonly number[]): number => counts.reduce((most, each) => Math.max(most, each), 0)

function countExpressions({ rewrites, query }: Section): number {
  const patterns = [query?.strip, query?.keep, query?.keepOnly].flatMap((list) => list ?? [])
  return (rewrites ?? []).filter(({ match }) => match.startsWith('^')).length + patterns.filter(isExpression).length
}
