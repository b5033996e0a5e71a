import { listCoveringDomains, findEnding, isOpenDomain } from '../../url/domains.ts'
import type { PolicyFields, PolicySpec, QuerySpec, SiteSpec } from '../spec.ts'
import type { Pattern } from '../terms.ts'
import type { ImportResult, SkippedRule } from './import-result.ts'

/** Where a rule applies: everywhere, on a domain with its subdomains, or below a path of it. */
export interface Scope {
  /** A key of `sites`: `example.com` or `amazon.*`. */
  readonly domain?: string
  /** Not on subdomains. */
  readonly isHostOnly?: boolean
  /** Without its last slash. */
  readonly path?: string
  /** `below`: only after the slash of the path, not on the path itself. `exact`: on the path alone. Default: both. */
  readonly reach?: 'below' | 'exact'
}

export const EVERYWHERE: Scope = {}

/** A rule of the foreign list. */
export interface ForeignRule {
  readonly at: string
  readonly text: string
  readonly list: 'strip' | 'keepOnly'
  readonly patterns: readonly Pattern[]
  readonly scopes: readonly Scope[]
  /** Where the rule does not apply although its scopes cover the place. */
  readonly except?: readonly Scope[]
}

/**
 * Collects the rules of a foreign list and writes them as sections of a policy.
 *
 * Foreign rules add up and have exceptions of their own; of the sections of a policy only the longest domain and the
 * longest path count. So every section repeats what the sections around it say. The result must never remove a parameter
 * that the foreign list keeps: a rule that no section can express that way is skipped.
 */
export interface RuleCollector {
  add(rule: ForeignRule): void
  /** Counts an exception of the foreign list: nothing removes these parameters there. */
  keep(scopes: readonly Scope[], patterns: readonly Pattern[]): void
  /** Leaves the query of URLs alone that match a glob, on a domain or everywhere. */
  spare(domain: string | undefined, globs: readonly string[]): void
  skip(at: string, text: string, reason: string): void
  finish(name: string, base: NonNullable<PolicySpec['extends']>): ImportResult
}

/** A rule at one of its scopes. */
interface Entry {
  readonly rule: ForeignRule
  readonly scope: Scope
}

/** What the foreign list says about one place. */
interface Place {
  readonly entries: Entry[]
  /** The rules that do not apply there; true if they do not apply to the whole place, false if only to its path itself. */
  readonly excepted: Map<ForeignRule, boolean>
  readonly kept: Set<Pattern>
  readonly spared: Set<string>
}

/** By path prefix; the empty one is the whole site. */
type Paths = Map<string, Place>

interface Section {
  readonly strip: readonly Pattern[]
  readonly keep: readonly Pattern[]
  readonly keepOnly: readonly Pattern[]
  readonly except: readonly string[]
}

const createPlace = (): Place => ({ entries: [], excepted: new Map(), kept: new Set(), spared: new Set() })

export function createRuleCollector(): RuleCollector {
  const top = createPlace()
  const sites = new Map<string, Paths>()
  const rules: ForeignRule[] = []
  const skipped: SkippedRule[] = []
  let exceptions = 0
  const getPlace = ({ domain, path = '' }: Scope): Place =>
    domain === undefined
      ? top
      : getOrAdd(
          getOrAdd(sites, domain, () => new Map<string, Place>()),
          path,
          createPlace,
        )
  return {
    add(rule) {
      const scopes = rule.scopes.filter(canExpress)
      if (scopes.length === 0) {
        skipped.push({
          at: rule.at,
          text: rule.text,
          reason: 'applies to a host but not to its subdomains, which a section cannot express',
        })
        return
      }
      rules.push(rule)
      for (const scope of scopes) getPlace(scope).entries.push({ rule, scope })
      for (const scope of rule.except ?? []) {
        const { excepted } = getPlace(scope)
        excepted.set(rule, excepted.get(rule) === true || scope.reach !== 'exact')
      }
    },
    keep(scopes, patterns) {
      exceptions++
      for (const scope of scopes) for (const pattern of patterns) getPlace(scope).kept.add(pattern)
    },
    spare(domain, globs) {
      for (const glob of globs) getPlace(domain === undefined ? {} : { domain }).spared.add(glob)
    },
    skip(at, text, reason) {
      skipped.push({ at, text, reason })
    },
    finish(name, base) {
      addOverlaps(sites)
      const tooWide = findTooWide(top, sites)
      const imported = rules.filter((rule) => !tooWide.has(rule)).length + exceptions
      const reason = 'applies to one path but not to the paths below it, which a section cannot express'
      const spec = { name, extends: base, ...writePolicy(dropRules(top, tooWide), dropFromSites(sites, tooWide)) }
      return { spec, imported, skipped: [...skipped, ...Array.from(tooWide, ({ at, text }) => ({ at, text, reason }))] }
    },
  }
}

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key)
  if (found !== undefined) return found
  const added = make()
  map.set(key, added)
  return added
}

