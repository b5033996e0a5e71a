import { BUILT_IN_DESCRIPTIONS } from './built-in-texts.ts'
import { BUILT_IN_SPECS } from './built-in.ts'
import { PolicyError, childPath } from './policy-error.ts'
import { dropUndefined } from './settle.ts'
import { SPANISH_SOURCES } from './spanish-sources.ts'
import type {
  ClassifySpec,
  HostsSpec,
  LanguagesSpec,
  PolicyFields,
  PolicyName,
  PolicySpec,
  QuerySpec,
  SiteSpec,
} from './spec.ts'

type Emptied<T> = T | null | undefined
type Value = string | object

/**
 * One policy laid over another: own fields win, lists and maps add up, `null` empties them.
 * The result stands on `rfc3986`; its name, version and examples are the upper policy's own.
 *
 * @example
 * mergePolicySpecs({ name: 'a', www: 'strip', query: { strip: ['x'] } }, { name: 'b', query: { strip: ['y'] } })
 * // { name: 'b', extends: 'rfc3986', www: 'strip', query: { strip: ['x', 'y'] } }
 */
export function mergePolicySpecs(base: PolicySpec, own: PolicySpec): PolicySpec {
  const under = flattenSpec(base)
  const { sites, hosts, ...fields } = own
  return dropUndefined({
    ...overlayFields(withoutHeader(under), fields, ''),
    ...pickHeader(own),
    extends: 'rfc3986' as const,
    sites: overlaySites(under.sites, sites),
    hosts: overlayHosts(under.hosts, hosts),
  })
}

/** The policy with everything it extends written out. */
export function flattenSpec(spec: PolicySpec): PolicySpec {
  const name = spec.extends ?? 'rfc3986'
  if (name === 'rfc3986') return { ...spec, extends: 'rfc3986' }
  if (!Object.hasOwn(BUILT_IN_SPECS, name)) {
    const known = Object.keys(BUILT_IN_SPECS).join(', ')
    const cure = name.startsWith('.')
      ? 'is a file, which the command resolves; here only built-in policies can be extended'
      : 'is no built-in policy'
    throw new PolicyError('extends', `"${name}" ${cure}: ${known}`)
  }
  return mergePolicySpecs(builtInSpec(name as PolicyName), spec)
}

/** A built-in policy whole: what the normalizer reads, and what only admission does. */
export function builtInSpec(name: PolicyName): PolicySpec {
  const { name: own, ...fields } = BUILT_IN_SPECS[name]
  const admission = name === 'sources' ? SPANISH_SOURCES : {}
  return { name: own, description: BUILT_IN_DESCRIPTIONS[name], ...fields, ...admission }
}

function pickHeader({
  $schema,
  name,
  version,
  description,
  examples,
}: PolicySpec): Partial<PolicySpec> & { name: string } {
  return dropUndefined({ $schema, name, version, description, examples })
}

/** Version, description and examples are a file's own. */
function withoutHeader({ $schema, version, description, examples, ...rest }: PolicySpec): PolicySpec {
  return rest
}

function overlayFields(under: PolicyFields, own: PolicyFields, path: string): PolicyFields {
  return dropUndefined({
    ...under,
    ...dropUndefined(own),
    directoryIndex: addLists(under.directoryIndex, own.directoryIndex, childPath(path, 'directoryIndex')),
    ipToHost: addMaps(under.ipToHost, own.ipToHost, childPath(path, 'ipToHost')),
    rewrites: addLists(under.rewrites, own.rewrites, childPath(path, 'rewrites')),
    evidence: addLists(under.evidence, own.evidence, childPath(path, 'evidence')),
    query: overlayQuery(under.query, own.query, childPath(path, 'query')),
    languages: overlayLanguages(under.languages, own.languages, childPath(path, 'languages')),
    pagination: overlayPagination(under.pagination, own.pagination, childPath(path, 'pagination')),
    classify: overlayClassify(under.classify, own.classify, childPath(path, 'classify')),
  })
}

function overlayQuery(under: QuerySpec | undefined, own: QuerySpec | undefined, path: string): QuerySpec | undefined {
  if (under === undefined || own === undefined) return own ?? under
  return dropUndefined({
    ...under,
    ...dropUndefined(own),
    strip: addLists(under.strip, own.strip, childPath(path, 'strip')),
    keep: addLists(under.keep, own.keep, childPath(path, 'keep')),
    keepOnly: addLists(under.keepOnly, own.keepOnly, childPath(path, 'keepOnly')),
    defaults: addMaps(under.defaults, own.defaults, childPath(path, 'defaults')),
  })
}

type Languages = LanguagesSpec | undefined

