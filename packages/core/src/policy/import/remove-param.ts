import type { Pattern } from '../spec.ts'
import { exactName } from './foreign-name.ts'
import { readDomain, readPathPrefix } from './foreign-site.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { readPairExpression } from './pair-expression.ts'
import { type RemoveParamFilter, findOptionFault, readFilter } from './remove-param-filter.ts'
import { EVERYWHERE, type QueryChange, type RuleCollector, type Scope, createRuleCollector } from './rule-collector.ts'

/**
 * Reads the `$removeparam` filters of an AdGuard or uBlock Origin list. Filters of other kinds, comments and headers are
 * none of its business and are passed over without a word.
 * https://adguard.com/kb/general/ad-filtering/create-own-filters/#removeparam-modifier
 *
 * @example
 * importRemoveParam('$removeparam=fbclid\n@@||example.com^$removeparam=fbclid').spec
 * // { name: 'removeparam', extends: 'rfc3986', query: { strip: ['fbclid'] }, sites: { 'example.com': { query: { keep: ['fbclid'] } } } }
 */
export function importRemoveParam(text: string, options: ImportOptions = {}): ImportResult {
  const collector = createRuleCollector()
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  const disabled = new Set(lines.filter((line) => BAD_FILTER.test(line)).map((line) => line.replace(BAD_FILTER, '')))
  const narrowed = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const filter = readFilter(line)
    if (filter === null || BAD_FILTER.test(line)) continue
    const reason = disabled.has(line) ? 'is disabled by a badfilter line' : importFilter(collector, filter, narrowed)
    if (reason !== null) collector.skip(`line ${index + 1}`, line, reason)
  }
  return collector.finish(options.name ?? 'removeparam', options.extends ?? 'rfc3986')
}

const BAD_FILTER = /,badfilter$/

/** Takes a filter over, or tells why not. `narrowed` remembers the places that have their one inverted filter. */
function importFilter(collector: RuleCollector, filter: RemoveParamFilter, narrowed: Set<string>): string | null {
  const optionFault = findOptionFault([...filter.options.keys()])
  if (optionFault !== null) return optionFault
  const places = readPlaces(filter)
  if (typeof places === 'string') return places
  const change = readChange(filter, places)
  if (typeof change === 'string') return change
  if (change.list === 'keepOnly' && !claim(narrowed, places.scopes)) {
    return 'is the second filter here that removes all but some; together they would remove all'
  }
  collector.add({ ...change, scopes: places.scopes }, { ...change, scopes: places.except, list: 'keep' })
  return null
}

interface Places {
  readonly scopes: readonly Scope[]
  /** What the filter leaves out of them. */
  readonly except: readonly Scope[]
}

function readPlaces({ isException, target, options }: RemoveParamFilter): Places | string {
  const scope = readTarget(target)
  if (typeof scope === 'string') return scope
  const domains = [options.get('domain'), options.get('to')].flatMap((list) => list?.split('|') ?? [])
  const included = domains.filter((domain) => !domain.startsWith('~'))
  const excluded = domains.filter((domain) => domain.startsWith('~')).map((domain) => domain.slice(1))
  if (domains.some((domain) => readDomain(domain.replace(/^~/, '')) === null))
    return 'names a domain that is no plain one'
  if (excluded.length > 0 && isException) return 'is an exception that has exceptions'
  if (scope.domain !== undefined && domains.length > 0)
    return 'names a host and domains besides: it depends on the page that the link stands on'
  const toScope = (domain: string): Scope => ({ domain: domain.toLowerCase() })
  return { scopes: included.length > 0 ? included.map(toScope) : [scope], except: excluded.map(toScope) }
}

/** `||example.com^` and `||example.com/path` are places; the rest of the filter language is not. */
function readTarget(target: string): Scope | string {
  if (target === '' || target === '*') return EVERYWHERE
  const [, host = '', tail = ''] = /^\|\|([^/^*?|]+)(.*)$/.exec(target) ?? []
  if (host === '') return 'is for a part of URLs that is no site'
  const domain = readDomain(host)
  if (domain === null || tail.startsWith('*')) return 'names a domain that is no plain one'
  const path = readPathPrefix(tail.replace(/\*+$/, '').replace(/\^$/, ''))
  if (path === null) return 'has more than a plain path behind the host'
  return path === '' ? { domain } : { domain, path }
}

function readChange(
  { isException, options }: RemoveParamFilter,
  { scopes, except }: Places,
): Omit<QueryChange, 'scopes'> | string {
  const value = options.get('removeparam') ?? ''
  const isInverted = value.startsWith('~')
  if ((value === '' || isInverted) && scopes.includes(EVERYWHERE))
    return 'would hold for nearly every parameter of every site'
  if (isInverted && (isException || except.length > 0)) return 'removes all but some, and has or is an exception'
  const patterns = readValue(isInverted ? value.slice(1) : value)
  if (typeof patterns === 'string') return patterns
  return { list: isException ? 'keep' : isInverted ? 'keepOnly' : 'strip', patterns }
}

function readValue(value: string): Pattern[] | string {
  if (value === '') return ['*']
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(value) ?? []
  if (source === undefined) {
    if (/[|=]/.test(value)) return 'has a | or = in the name, an older spelling'
    return [exactName(value.replaceAll('\\,', ','))]
  }
  if (flags !== '' && flags !== 'i') return `needs the flag ${flags}`
  const read = readPairExpression(source)
  return 'reason' in read ? read.reason : [read.pattern]
}

function claim(taken: Set<string>, scopes: readonly Scope[]): boolean {
  const keys = scopes.map(({ domain = '', path = '' }) => domain + path)
  if (keys.some((key) => taken.has(key))) return false
  for (const key of keys) taken.add(key)
  return true
}
