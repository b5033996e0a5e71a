import type { PolicySpec } from '../spec.ts'
import type { Pattern } from '../terms.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { formatHostExpression } from './host-expression.ts'
import { listLeftOut } from './left-out.ts'
import { isWithin, listPlaces, type Place } from './places.ts'
import { escapeExpression, formatNameExpression, listStrippedAt, listStrippedNames } from './stripped-names.ts'

const SUPPORTED_FIELDS = ['query.strip', 'query.tracking', 'session', 'query.keep', 'query.except']

interface Provider {
  readonly urlPattern: string
  /** Required: whether all requests to it are blocked. */
  readonly completeProvider: false
  readonly rules: string[]
  readonly exceptions: readonly string[]
}

/**
 * Writes a ClearURLs catalogue for what a policy strips.
 * https://docs.clearurls.xyz/1.23.0/specs/rules
 *
 * @example
 * JSON.parse(exportClearUrls({ name: 'a', query: { strip: ['from'] } }).text).providers.everywhere.rules // ['from']
 */
export function exportClearUrls(spec: PolicySpec): ExportResult {
  const places = listPlaces(spec)
  const providers: Record<string, Provider> = {}
  for (const place of places) addProviders(providers, place, places)
  const exported = Object.values(providers).reduce((sum, { rules }) => sum + rules.length, 0)
  const leftOut = [
    ...places.flatMap((place) => listLeftOut(place, SUPPORTED_FIELDS, 'ClearURLs')),
    ...listTooWideKeeps(places),
  ]
  return { text: `${JSON.stringify({ providers }, null, 2)}\n`, exported, leftOut }
}

/** Exceptions apply to all rules of a provider, so names with other exceptions get a provider of their own. */
function addProviders(providers: Record<string, Provider>, place: Place, places: readonly Place[]): void {
  const byExceptions = new Map<string, Provider>()
  for (const pattern of listStrippedAt(place, places)) {
    const exceptions = listExceptions(pattern, place, places)
    const key = exceptions.join('\n')
    const provider = byExceptions.get(key) ?? createProvider(place, exceptions)
    provider.rules.push(formatNameExpression(pattern))
    byExceptions.set(key, provider)
  }
  const name = place.domain === undefined ? 'everywhere' : `${place.domain}${place.path}`
  for (const provider of byExceptions.values()) providers[findFreeName(name, providers)] = provider
}

const createProvider = (place: Place, exceptions: readonly string[]): Provider => ({
  urlPattern: formatUrlPattern(place),
  completeProvider: false,
  rules: [],
  exceptions,
})

function findFreeName(name: string, taken: object, count = 1): string {
  const wanted = count === 1 ? name : `${name} ${count}`
  return Object.hasOwn(taken, wanted) ? findFreeName(name, taken, count + 1) : wanted
}

/** Where a name stays although the surrounding place strips it: sections of their own, and those that keep it. */
function listExceptions(pattern: Pattern, place: Place, places: readonly Place[]): string[] {
  const own = places.filter((other) => isOwnSection(other, place) && !listStrippedNames(other.fields).includes(pattern))
  const keeping = places.filter(
    (other) =>
      other.domain !== undefined && isWithin(other, place) && (other.fields.query?.keep ?? []).includes(pattern),
  )
  const sparing = places.filter((other) => isWithin(other, place) || isWithin(place, other))
  return [...new Set([...[...own, ...keeping].map(formatUrlPattern), ...sparing.flatMap(listExceptedPatterns)])]
}

const isOwnSection = (inner: Place, { domain, exceptDomains, exceptPaths }: Place): boolean =>
  (exceptDomains.includes(inner.domain ?? '') && inner.path === '') ||
  (inner.domain === domain && exceptPaths.includes(inner.path))

/** An exception applies to everything within it. */
function listTooWideKeeps(places: readonly Place[]): LeftOut[] {
  const wide = places.filter(
    ({ fields, exceptDomains }) => (fields.query?.keep ?? []).length > 0 && exceptDomains.length > 0,
  )
  return wide.map(({ at, exceptDomains }) => ({
    at: `${at}.query.keep`,
    reason: `also applies to ${exceptDomains.join(', ')}: ClearURLs has no exceptions to exceptions`,
  }))
}

const formatSiteExpression = (domain: string): string =>
  `^https?:\\/\\/(?:[a-z0-9-]+\\.)*?${formatHostExpression(domain)}(?::\\d+)?`

/** The URLs that `query.except` of a place names. */
function listExceptedPatterns({ domain, fields }: Place): string[] {
  return (fields.query?.except ?? []).map((glob) => {
    const isInSite = domain !== undefined && glob.startsWith('*/')
    const rest = glob
      .split('*')
      .map(escapeExpression)
      .join('.*')
      .replace(/(?=\\\/)/, '(?::\\d+)?')
    return `${isInSite ? formatSiteExpression(domain) : '^https?:\\/\\/'}${rest}${glob.endsWith('*') ? '' : '(?:#|$)'}`
  })
}

/** Without lookahead, which not every reader of these catalogues supports. */
function formatUrlPattern({ domain, path }: Place): string {
  if (domain === undefined) return '.*'
  return `${formatSiteExpression(domain)}${escapeExpression(path)}(?:[\\/?#]|$)`
}