function overlayLanguages(under: Languages, own: Languages, path: string): Languages {
  if (under === undefined || own === undefined) return own ?? under
  const prefer = addLists(under.prefer, own.prefer, childPath(path, 'prefer'))
  return dropUndefined({
    // The one list whose order is a preference: a policy's own come first.
    prefer: prefer && own.prefer ? [...new Set([...own.prefer, ...prefer])] : prefer,
    note: addLists(under.note, own.note, childPath(path, 'note')),
    tokens: addTokens(under.tokens, own.tokens, childPath(path, 'tokens')),
    params: addLists(under.params, own.params, childPath(path, 'params')),
  })
}

type Tokens = LanguagesSpec['tokens']

/** A map of lists: the lists of one language add up too. */
function addTokens(under: Tokens, own: Tokens, path: string): Tokens {
  const added = addMaps(under, own, path)
  if (!added || !under || !own) return added
  const both = Object.entries(added).map(([language, tokens]) => [
    language,
    Object.hasOwn(under, language) ? [...new Set([...(under[language] ?? []), ...tokens])] : tokens,
  ])
  return Object.fromEntries(both) as Tokens
}

type Pagination = PolicyFields['pagination']

function overlayPagination(under: Pagination, own: Pagination, path: string): Pagination {
  if (under === undefined || own === undefined) return own ?? under
  return dropUndefined({ params: addLists(under.params, own.params, childPath(path, 'params')) })
}

type Classify = ClassifySpec | undefined

function overlayClassify(under: Classify, own: Classify, path: string): Classify {
  if (under === undefined || own === undefined) return own ?? under
  const add = (name: keyof ClassifySpec): Emptied<readonly string[]> =>
    addLists(under[name], own[name], childPath(path, name))
  return dropUndefined({
    documentExtensions: add('documentExtensions'),
    procedureWords: add('procedureWords'),
    idParams: add('idParams'),
    ids: add('ids'),
  })
}

function addLists<T extends Value>(
  under: Emptied<readonly T[]>,
  own: Emptied<readonly T[]>,
  path: string,
): Emptied<readonly T[]> {
  if (own === undefined) return under
  if (own === null) return null
  if (under === null && own.length > 0) refuseRefill(path)
  return under ? [...new Set([...under, ...own])] : own
}

type Entries<T> = Readonly<Record<string, T>>

function addMaps<T>(under: Emptied<Entries<T>>, own: Emptied<Entries<T>>, path: string): Emptied<Entries<T>> {
  if (own === undefined) return under
  if (own === null) return null
  if (under === null && Object.keys(own).length > 0) refuseRefill(path)
  return Object.fromEntries([...Object.entries(under ?? {}), ...Object.entries(own)])
}

/**
 * `null` is carried on, since it empties what lies further down as well. "Emptied, then these" has no spelling in a
 * section, so that case is refused there instead of being half right; at the top there is nothing further down.
 */
function refuseRefill(path: string): void {
  if (!path.startsWith('sites')) return
  const reason = 'adds to what the extended policy empties here: say null here too, or write the section anew'
  throw new PolicyError(path, reason)
}

type Sites = Readonly<Record<string, SiteSpec>>

function overlaySites(under: Sites | undefined, own: Sites | undefined): Sites | undefined {
  return overlayEach(under, own, 'sites', (below, above, path) => {
    const { paths: belowPaths, ...belowFields } = below
    const { paths: abovePaths, ...aboveFields } = above
    const paths = overlayEach(belowPaths, abovePaths, childPath(path, 'paths'), overlayFields)
    return dropUndefined({ ...overlayFields(belowFields, aboveFields, path), paths })
  })
}

function overlayEach<T>(
  under: Readonly<Record<string, T>> | undefined,
  own: Readonly<Record<string, T>> | undefined,
  path: string,
  overlay: (below: T, above: T, path: string) => T,
): Readonly<Record<string, T>> | undefined {
  if (under === undefined || own === undefined) return own ?? under
  const merged = new Map(Object.entries(under))
  for (const [key, above] of Object.entries(own)) {
    const below = merged.get(key)
    merged.set(key, below === undefined ? above : overlay(below, above, childPath(path, key)))
  }
  return Object.fromEntries(merged)
}

function overlayHosts(under: HostsSpec | undefined, own: HostsSpec | undefined): HostsSpec | undefined {
  if (under === undefined || own === undefined) return own ?? under
  return dropUndefined({
    allow: addLists(under.allow, own.allow, 'hosts.allow'),
    block: addLists(under.block, own.block, 'hosts.block'),
    shorteners: addLists(under.shorteners, own.shorteners, 'hosts.shorteners'),
    canonical: addMaps(under.canonical, own.canonical, 'hosts.canonical'),
  })
}
