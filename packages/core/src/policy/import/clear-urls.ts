import { findSourceFault } from '../pattern.ts'
import type { Pattern } from '../spec.ts'
import { type PatternOrReason, exactName, readLiteral, wholeNameExpression } from './foreign-name.ts'
import { readDomain, readPathPrefix } from './foreign-site.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { EVERYWHERE, type RuleCollector, type Scope, createRuleCollector } from './rule-collector.ts'

export interface ClearUrlsOptions extends ImportOptions {
  /** Take over the rules that remove a partner's share of a sale too; off unless asked for. */
  readonly referral?: boolean
}

/**
 * Reads a ClearURLs catalogue (`data.min.json`): names of every provider whose URL pattern is a plain host.
 * Text that is no catalogue gives an empty policy and one skipped entry.
 * https://docs.clearurls.xyz/1.23.0/specs/rules
 *
 * @example
 * importClearUrls('{"providers":{"globalRules":{"urlPattern":".*","rules":["(?:%3F)?fbclid"]}}}').spec
 * // { name: 'clearurls', extends: 'rfc3986', query: { strip: ['fbclid'] } }
 */
export function importClearUrls(text: string, options: ClearUrlsOptions = {}): ImportResult {
  const collector = createRuleCollector()
  const catalogue = readCatalogue(text)
  if (typeof catalogue === 'string') collector.skip('', '', catalogue)
  else {
    for (const [name, provider] of Object.entries(catalogue)) {
      importProvider(collector, `providers.${name}`, provider, options.referral ?? false)
    }
  }
  return collector.finish(options.name ?? 'clearurls', options.extends ?? 'rfc3986')
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The providers, or why there are none. */
function readCatalogue(text: string): JsonObject | string {
  try {
    const catalogue: unknown = JSON.parse(text)
    const providers = isObject(catalogue) ? catalogue['providers'] : undefined
    return isObject(providers) ? providers : 'has no object "providers"'
  } catch (error) {
    return `is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function importProvider(collector: RuleCollector, at: string, provider: unknown, referral: boolean): void {
  const urlPattern = isObject(provider) ? provider['urlPattern'] : undefined
  if (!isObject(provider) || typeof urlPattern !== 'string') {
    return collector.skip(at, JSON.stringify(provider), 'is no provider: it has no text "urlPattern"')
  }
  if (provider['completeProvider'] === true) {
    return collector.skip(at, urlPattern, 'blocks whole requests, which a policy does not do')
  }
  const scopes = readUrlPattern(urlPattern)
  if (typeof scopes === 'string') return collector.skip(`${at}.urlPattern`, urlPattern, scopes)

  const stripped = importRules(collector, scopes, provider, at, 'rules')
  if (referral) stripped.push(...importRules(collector, scopes, provider, at, 'referralMarketing'))
  else skipAll(collector, provider, at, 'referralMarketing', 'removes a partner’s share; ask for it with `referral`')
  skipAll(collector, provider, at, 'rawRules', 'edits the whole URL, which only a rewrite with evidence may')
  skipAll(collector, provider, at, 'redirections', 'unwraps a redirector; `unwrap` knows the common ones')
  for (const [path, exception] of readTexts(collector, provider, at, 'exceptions')) {
    const places = readUrlPattern(exception)
    if (typeof places === 'string')
      collector.skip(path, exception, `${places}; the rules of its provider hold there too`)
    else if (stripped.length > 0) collector.add({ scopes: places, list: 'keep', patterns: stripped })
  }
}

function importRules(
  collector: RuleCollector,
  scopes: readonly Scope[],
  provider: JsonObject,
  at: string,
  field: string,
): Pattern[] {
  const patterns: Pattern[] = []
  for (const [path, rule] of readTexts(collector, provider, at, field)) {
    const read = readRule(rule)
    if ('reason' in read) collector.skip(path, rule, read.reason)
    else {
      collector.add({ scopes, list: 'strip', patterns: [read.pattern] })
      patterns.push(read.pattern)
    }
  }
  return patterns
}

function skipAll(collector: RuleCollector, provider: JsonObject, at: string, field: string, reason: string): void {
  for (const [path, text] of readTexts(collector, provider, at, field)) collector.skip(path, text, reason)
}

/** The texts of a list with the path of each; what is no text is reported. */
function readTexts(collector: RuleCollector, provider: JsonObject, at: string, field: string): [string, string][] {
  const value = provider[field] ?? []
  if (!Array.isArray(value)) {
    collector.skip(`${at}.${field}`, JSON.stringify(value), 'is no list')
    return []
  }
  const texts: [string, string][] = []
  for (const [index, item] of value.entries()) {
    const path = `${at}.${field}[${index}]`
    if (typeof item === 'string') texts.push([path, item])
    else collector.skip(path, JSON.stringify(item), 'is no text')
  }
  return texts
}

/** A rule is an expression for a whole name, without regard to case. */
function readRule(rule: string): PatternOrReason {
  // For names whose question mark was escaped by mistake; no name begins so once the query is split at its own.
  const source = rule.replace(/^\(\?:%3F\)\?/i, '')
  const literal = readLiteral(source)
  if (literal !== null && !literal.includes('%')) return { pattern: exactName(literal) }
  const fault = source === '' ? 'is empty' : findSourceFault(source)
  return fault === null ? { pattern: wholeNameExpression(source) } : { reason: fault }
}

const HOST_START = /^\^https\?:(?:\\?\/){2}(?:\(\?:\[a-z0-9-\]\+\\\.\)\*\??|\(\?:www\\\.\)\?)?/i

/** The places that an expression for URLs means, or why they cannot be told. */
// Any port, and an end of the host or segment, are what a section says anyway.
const PORT = '(?::\\d+)?'
const END = /\(\?[=:]\[\\?\/\?#\]\|\$\)$/

function readUrlPattern(pattern: string): Scope[] | string {
  const source = pattern.replace(PORT, '').replace(END, '')
  if (source === '.*') return [EVERYWHERE]
  if (!HOST_START.test(source)) return 'does not begin with a scheme and a plain host'
  const rest = source.replace(HOST_START, '')
  const [, host = '', tail = ''] = /^((?:\\[^/]|[^\\/])*)(.*)$/s.exec(rest) ?? []
  if (/\(\?:\\\.\[a-z\]/.test(host)) return 'covers every top-level domain, which a site section cannot say'
  const domains = host
    .replace(/^\(\?:([^()]*)\)$/, '$1')
    .split('|')
    .map(readHost)
  const path = tail === '' ? '' : readTail(tail)
  if (domains.includes(null)) return 'has no plain host'
  if (path === null) return 'has more than a plain path behind the host'
  return domains.flatMap((domain) => (domain === null ? [] : [path === '' ? { domain } : { domain, path }]))
}

function readHost(source: string): string | null {
  const literal = readLiteral(source)
  return literal === null ? null : readDomain(literal)
}

function readTail(source: string): string | null {
  const literal = readLiteral(source.replace(/\.\*\??$/, ''))
  return literal === null || literal.includes('?') ? null : readPathPrefix(literal)
}
