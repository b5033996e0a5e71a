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
export function compileSites(specs: Readonly<Record<string, SiteSpec>>, under: Settings, makers: Makers): Sites {
  const share = createSharer()
  const compile = (settings: Settings): Section => share(compileSection(settings, makers))
  const sites = Object.entries(specs).map(([domain, spec]) => [domain, compileSite(spec, under, compile)] as const)
  const byDomain = new DomainMap(sites)
  return {
    find(host, path, isRecognised) {
      const site = byDomain.find(host)
      return site === null || site.paths.length === 0 ? (site?.section ?? null) : findSection(site, path, isRecognised)
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
  { paths = {}, ...fields }: SiteSpec,
  under: Settings,
  compile: (settings: Settings) => Section,
): Site {
  const settings = settle(fields, under)
  const sections = Object.entries(paths).map(([prefix, own]) => ({
    prefix: prefix === '/' ? '' : comparablePrefix(prefix, settings),
    section: compile(settle(own, settings)),
  }))
  return {
    section: compile(settings),
    paths: sections.toSorted((a, b) => b.prefix.length - a.prefix.length),
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