/**
 * A host without its subdomains is written as a section that spares them. The general rules then miss them too, so
 * it is done for hosts such as `academic.example.com`, which hardly ever have subdomains, not for `example.com`.
 */
function canExpress({ domain, isHostOnly = false }: Scope): boolean {
  if (!isHostOnly || domain === undefined) return true
  const name = isOpenDomain(domain) ? domain.slice(0, -2) : domain.slice(0, findEnding(domain) - 1)
  return name.includes('.')
}

/** `mail.google.*` and `google.com` both cover mail.google.com: it gets a section that says what both say. */
function addOverlaps(sites: Map<string, Paths>): void {
  const open = [...sites.keys()].filter(isOpenDomain).map((domain) => domain.slice(0, -1))
  const closed = [...sites.keys()].filter((domain) => !isOpenDomain(domain))
  for (const domain of closed) {
    const ending = findEnding(domain)
    const name = domain.slice(0, ending)
    for (const other of open) {
      if (other.endsWith(`.${name}`)) getOrAdd(sites, other + domain.slice(ending), () => new Map<string, Place>())
    }
  }
}

function dropRules({ entries, ...place }: Place, dropped: ReadonlySet<ForeignRule>): Place {
  return { ...place, entries: entries.filter(({ rule }) => !dropped.has(rule)) }
}

function dropFromSites(
  sites: ReadonlyMap<string, Paths>,
  dropped: ReadonlySet<ForeignRule>,
): ReadonlyMap<string, Paths> {
  if (dropped.size === 0) return sites
  const dropIn = (paths: Paths): Paths => new Map([...paths].map(([path, place]) => [path, dropRules(place, dropped)]))
  return new Map([...sites].map(([domain, paths]) => [domain, dropIn(paths)]))
}

/** Rules for a single path that would also act below it, where no other rule removes the same parameters. */
function findTooWide(top: Place, sites: ReadonlyMap<string, Paths>): Set<ForeignRule> {
  const tooWide = new Set<ForeignRule>()
  for (const [domain, paths] of sites) {
    for (const [path, { entries }] of paths) {
      const exact = entries.filter(({ scope }) => scope.reach === 'exact')
      if (exact.length === 0) continue
      const below = listPatternsBelow(top, gatherPaths(sites, domain), path)
      for (const { rule } of exact) if (!rule.patterns.every((pattern) => below.has(pattern))) tooWide.add(rule)
    }
  }
  return tooWide
}

/** What is removed below a path, whatever the path itself has. */
function listPatternsBelow(top: Place, paths: Paths, path: string): Set<Pattern> {
  const places = [top, ...listCoveringPlaces(paths, path)]
  const isOff = (rule: ForeignRule): boolean => places.some(({ excepted }) => excepted.get(rule) === true)
  const entries = places
    .flatMap((place) => place.entries)
    .filter(({ rule, scope }) => scope.reach !== 'exact' && !isOff(rule))
  return listPatterns(entries, 'strip')
}

const listCoveringPlaces = (paths: Paths, path: string): Place[] =>
  [...paths].filter(([prefix]) => isCovered(path, prefix)).map(([, place]) => place)

const isEmpty = (section: object): boolean => Object.keys(section).length === 0

/** Whether another section than that of the whole site covers the path. */
const isCoveredBy = (path: string, other: string): boolean => other !== '' && other !== path && isCovered(path, other)

const isCovered = (path: string, prefix: string): boolean =>
  prefix === '' || prefix === path || path.startsWith(`${prefix}/`)

