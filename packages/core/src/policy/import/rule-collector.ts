import type { Pattern, PolicyFields, PolicySpec, QuerySpec, SiteSpec } from '../spec.ts'
import type { ImportResult, SkippedRule } from './import-result.ts'

/** Where a rule holds: everywhere, on a domain with its subdomains, or below a path of it. */
export interface Scope {
  readonly domain?: string
  readonly path?: string
}

export const EVERYWHERE: Scope = {}

export type QueryList = 'strip' | 'keep' | 'keepOnly'

/** Patterns that go into one list of several places. */
export interface QueryChange {
  readonly scopes: readonly Scope[]
  readonly list: QueryList
  readonly patterns: readonly Pattern[]
}

export interface RuleCollector {
  /** Takes over one foreign rule, which may need more than one change. */
  add(...changes: readonly QueryChange[]): void
  skip(at: string, text: string, reason: string): void
  finish(name: string, base: NonNullable<PolicySpec['extends']>): ImportResult
}

type Lists = Map<QueryList, Set<Pattern>>
/** By path prefix; the empty one is the whole site. */
type Sections = Map<string, Lists>

export function createRuleCollector(): RuleCollector {
  const general: Lists = new Map()
  const sites = new Map<string, Sections>()
  const skipped: SkippedRule[] = []
  let imported = 0
  return {
    add(...changes) {
      imported++
      for (const { scopes, list, patterns } of changes) {
        for (const { domain, path = '' } of scopes) {
          const lists = domain === undefined ? general : getOrAdd(getOrAdd(sites, domain), path)
          addPatterns(lists, list, patterns)
        }
      }
    },
    skip(at, text, reason) {
      skipped.push({ at, text, reason })
    },
    finish(name, base) {
      const spec = { name, extends: base, ...toFields(general), ...toSites(sites) }
      return { spec, imported, skipped }
    },
  }
}

function getOrAdd<Inner extends Sections | Lists>(map: Map<string, Inner>, key: string): Inner {
  const found = map.get(key)
  if (found !== undefined) return found
  const added = new Map() as Inner
  map.set(key, added)
  return added
}

function addPatterns(lists: Lists, list: QueryList, patterns: Iterable<Pattern>): void {
  const all = lists.get(list) ?? new Set()
  for (const pattern of patterns) all.add(pattern)
  lists.set(list, all)
}

function toFields(lists: Lists): PolicyFields {
  if (lists.size === 0) return {}
  const query: QuerySpec = Object.fromEntries([...lists].map(([list, patterns]) => [list, [...patterns]]))
  return { query }
}

function toSites(sites: ReadonlyMap<string, Sections>): Pick<PolicySpec, 'sites'> {
  if (sites.size === 0) return {}
  const domains = [...sites.keys()].toSorted()
  return { sites: Object.fromEntries(domains.map((domain) => [domain, toSite(gatherSections(sites, domain))])) }
}

function toSite(sections: Sections): SiteSpec {
  const { '': whole = {}, ...paths } = Object.fromEntries(
    [...sections.keys()].map((path) => [path, toFields(gatherLists(sections, path))]),
  )
  return Object.keys(paths).length === 0 ? whole : { ...whole, paths }
}

// Of the sites and of the paths that cover a URL only the longest counts, but foreign rules add up. So a section also
// says what the shorter ones say.

function gatherSections(sites: ReadonlyMap<string, Sections>, domain: string): Sections {
  const gathered: Sections = new Map()
  for (const covering of withParents(domain)) {
    for (const [path, lists] of sites.get(covering) ?? []) mergeLists(getOrAdd(gathered, path), lists)
  }
  return gathered
}

function gatherLists(sections: Sections, path: string): Lists {
  const gathered: Lists = new Map()
  for (const [prefix, lists] of sections) {
    if (prefix === path || (prefix !== '' && path.startsWith(`${prefix}/`))) mergeLists(gathered, lists)
  }
  return gathered
}

function mergeLists(into: Lists, from: Lists): void {
  for (const [list, patterns] of from) addPatterns(into, list, patterns)
}

function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}
