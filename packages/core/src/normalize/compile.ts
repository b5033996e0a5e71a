import { settle } from '../policy/settle.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec, RewriteSpec, SiteSpec } from '../policy/spec.ts'
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
  /** Replaces the section for URLs that `query.except` matches; null without that field. */
  readonly spared: SparedSection | null
  /** Whether it is such a stand-in. */
  readonly isSpared: boolean
}

export interface SparedSection {
  readonly covers: (host: string, path: string, query: string) => boolean
  readonly section: Section
}

/** The sections of sites and of the paths below them. */
export interface Sites {
  /** The section of the longest domain that covers the host, else that of everywhere; a recognised path can be compared as it is. */
  find(host: string, path: string, query: string, isRecognised: boolean): Section
  /** Those of all sections. */
  settings(): Iterable<[where: string, settings: Settings]>
}

export interface CompiledPolicy {
  readonly everywhere: Section
  /** Null where the policy has one section only, which saves the look-up. */
  readonly sites: Sites | null
  /** Whether a URL may come out in another section than it went in, or be led on: then one pass may not be enough. */
  readonly mayCircle: boolean
}

/** How to make what no built-in policy has. Passed in, so that only `definePolicy` carries it. */
export interface Makers {
  readonly unwrap?: Jump
  readonly rewrite?: (rewrites: readonly RewriteSpec[]) => Rewrite
  readonly spare?: (settings: Settings, makers: Makers) => SparedSection | null
  readonly sites?: (
    specs: Readonly<Record<string, SiteSpec>>,
    under: Settings,
    everywhere: Section,
    makers: Makers,
  ) => Sites
}

/** @param spec flattened: everything it extends is written out */
export function compilePolicy(
  spec: Omit<PolicySpec, 'name'> & { readonly name?: string },
  makers: Makers = {},
): CompiledPolicy {
  const settings = settle(spec)
  const everywhere = compileSection(settings, makers)
  const hasSections = spec.sites !== undefined || everywhere.spared !== null
  const sites = hasSections && makers.sites ? makers.sites(spec.sites ?? {}, settings, everywhere, makers) : null
  return {
    everywhere,
    sites,
    mayCircle: sites !== null || everywhere.unwrap !== null || everywhere.rewrite !== null,
  }
}

export function compileSection(said: Settings, makers: Makers): Section {
  const meaning = chooseRules(MEANING_RULES, (rule) => rule.isOn(said))
  // A policy that edits queries guards signed ones, unless it says otherwise.
  const isGuarded = said.query.signed === undefined && meaning.query.length > 0
  const settings: Settings = isGuarded ? { ...said, query: { ...said.query, signed: 'guard' } } : said
  const unwrap = (settings.unwrap && makers.unwrap) || null
  const rewrite = settings.rewrites.length > 0 && makers.rewrite ? makers.rewrite(settings.rewrites) : null
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
    spared: makers.spare?.(settings, makers) ?? null,
    isSpared: false,
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
