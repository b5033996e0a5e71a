import { settle } from '../policy/resolve.ts'
import { compileRewrite } from '../policy/rewrite-template.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec, SiteSpec } from '../policy/spec.ts'
import { DomainMap } from '../url/domains.ts'
import { MEANING_RULES, SPELLING_RULES } from './catalogue.ts'
import { createNameJudge } from './name-judge.ts'
import type { PolicyRule, RuleContext } from './rule.ts'
import { EVERYTHING } from './signs.ts'

/** The rules in force for one part of the web: everywhere, on one site, or below one path of it. */
export interface Section extends RuleContext {
  readonly spelling: readonly PolicyRule[]
  readonly meaning: readonly PolicyRule[]
  /** Those of them that do not spare a signed URL. */
  readonly meaningIfSigned: readonly PolicyRule[]
  /** The signs that any of the rules is concerned with; all of them where a jump may lead anywhere. */
  readonly concerns: number
  readonly hasJumps: boolean
}

interface Site {
  readonly section: Section
  /** Longest prefix first. */
  readonly paths: readonly { readonly prefix: string; readonly section: Section }[]
}

export interface CompiledPolicy {
  readonly everywhere: Section
  /** By domain; null where the policy has no sites, which saves the look-up. */
  readonly sites: DomainMap<Site> | null
  /** Whether a URL may come out in another section than it went in, or be led on: then one pass may not be enough. */
  readonly mayCircle: boolean
}

/** @param spec flattened: everything it extends is written out */
export function compilePolicy(spec: PolicySpec): CompiledPolicy {
  const settings = settle(spec)
  const sites = Object.entries(spec.sites ?? {})
  const everywhere = compileSection(settings)
  return {
    everywhere,
    mayCircle: sites.length > 0 || everywhere.hasJumps,
    sites:
      sites.length === 0 ? null : new DomainMap(sites.map(([domain, site]) => [domain, compileSite(site, settings)])),
  }
}

function compileSite({ paths = {}, ...fields }: SiteSpec, under: Settings): Site {
  const settings = settle(fields, under)
  const sections = Object.entries(paths).map(([prefix, own]) => ({
    prefix: prefix.replace(/\/+$/, ''),
    section: compileSection(settle(own, settings)),
  }))
  return { section: compileSection(settings), paths: sections.toSorted((a, b) => b.prefix.length - a.prefix.length) }
}

function compileSection(settings: Settings): Section {
  const meaning = MEANING_RULES.filter((rule) => rule.isOn(settings))
  const hasJumps = settings.unwrap || settings.rewrites.length > 0
  return {
    settings,
    judge: createNameJudge(settings),
    rewriters: settings.rewrites.map(compileRewrite),
    spelling: SPELLING_RULES.filter((rule) => rule.isOn(settings)),
    meaning,
    meaningIfSigned: meaning.filter((rule) => !rule.sparesSigned),
    concerns: meaning.reduce((signs, rule) => signs | rule.concerns, hasJumps ? EVERYTHING : 0),
    hasJumps,
  }
}

/** The site whose domain is the longest one that covers the host. */
export function findSite(policy: CompiledPolicy, host: string): Site | null {
  return policy.sites === null ? null : policy.sites.find(host)
}

/** The section below the site whose prefix is the longest that covers the path; a prefix ends at a segment. */
export function findSection(site: Site, path: string): Section {
  for (const { prefix, section } of site.paths) {
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')) return section
  }
  return site.section
}
