import { PolicyError, childPath } from '../policy/policy-error.ts'
import { resolveSettings } from '../policy/resolve-settings.ts'
import type { Settings } from '../policy/settings.ts'
import type { SiteSpec } from '../policy/spec.ts'
import { DomainMap } from '../url/domains.ts'
import { removeDotSegments } from '../url/dot-segments.ts'
import { decodeUnreserved, lowerOutsideEscapes, upperCaseEscapes } from '../url/escapes.ts'
import { compileSection, type Makers, type Section, type Sites } from './compile.ts'
import { listInOrder, type MeaningRules } from './rule-order.ts'
import type { RuleIdentity } from './rule.ts'

interface Site {
  readonly section: Section
  /** Longest prefix first. */
  readonly paths: readonly { readonly prefix: string; readonly section: Section }[]
}

/** A policy may have tens of thousands of sites, and a list of URLs uses few of them, so each is compiled on first use. */
interface LazySite {
  readonly spec: SiteSpec
  compiled: Site | null
}

/** The sections of sites and of the paths below them. */
export function compileSites(
  specs: Readonly<Record<string, SiteSpec>>,
  under: Settings,
  everywhere: Section,
  makers: Makers,
): Sites {
  const share = createSharer(everywhere)
  const compile = (settings: Settings): Section => share(compileSection(settings, makers))
  const elsewhere: Site = { section: everywhere, paths: [] }
  const sites = Object.entries(specs).map(([domain, spec]): [string, LazySite] => {
    rejectDuplicatePrefixes(domain, spec, under)
    return [domain, { spec, compiled: null }]
  })
  const byDomain = new DomainMap(sites)
  const getSite = (known: LazySite | null): Site =>
    known === null ? elsewhere : (known.compiled ??= compileSite(known.spec, under, compile))
  return {
    find(host, path, query) {
      const site = getSite(byDomain.find(host))
      const section = site.paths.length === 0 ? site.section : findSection(site, toComparablePath(path))
      return chooseSpared(section, host, path, query)
    },
    findRecognised(text, host, path, query, fragment) {
      const site = getSite(byDomain.findWithin(text, host, path))
      const section = site.paths.length === 0 ? site.section : findSectionWithin(site, text, path, query)
      // Few policies spare any URL, so the others need no copies of the pieces.
      if (section.spared === null) return section
      return chooseSpared(section, text.slice(host, path), text.slice(path, query), text.slice(query, fragment))
    },
    *settings() {
      const finish = (settings: Settings): Section => compileSection(settings, {})
      for (const [domain, { spec }] of sites) {
        const { section, paths } = compileSite(spec, under, finish)
        yield [domain, section.settings]
        for (const below of paths) yield [`${domain} ${below.prefix}`, below.section.settings]
      }
    },
  }
}

function compileSite(
  { paths = {}, ...fields }: SiteSpec,
  under: Settings,
  compile: (settings: Settings) => Section,
): Site {
  const settings = resolveSettings(fields, under)
  const sections = Object.entries(paths).map(([prefix, own]) => ({
    prefix: prefix === '/' ? '' : toComparablePrefix(prefix, settings),
    section: compile(resolveSettings(own, settings)),
  }))
  return {
    section: compile(settings),
    paths: sections.toSorted((a, b) => b.prefix.length - a.prefix.length),
  }
}

/** Refuses two prefixes that are equal in lower case: the order of the file would decide between their sections. */
function rejectDuplicatePrefixes(domain: string, { paths = {}, pathCase }: SiteSpec, under: Settings): void {
  const seen = new Set<string>()
  for (const prefix of Object.keys(paths)) {
    const comparable = toComparablePrefix(prefix, { pathCase: pathCase ?? under.pathCase })
    if (seen.has(comparable)) {
      throw new PolicyError(
        ['sites', domain, 'paths', prefix].reduce(childPath),
        `is the same prefix as another one where pathCase is lower, ${comparable}; join the two`,
      )
    }
    seen.add(comparable)
  }
}

function chooseSpared(section: Section, host: string, path: string, query: string): Section {
  const { spared } = section
  return spared !== null && query !== '' && spared.covers(host, path, query) ? spared.section : section
}

/** @param path comparable, except for its case */
function findSection(site: Site, path: string): Section {
  const comparable = toComparablePrefix(path, site.section.settings)
  return findLongest(site, comparable, 0, comparable.length)
}

function findSectionWithin(site: Site, text: string, from: number, end: number): Section {
  if (site.section.settings.pathCase === 'lower') return findSection(site, text.slice(from, end))
  return findLongest(site, text, from, end)
}

/** The section whose prefix is the longest that covers the path between two offsets; a prefix ends at a segment. */
function findLongest({ section: whole, paths }: Site, text: string, from: number, end: number): Section {
  for (const { prefix, section } of paths) {
    const stop = from + prefix.length
    const isAtEnd = stop === end || (stop < end && text.charCodeAt(stop) === 0x2f)
    if (isAtEnd && text.startsWith(prefix, from)) return section
  }
  return whole
}

/** As rfc3986 spells it, whatever spelling the section sets: which section applies cannot depend on that. */
export function toComparablePath(path: string): string {
  return removeDotSegments(decodeUnreserved(upperCaseEscapes(path)))
}

/** If paths are lower-cased, so are the prefixes that they are compared with. */
const toComparablePrefix = (path: string, { pathCase }: Pick<Settings, 'pathCase'>): string =>
  pathCase === 'lower' ? lowerOutsideEscapes(path) : path

/**
 * Makes equal parts of sections one shared object. A policy may have thousands of sections, and in a mixed list every URL
 * belongs to another one: only the shared objects stay in the processor's cache.
 */
function createSharer(everywhere: Section): (section: Section) => Section {
  const held = new Map<string, unknown>()
  function hold<T>(key: string, own: T): T {
    if (!held.has(key)) held.set(key, own)
    return held.get(key) as T
  }
  const holdRules = (rules: MeaningRules): MeaningRules => hold(joinIds(listInOrder(rules)), rules)
  const holdRewrite = (section: Section): Section['rewrite'] =>
    section.settings.rewrites === everywhere.settings.rewrites
      ? everywhere.rewrite
      : hold(buildRewritesKey(section), section.rewrite)
  return (section) => ({
    ...section,
    judge: hold(buildJudgeKey(section), section.judge),
    spelling: hold(`spelling ${joinIds(section.spelling)}`, section.spelling),
    meaning: holdRules(section.meaning),
    meaningIfSigned: holdRules(section.meaningIfSigned),
    rewrite: holdRewrite(section),
  })
}

const joinIds = (rules: readonly RuleIdentity[]): string => rules.map(({ id }) => id).join()

/** Everything that a judge reads. The order of a list does not matter to it. */
function buildJudgeKey({ settings: { session, query } }: Section): string {
  const lists = [query.strip, query.keep, query.keepOnly, Object.keys(query.defaults)]
  return JSON.stringify([session, query.tracking, query.signed, lists.map((names) => names.toSorted())])
}

const buildRewritesKey = ({ settings: { rewrites } }: Section): string =>
  JSON.stringify(rewrites.map(({ match, to }) => [match, to]))
