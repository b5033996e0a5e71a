import { PolicyError, childPath } from '../policy/policy-error.ts'
import { settle } from '../policy/settle.ts'
import type { Settings } from '../policy/settings.ts'
import type { SiteSpec } from '../policy/spec.ts'
import { DomainMap } from '../url/domains.ts'
import { removeDotSegments } from '../url/dot-segments.ts'
import { decodeUnreserved, lowerOutsideEscapes, upperCaseEscapes } from '../url/escapes.ts'
import { compileSection, type Makers, type Section, type Sites } from './compile.ts'
import { createSharer } from './share.ts'

interface Site {
  readonly section: Section
  /** Longest prefix first. */
  readonly paths: readonly { readonly prefix: string; readonly section: Section }[]
}

/** The sections of sites and of the paths below them. */
export function compileSites(
  specs: Readonly<Record<string, SiteSpec>>,
  under: Settings,
  everywhere: Section,
  makers: Makers,
): Sites {
  const share = createSharer()
  const compile = (settings: Settings): Section => share(compileSection(settings, makers))
  const sites = Object.entries(specs).map(([domain, spec]) => {
    const at = childPath('sites', domain)
    return [domain, compileSite(at, spec, under, compile)] as const
  })
  const byDomain = new DomainMap(sites)
  return {
    find(host, path, query, isRecognised) {
      const site = byDomain.find(host) ?? { section: everywhere, paths: [] }
      const section = site.paths.length === 0 ? site.section : findSection(site, path, isRecognised)
      const { spared } = section
      return spared !== null && query !== '' && spared.covers(host, path, query) ? spared.section : section
    },
    *entries() {
      for (const [domain, { section, paths }] of sites) {
        yield [domain, section]
        for (const below of paths) yield [`${domain} ${below.prefix}`, below.section]
      }
    },
  }
}

function compileSite(
  at: string,
  { paths = {}, ...fields }: SiteSpec,
  under: Settings,
  compile: (settings: Settings) => Section,
): Site {
  const settings = settle(fields, under)
  refuseTwins(childPath(at, 'paths'), Object.keys(paths), settings)
  const sections = Object.entries(paths).map(([prefix, own]) => ({
    prefix: prefix === '/' ? '' : comparablePrefix(prefix, settings),
    section: compile(settle(own, settings)),
  }))
  return {
    section: compile(settings),
    paths: sections.toSorted((a, b) => b.prefix.length - a.prefix.length),
  }
}

/** Two prefixes that are one in lower case: the order of the file would decide between their sections. */
function refuseTwins(at: string, prefixes: readonly string[], settings: Settings): void {
  const seen = new Set<string>()
  for (const prefix of prefixes) {
    const comparable = comparablePrefix(prefix, settings)
    if (seen.has(comparable)) {
      throw new PolicyError(
        childPath(at, prefix),
        `is the same prefix as another one where pathCase is lower, ${comparable}; join the two`,
      )
    }
    seen.add(comparable)
  }
}

/** The section whose prefix is the longest that covers the path; a prefix ends at a segment. */
function findSection({ section: whole, paths }: Site, path: string, isRecognised: boolean): Section {
  const comparable = comparablePrefix(isRecognised ? path : comparablePath(path), whole.settings)
  for (const { prefix, section } of paths) {
    const isAtEnd = comparable.length === prefix.length || comparable.charCodeAt(prefix.length) === 0x2f
    if (isAtEnd && comparable.startsWith(prefix)) return section
  }
  return whole
}

/** As rfc3986 spells it, whatever spelling the section itself asks for: which section holds cannot depend on that. */
export function comparablePath(path: string): string {
  return removeDotSegments(decodeUnreserved(upperCaseEscapes(path)))
}

/** Where paths end up in lower case, their prefixes are compared so. */
const comparablePrefix = (path: string, { pathCase }: Settings): string =>
  pathCase === 'lower' ? lowerOutsideEscapes(path) : path
