import { settle } from '../policy/settle.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec, RewriteSpec, SiteSpec } from '../policy/spec.ts'
import { DomainMap } from '../url/domains.ts'
import { removeDotSegments } from '../url/dot-segments.ts'
import { decodeUnreserved, lowerOutsideEscapes, upperCaseEscapes } from '../url/escapes.ts'
import { MEANING_RULES, SPELLING_RULES, inOrder, type MeaningRules } from './rule-order.ts'
import { createNameJudge } from './name-judge.ts'
import type { Jump, PolicyRule, QueryRule, Rewrite, RuleContext } from './rule.ts'
import { EVERYTHING } from './signs.ts'

/** The rules in force for one part of the web: everywhere, on one site, or below one path of it. */
export interface Section extends RuleContext {
  readonly spelling: readonly PolicyRule[]
  readonly meaning: MeaningRules
  /** Those of them that run on a signed URL too. */
  readonly meaningIfSigned: MeaningRules
  /** The signs that any of the rules is concerned with; all of them where a redirector may be met. */
  readonly concerns: number
  /** Whether anything depends on the pairs of a query. */
  readonly readsQuery: boolean
  readonly unwrap: Jump | null
  readonly rewrite: Rewrite | null
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

/** How to make the rules that lead to another URL. Passed in: no built-in policy has one, so only `definePolicy` carries them. */
export interface JumpMakers {
  readonly unwrap: Jump
  readonly rewrite: (rewrites: readonly RewriteSpec[]) => Rewrite
}

/** @param spec flattened: everything it extends is written out */
export function compilePolicy(spec: PolicySpec, makers: JumpMakers | null = null): CompiledPolicy {
  const settings = settle(spec)
  const sites = Object.entries(spec.sites ?? {})
  const everywhere = compileSection(settings, makers)
  return {
    everywhere,
    mayCircle: sites.length > 0 || everywhere.unwrap !== null || everywhere.rewrite !== null,
    sites:
      sites.length === 0
        ? null
        : new DomainMap(sites.map(([domain, site]) => [domain, compileSite(site, settings, makers)])),
  }
}

function compileSite({ paths = {}, ...fields }: SiteSpec, under: Settings, makers: JumpMakers | null): Site {
  const settings = settle(fields, under)
  const sections = Object.entries(paths).map(([prefix, own]) => ({
    prefix: prefix === '/' ? '' : comparablePrefix(prefix, settings),
    section: compileSection(settle(own, settings), makers),
  }))
  return {
    section: compileSection(settings, makers),
    paths: sections.toSorted((a, b) => b.prefix.length - a.prefix.length),
  }
}

function compileSection(settings: Settings, makers: JumpMakers | null): Section {
  const meaning = chooseRules(MEANING_RULES, (rule) => rule.isOn(settings))
  const unwrap = makers !== null && settings.unwrap ? makers.unwrap : null
  const rewrite = makers !== null && settings.rewrites.length > 0 ? makers.rewrite(settings.rewrites) : null
  return {
    settings,
    judge: createNameJudge(settings),
    spelling: SPELLING_RULES.filter((rule) => rule.isOn(settings)),
    meaning,
    meaningIfSigned: chooseRules(meaning, (rule) => rule.runsIfSigned === true),
    concerns: inOrder(meaning).reduce((signs, rule) => signs | concernsOf(rule, settings), unwrap ? EVERYTHING : 0),
    readsQuery: meaning.query.length > 0 || settings.query.signed === 'guard',
    unwrap,
    rewrite,
  }
}

const concernsOf = ({ concerns, leaves }: PolicyRule | QueryRule, settings: Settings): number =>
  concerns & ~(leaves?.(settings) ?? 0)

function chooseRules(
  { place, query, end }: MeaningRules,
  choose: (rule: PolicyRule | QueryRule) => boolean,
): MeaningRules {
  return { place: place.filter(choose), query: query.filter(choose), end: end.filter(choose) }
}

/** The site whose domain is the longest one that covers the host. */
export function findSite(policy: CompiledPolicy, host: string): Site | null {
  return policy.sites === null ? null : policy.sites.find(host)
}

/**
 * The section below the site whose prefix is the longest that covers the path; a prefix ends at a segment. A recognised
 * path is comparable as it is.
 */
export function findSection(site: Site, path: string, isRecognised = false): Section {
  if (site.paths.length === 0) return site.section
  const comparable = comparablePrefix(isRecognised ? path : comparablePath(path), site.section.settings)
  for (const { prefix, section } of site.paths) {
    const covers =
      comparable.startsWith(prefix) &&
      (comparable.length === prefix.length || comparable.charCodeAt(prefix.length) === 0x2f)
    if (covers) return section
  }
  return site.section
}

/** As rfc3986 spells it, whatever spelling the section itself asks for: which section holds cannot depend on that. */
export function comparablePath(path: string): string {
  return removeDotSegments(decodeUnreserved(upperCaseEscapes(path)))
}

/** Where paths end up in lower case, their prefixes are compared so. */
const comparablePrefix = (path: string, { pathCase }: Settings): string =>
  pathCase === 'lower' ? lowerOutsideEscapes(path) : path
