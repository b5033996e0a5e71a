import type { Pattern } from '../terms.ts'
import { readExceptionScope, readFilterScope } from './filter-target.ts'
import { findEnding } from '../../url/domains.ts'
import { toExactPattern } from './foreign-name.ts'
import { readSiteKey } from './foreign-site.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { narrowPairExpression, readPairExpression } from './pair-expression.ts'
import { type RemoveParamFilter, findOptionFault, readFilter } from './remove-param-filter.ts'
import { EVERYWHERE, type ForeignRule, type RuleCollector, type Scope, createRuleCollector } from './rule-collector.ts'

/**
 * Reads the `$removeparam` filters of an AdGuard or uBlock Origin list, as they act on a page that a person opens. A
 * filter is imported only where the policy removes no more than it does; exceptions become `keep`, everywhere where they
 * name no site. Other kinds of lines are ignored.
 * https://adguard.com/kb/general/ad-filtering/create-own-filters/#removeparam-modifier
 *
 * @example
 * importRemoveParam('$removeparam=fbclid\n@@||example.com^$removeparam=fbclid').spec
 * // { name: 'removeparam', extends: 'rfc3986', query: { strip: ['fbclid'] }, sites: { 'example.com': { query: { keep: ['fbclid'] } } } }
 */
export function importRemoveParam(text: string, options: ImportOptions = {}): ImportResult {
  const collector = createRuleCollector()
  const lines = readLines(collector, text)
  const isProtected = importExceptions(
    collector,
    lines.filter(({ filter }) => filter.isException),
  )
  const narrowed = new Set<string>()
  for (const { at, text: line, filter } of lines) {
    if (filter.isException) continue
    const rule = readRule(filter, narrowed)
    if (typeof rule === 'string') collector.skip(at, line, rule)
    else if (isProtected(rule.patterns)) collector.skip(at, line, 'has an exception that a policy cannot express')
    else collector.add({ at, text: line, ...rule })
  }
  return collector.finish(options.name ?? 'removeparam', options.extends ?? 'rfc3986')
}

const BAD_FILTER = /,badfilter$/

interface FilterLine {
  readonly at: string
  readonly text: string
  readonly filter: RemoveParamFilter
}

/** Reads the filters for pages and reports all others as skipped. */
function readLines(collector: RuleCollector, text: string): FilterLine[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  const disabled = new Set(lines.filter((line) => BAD_FILTER.test(line)).map((line) => line.replace(BAD_FILTER, '')))
  const read: FilterLine[] = []
  for (const [index, line] of lines.entries()) {
    const filter = readFilter(line)
    if (filter === null || BAD_FILTER.test(line)) continue
    const at = `line ${index + 1}`
    const fault = disabled.has(line) ? 'is disabled by a badfilter line' : findOptionFault(filter)
    if (fault === null) read.push({ at, text: line, filter })
    else collector.skip(at, line, fault)
  }
  return read
}

/** Imports the exceptions. Returns whether exceptions without a site protect all of some patterns. */
function importExceptions(
  collector: RuleCollector,
  lines: readonly FilterLine[],
): (patterns: readonly Pattern[]) => boolean {
  const anywhere = new Set<Pattern>()
  for (const { filter } of lines) {
    const scopes = readExceptionScopes(filter)
    const patterns = readExceptionPatterns(filter)
    collector.keep(scopes ?? [EVERYWHERE], patterns)
    if (scopes === null) for (const pattern of patterns) anywhere.add(pattern)
  }
  return (patterns) => patterns.every((pattern) => anywhere.has(pattern) || anywhere.has('*'))
}

/** Where an exception applies, never less than it says; null if it may apply on any site. */
function readExceptionScopes({ target, options }: RemoveParamFilter): Scope[] | null {
  const scope = readExceptionScope(target)
  if (scope?.domain !== undefined)
    return [{ domain: scope.domain, ...(scope.path !== undefined && { path: scope.path }) }]
  const domains = readDomains(options)
  // The page that holds the link is unknown, so the exception applies to every target.
  if (domains.length === 0) return scope === null ? null : [EVERYWHERE]
  const keys = domains.map((domain) => (domain.startsWith('~') ? null : readSiteKey(domain)))
  if (keys.includes(null)) return scope === null ? null : [EVERYWHERE]
  return keys.flatMap((domain) => (domain === null ? [] : [{ domain }]))
}