function listPatterns(entries: readonly Entry[], list: ForeignRule['list']): Set<Pattern> {
  return new Set(entries.filter(({ rule }) => rule.list === list).flatMap(({ rule }) => rule.patterns))
}

/** The places of a domain and of the domains that cover it. */
function gatherPaths(sites: ReadonlyMap<string, Paths>, domain: string): Paths {
  const gathered: Paths = new Map([['', createPlace()]])
  for (const covering of listCoveringDomains(domain)) {
    for (const [path, { entries, excepted, kept, spared }] of sites.get(covering) ?? []) {
      const place = getOrAdd(gathered, path, createPlace)
      place.entries.push(...entries.filter(({ scope }) => covering === domain || scope.isHostOnly !== true))
      for (const [rule, isWhole] of excepted) place.excepted.set(rule, isWhole || place.excepted.get(rule) === true)
      for (const pattern of kept) place.kept.add(pattern)
      for (const glob of spared) place.spared.add(glob)
    }
  }
  return gathered
}

function writePolicy(top: Place, sites: ReadonlyMap<string, Paths>): Pick<PolicySpec, 'query' | 'sites'> {
  const general = createSection([top], [])
  const domains = [...sites.keys()].toSorted()
  const written = domains
    .map((domain) => [domain, writeSite(top, general, gatherPaths(sites, domain), domain)] as const)
    // An empty section is needed only to hide the section around it.
    .filter(
      ([domain, site]) => !isEmpty(site) || listCoveringDomains(domain).some((key) => key !== domain && sites.has(key)),
    )
  return { ...toFields(general, NOTHING), ...(written.length > 0 && { sites: Object.fromEntries(written) }) }
}

const NOTHING: Section = { strip: [], keep: [], keepOnly: [], except: [] }

function writeSite(top: Place, general: Section, paths: Paths, domain: string): SiteSpec {
  const write = (path: string): Section => {
    const places = listCoveringPlaces(paths, path)
    const own = paths.get(path)?.entries ?? []
    return createSection([top, ...places], createGuards(domain, path, own))
  }
  const whole = write('')
  const below = [...paths.keys()]
    .filter((path) => path !== '')
    .map((path) => [path, toFields(write(path), whole, general)] as const)
    .filter(([path, section]) => !isEmpty(section) || [...paths.keys()].some((other) => isCoveredBy(path, other)))
  const fields = toFields(whole, general)
  return below.length === 0 ? fields : { ...fields, paths: Object.fromEntries(below) }
}

function createSection(places: readonly Place[], guards: readonly string[]): Section {
  const entries = places.flatMap((place) => place.entries)
  const isOff = ({ rule }: Entry): boolean => places.some(({ excepted }) => excepted.has(rule))
  const active = entries.filter((entry) => !isOff(entry))
  const strip = listPatterns(active, 'strip')
  const excepted = [...listPatterns(entries.filter(isOff), 'strip')].filter((pattern) => !strip.has(pattern))
  return {
    strip: [...strip],
    keep: [...new Set([...places.flatMap(({ kept }) => [...kept]), ...excepted])],
    keepOnly: [...listPatterns(active, 'keepOnly')],
    except: [...new Set([...places.flatMap(({ spared }) => [...spared]), ...guards])],
  }
}

/** Globs for URLs that a section covers and its rules do not. */
function createGuards(domain: string, path: string, entries: readonly Entry[]): string[] {
  return [
    ...(entries.some(({ scope }) => scope.isHostOnly === true) ? [`*.${domain}/*`] : []),
    ...(path !== '' && entries.some(({ scope }) => scope.reach === 'below') ? [`*${path}?*`] : []),
  ]
}

/** The lists of a section without what it inherits anyway. */
function toFields(section: Section, ...around: readonly Section[]): PolicyFields {
  const lists = (Object.keys(NOTHING) as (keyof Section)[]).map((list) => {
    const inherited = new Set(around.flatMap((outer) => outer[list]))
    return [list, section[list].filter((item) => !inherited.has(item))] as const
  })
  const query: QuerySpec = Object.fromEntries(lists.filter(([, items]) => items.length > 0))
  return Object.keys(query).length === 0 ? {} : { query }
}
