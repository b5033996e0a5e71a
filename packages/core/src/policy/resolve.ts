import { BUILT_IN_SPECS } from './built-in.ts'
import { PolicyError, childPath } from './policy-error.ts'
import { DEFAULT_SETTINGS, type QuerySettings, type Settings } from './settings.ts'
import type { HostsSpec, PolicyFields, PolicyName, PolicySpec, QuerySpec, SiteSpec } from './spec.ts'

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
    ...overlayFields(under, fields, ''),
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
  return mergePolicySpecs(BUILT_IN_SPECS[name as PolicyName], spec)
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

function overlayFields(under: PolicyFields, own: PolicyFields, path: string): PolicyFields {
  return dropUndefined({
    ...under,
    ...dropUndefined(own),
    directoryIndex: addLists(under.directoryIndex, own.directoryIndex, childPath(path, 'directoryIndex')),
    ipToHost: addMaps(under.ipToHost, own.ipToHost),
    rewrites: addLists(under.rewrites, own.rewrites, childPath(path, 'rewrites')),
    query: overlayQuery(under.query, own.query, childPath(path, 'query')),
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
    defaults: addMaps(under.defaults, own.defaults),
  })
}

/**
 * `null` must be carried on, since it empties what lies further down as well; "emptied, then these" has no spelling
 * in a section, so that case is refused instead of being half right.
 */
function addLists<T extends Value>(
  under: Emptied<readonly T[]>,
  own: Emptied<readonly T[]>,
  path: string,
): Emptied<readonly T[]> {
  if (own === undefined) return under
  if (own === null) return null
  if (under === null && own.length > 0 && path.startsWith('sites')) {
    throw new PolicyError(
      path,
      'adds to a list that the extended policy empties here: say null here too, or write the section anew',
    )
  }
  return under ? [...new Set([...under, ...own])] : own
}

function addMaps<T>(
  under: Emptied<Readonly<Record<string, T>>>,
  own: Emptied<Readonly<Record<string, T>>>,
): Emptied<Readonly<Record<string, T>>> {
  if (own === undefined) return under
  return own === null ? null : { ...under, ...own }
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
  const merged: Record<string, T> = { ...under }
  for (const [key, above] of Object.entries(own)) {
    const below = merged[key]
    merged[key] = below === undefined ? above : overlay(below, above, childPath(path, key))
  }
  return merged
}

function overlayHosts(under: HostsSpec | undefined, own: HostsSpec | undefined): HostsSpec | undefined {
  if (under === undefined || own === undefined) return own ?? under
  return dropUndefined({
    allow: addLists(under.allow, own.allow, 'hosts.allow'),
    block: addLists(under.block, own.block, 'hosts.block'),
    shorteners: addLists(under.shorteners, own.shorteners, 'hosts.shorteners'),
    canonical: addMaps(under.canonical, own.canonical),
  })
}

/** The fields of a flattened policy, or of a section over it, with nothing left open. */
export function settle(fields: PolicyFields, under: Settings = DEFAULT_SETTINGS): Settings {
  const { query, directoryIndex, ipToHost, rewrites, ...plain } = fields
  return Object.freeze({
    ...under,
    ...dropUndefined(pickSettings(plain)),
    directoryIndex: settleList(under.directoryIndex, directoryIndex),
    ipToHost: ipToHost === null ? {} : { ...under.ipToHost, ...ipToHost },
    rewrites: settleList(under.rewrites, rewrites),
    query: settleQuery(query ?? {}, under.query),
  })
}

/** A spec carries its header too; only what is a setting is taken over. */
function pickSettings(fields: PolicyFields): Partial<Settings> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key in DEFAULT_SETTINGS))
}

function settleQuery(own: QuerySpec, under: QuerySettings): QuerySettings {
  const { strip, keep, keepOnly, defaults, ...plain } = own
  return Object.freeze({
    ...under,
    ...dropUndefined(plain),
    strip: settleList(under.strip, strip),
    keep: settleList(under.keep, keep),
    keepOnly: settleList(under.keepOnly, keepOnly),
    defaults: defaults === null ? {} : { ...under.defaults, ...defaults },
  })
}

function settleList<T>(under: readonly T[], own: Emptied<readonly T[]>): readonly T[] {
  if (own === null) return []
  return own === undefined ? under : [...new Set([...under, ...own])]
}

/** `undefined` means "not said": it must never hide what lies below. */
function dropUndefined<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
