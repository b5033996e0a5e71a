import { findSourceFault } from '../pattern.ts'
import { type PatternOrReason, toExactPattern, readLiteral, toWholeNamePattern } from './foreign-name.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { type RuleCollector, type Scope, createRuleCollector } from './rule-collector.ts'
import { type Exceptions, readExceptions, readRuleScopes } from './url-expression.ts'

export interface ClearUrlsOptions extends ImportOptions {
  /** Also import the rules that remove affiliate parameters (default: false). */
  readonly referral?: boolean
}

/**
 * Reads a ClearURLs catalogue (`data.min.json`). A rule is imported only where the policy removes no more than it does:
 * a rule whose exceptions cannot be expressed is skipped.
 * Text that is not a catalogue gives an empty policy and one skipped entry.
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
    const providers = Object.entries(catalogue).flatMap(
      ([name, provider]) => readProvider(collector, `providers.${name}`, provider) ?? [],
    )
    const exact = new Set(
      providers.flatMap(({ scopes }) => scopes.filter(({ reach }) => reach === 'exact').map(formatKey)),
    )
    for (const provider of providers)
      importProvider(collector, provider, options.referral ?? false, (scope) => exact.has(formatKey(scope)))
  }
  return collector.finish(options.name ?? 'clearurls', options.extends ?? 'rfc3986')
}

const formatKey = ({ domain = '', path = '' }: Scope): string => domain + path

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
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** A provider whose URL pattern could be read. */
interface Provider {
  readonly at: string
  readonly fields: JsonObject
  readonly scopes: readonly Scope[]
}

function readProvider(collector: RuleCollector, at: string, fields: unknown): Provider | null {
  const urlPattern = isObject(fields) ? fields['urlPattern'] : undefined
  if (!isObject(fields) || typeof urlPattern !== 'string') {
    collector.skip(at, JSON.stringify(fields), 'is not a provider: it has no string "urlPattern"')
    return null
  }
  if (fields['completeProvider'] === true) {
    collector.skip(at, urlPattern, 'blocks whole requests, which a policy does not do')
    return null
  }
  const scopes = readRuleScopes(urlPattern)
  if (typeof scopes !== 'string') return { at, fields, scopes }
  for (const field of RULE_FIELDS) skipAll(collector, fields, at, field, `the URL pattern ${scopes}`)
  return null
}

const RULE_FIELDS = ['rules', 'referralMarketing', 'rawRules', 'redirections'] as const

function importProvider(
  collector: RuleCollector,
  { at, fields, scopes }: Provider,
  referral: boolean,
  isExactPlace: (scope: Scope) => boolean,
): void {
  skipAll(collector, fields, at, 'rawRules', 'edits the whole URL, which only a rewrite with evidence may')
  skipAll(collector, fields, at, 'redirections', 'unwraps a redirector; `unwrap` knows the common ones')
  const lists = referral ? ['rules', 'referralMarketing'] : ['rules']
  if (!referral)
    skipAll(collector, fields, at, 'referralMarketing', 'removes affiliate parameters; set `referral` to import it')
  const exceptions: Exceptions[] = []
  for (const [path, text] of readTexts(collector, fields, at, 'exceptions')) {
    const read = readExceptions(text, isExactPlace)
    if (read === null) {
      const reason = `has an exception that a policy cannot express: ${path}`
      return lists.forEach((list) => skipAll(collector, fields, at, list, reason))
    }
    exceptions.push(read)
  }
  const except = exceptions.flatMap((each) => each.scopes)
  const isUsed = lists.map((list) => importRules(collector, fields, at, list, scopes, except)).includes(true)
  if (!isUsed) return
  for (const { domain, glob } of exceptions.flatMap(({ globs }) => globs)) collector.spare(domain, [glob])
}

/** Whether there was a rule to import. */
function importRules(
  collector: RuleCollector,
  provider: JsonObject,
  at: string,
  field: string,
  scopes: readonly Scope[],
  except: readonly Scope[],
): boolean {
  const texts = readTexts(collector, provider, at, field)
  for (const [path, rule] of texts) {
    const read = readRule(rule)
    if ('reason' in read) collector.skip(path, rule, read.reason)
    else collector.add({ at: path, text: rule, list: 'strip', patterns: [read.pattern], scopes, except })
  }
  return texts.length > 0
}

function skipAll(collector: RuleCollector, provider: JsonObject, at: string, field: string, reason: string): void {
  for (const [path, text] of readTexts(collector, provider, at, field)) collector.skip(path, text, reason)
}

/** The strings of a list, each with its path. Other values are reported as skipped. */
function readTexts(collector: RuleCollector, provider: JsonObject, at: string, field: string): [string, string][] {
  const value = provider[field] ?? []
  if (!Array.isArray(value)) {
    collector.skip(`${at}.${field}`, JSON.stringify(value), 'is not a list')
    return []
  }
  const texts: [string, string][] = []
  for (const [index, item] of value.entries()) {
    const path = `${at}.${field}[${index}]`
    if (typeof item === 'string') texts.push([path, item])
    else collector.skip(path, JSON.stringify(item), 'is not a string')
  }
  return texts
}

/** A rule is an expression for a whole name, without regard to case. */
function readRule(rule: string): PatternOrReason {
  // For names whose question mark was escaped by mistake. After the query is split, no name begins with it.
  const source = rule.replace(/^\(\?:%3F\)\?/i, '')
  const literal = readLiteral(source)
  if (literal !== null && !literal.includes('%')) return { pattern: toExactPattern(literal) }
  const fault = source === '' ? 'is empty' : findSourceFault(source)
  return fault === null ? { pattern: toWholeNamePattern(source) } : { reason: fault }
}