function readExceptionPatterns({ options }: RemoveParamFilter): readonly Pattern[] {
  const value = options.get('removeparam') ?? ''
  const patterns = value.startsWith('~') ? ['*'] : readValue(value, readExactly)
  return typeof patterns === 'string' ? ['*'] : patterns
}

const readDomains = (options: RemoveParamFilter['options']): string[] =>
  [options.get('domain'), options.get('to')].flatMap((list) => list?.split('|') ?? [])

type Rule = Pick<ForeignRule, 'list' | 'patterns' | 'scopes' | 'except'>

/** Reads a filter, or returns why it cannot be expressed. `narrowed` holds the places that already have an inverted filter. */
function readRule(filter: RemoveParamFilter, narrowed: Set<string>): Rule | string {
  const places = readPlaces(filter)
  if (typeof places === 'string') return places
  const rule = readPatterns(filter, places)
  if (typeof rule === 'string') return rule
  if (rule.list === 'keepOnly' && !claim(narrowed, places.scopes)) {
    return 'is the second filter here that removes all but some; together they would remove all'
  }
  return { ...rule, ...places }
}

interface Places {
  readonly scopes: readonly Scope[]
  /** Parts of the scopes that the filter excludes. */
  readonly except: readonly Scope[]
}

function readPlaces({ target, options }: RemoveParamFilter): Places | string {
  const scope = readFilterScope(target)
  if (typeof scope === 'string') return scope
  const domains = readDomains(options)
  const excluded = [
    ...domains.filter((domain) => domain.startsWith('~')).map((domain) => domain.slice(1)),
    ...(options.get('denyallow')?.split('|') ?? []),
  ]
  const included = domains.filter((domain) => !domain.startsWith('~'))
  const [inside, outside] = [included, excluded].map((list) => list.map(readSiteKey))
  if (inside?.includes(null) || outside?.includes(null)) return 'names a domain that cannot be a site section'
  if (scope.domain !== undefined && domains.length > 0)
    return 'names a host and also domains: it depends on the page that contains the link'
  const toScopes = (keys: (string | null)[] = []): Scope[] => keys.flatMap((domain) => (domain ? [{ domain }] : []))
  return { scopes: included.length > 0 ? toScopes(inside) : [scope], except: toScopes(mergeEndings(outside ?? [])) }
}

/** More endings of one name than this are taken to mean all endings: an exception may grow, never shrink. */
const MAX_ENDINGS = 8

function mergeEndings(domains: (string | null)[]): string[] {
  const byName = new Map<string, string[]>()
  for (const domain of domains) {
    const name = domain === null ? '' : domain.slice(0, findEnding(domain))
    if (domain !== null) byName.set(name, [...(byName.get(name) ?? []), domain])
  }
  return [...byName].flatMap(([name, same]) => (same.length > MAX_ENDINGS ? [`${name}*`] : same))
}

function readPatterns(
  { options }: RemoveParamFilter,
  { scopes, except }: Places,
): Pick<Rule, 'list' | 'patterns'> | string {
  const value = options.get('removeparam') ?? ''
  const isInverted = value.startsWith('~')
  if ((value === '' || isInverted) && scopes.includes(EVERYWHERE))
    return 'would apply to nearly every parameter of every site'
  const isWhole = scopes.every(({ reach, isHostOnly }) => reach !== 'exact' && isHostOnly !== true)
  if (isInverted && (except.length > 0 || !isWhole)) return 'removes all but some, and has an exception'
  const patterns = isInverted ? readValue(value.slice(1), readExactly) : readValue(value, narrowPairExpression)
  if (typeof patterns === 'string') return patterns
  return { list: isInverted ? 'keepOnly' : 'strip', patterns }
}

function readExactly(expression: string): readonly Pattern[] | string {
  const read = readPairExpression(expression)
  return 'reason' in read ? read.reason : [read.pattern]
}

function readValue(
  value: string,
  readExpression: (expression: string) => readonly Pattern[] | string,
): readonly Pattern[] | string {
  if (value === '') return ['*']
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(value) ?? []
  if (source === undefined) {
    if (/[|=]/.test(value)) return 'has a | or = in the name, an older spelling'
    return [toExactPattern(value.replaceAll('\\,', ','))]
  }
  return flags === '' || flags === 'i' ? readExpression(source) : `needs the flag ${flags}`
}

function claim(taken: Set<string>, scopes: readonly Scope[]): boolean {
  const keys = scopes.map(({ domain = '', path = '' }) => domain + path)
  if (keys.some((key) => taken.has(key))) return false
  for (const key of keys) taken.add(key)
  return true
}
