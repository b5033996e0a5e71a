import { resolveSettings } from '../policy/resolve-settings.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec, RewriteSpec, SiteSpec } from '../policy/spec.ts'
import { MEANING_RULES, SPELLING_RULES, listInOrder, type MeaningRules } from './rule-order.ts'
import { createNameJudge } from './name-judge.ts'
import type { Jump, PolicyRule, QueryRule, Rewrite, RuleContext } from './rule.ts'
import type { Completion } from './rules/add-scheme.ts'
import { EVERYTHING } from './signs.ts'

/** The active rules for one part of the web: everywhere, on one site, or below one path of it. */
export interface Section extends RuleContext {
  readonly spelling: readonly PolicyRule[]
  readonly meaning: MeaningRules
  /** The subset of `meaning` that also runs on signed URLs. */
  readonly meaningIfSigned: MeaningRules
  /** The signs on which any of the rules can act; all signs if redirectors are unwrapped. */
  readonly concerns: number
  /** Whether anything depends on the pairs of a query. */
  readonly readsQuery: boolean
  readonly unwrap: Jump | null
  readonly rewrite: Rewrite | null
  /** Replaces the section for URLs that `query.except` matches; null without that field. */
  readonly spared: SparedSection | null
  /** Whether this is such a replacement. */
  readonly isSpared: boolean
}

export interface SparedSection {
  readonly covers: (host: string, path: string, query: string) => boolean
  readonly section: Section
}

/** The sections of sites and of the paths below them. */
export interface Sites {
  /** The section of the longest domain that covers the host, else `everywhere`. */
  find(host: string, path: string, query: string): Section
  /** The same for a recognised URL, by the offsets at which its pieces begin. Its path is compared as it is. */
  findRecognised(text: string, host: number, path: number, query: number, fragment: number): Section
  /** The settings of all sections. */
  settings(): Iterable<[where: string, settings: Settings]>
}

export interface CompiledPolicy {
  /** For URLs that are written without a scheme; without it they are refused. */
  readonly completion: Completion | undefined
  readonly everywhere: Section
  /** Null if the policy has only one section, which saves the lookup. */
  readonly sites: Sites | null
  /** Whether a URL may change its section or jump to another URL, so that one pass may not be enough. */
  readonly mayNeedMoreRounds: boolean
}

/** Compilers for features that no built-in policy uses. Passed in, so that only `definePolicy` carries them. */
export interface Makers {
  /** The settings that the policy is laid over, with those of admission if they are wanted. */
  readonly defaults?: Settings
  readonly completion?: (scheme: PolicySpec['defaultScheme']) => Completion | undefined
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
  const settings = resolveSettings(spec, makers.defaults)
  const everywhere = compileSection(settings, makers)
  const hasSections = spec.sites ?? everywhere.spared
  const sites = hasSections && makers.sites ? makers.sites(spec.sites ?? {}, settings, everywhere, makers) : null
  return {
    completion: makers.completion?.(spec.defaultScheme),
    everywhere,
    sites,
    mayNeedMoreRounds: sites !== null || everywhere.unwrap !== null || everywhere.rewrite !== null,
  }
}

export function compileSection(said: Settings, makers: Makers): Section {
  const meaning = chooseRules(MEANING_RULES, (rule) => rule.isOn(said))
  // A policy that edits queries guards signed URLs, unless it sets `signed`.
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
    concerns: listInOrder(meaning).reduce(
      (signs, rule) => signs | findConcerns(rule, settings),
      unwrap ? EVERYTHING : 0,
    ),
    readsQuery: meaning.query.length > 0 || settings.query.signed === 'guard',
    unwrap,
    rewrite,
    spared: makers.spare?.(settings, makers) ?? null,
    isSpared: false,
  }
}

const findConcerns = ({ concerns, leaves }: PolicyRule | QueryRule, settings: Settings): number =>
  concerns & ~(leaves?.(settings) ?? 0)

function chooseRules(
  { place, query, end }: MeaningRules,
  choose: (rule: PolicyRule | QueryRule) => boolean,
): MeaningRules {
  return { place: place.filter(choose), query: query.filter(choose), end: end.filter(choose) }
}
