import { compiledOf, type Policy } from '../normalize/policy.ts'
import { run } from '../normalize/run.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { domainToAscii } from '../url/idna/index.ts'
import { pairsFromClaims, settleClaims } from './claims.ts'
import { compileSite } from './compile-site.ts'
import { describeRule, evidenceOf } from './describe-rule.ts'
import { Examiner } from './examiner.ts'
import type { Judgement } from './judge.ts'
import { noiseOf } from './noise.ts'
import { addOriented, type Chosen, type DefineSections } from './orient.ts'
import { findRules } from './search.ts'
import type { SiteData } from './site-data.ts'
import { createState, type SiteState } from './site-state.ts'
import type { LearnedRule, SiteFigures } from './types.ts'
import { findLikelyRules } from './url-list.ts'

/** After so many rounds whatever is left is not found any more. */
const MOST_ROUNDS = 10

export interface SiteResult {
  readonly sections: NonNullable<PolicySpec['sites']>
  readonly rules: readonly LearnedRule[]
  readonly figures: SiteFigures
}

/** Proposes, tries and chooses rules, and begins anew with what they leave, until nothing is found any more. */
export function learnSite(data: SiteData, define: DefineSections): SiteResult {
  let state = createState(data, (url) => url)
  if (data.clusters.every((cluster) => cluster === -1)) return describeList(data, state)
  let chosen: readonly Chosen[] = []
  let sections: SiteResult['sections'] = {}
  let normalize = (url: string): string => url
  const scopes = new Map<string, string[]>()
  const examiner = new Examiner(data)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    examiner.begin(state)
    const found = findRules(state, pairsFromClaims(data.claims, normalize), examiner)
    if (found.length === 0) break
    examiner.choose(found)
    const before: number = chosen.length
    chosen = addOriented(chosen, found.map(choose), addScopes(scopes, state), define)
    if (chosen.length === before) continue
    sections = compileSite(
      chosen.map(({ rule }) => rule),
      scopes,
    )
    normalize = normalizerOf(define(sections))
    state = createState(data, normalize, state)
  }
  return describeSite(data, examiner, chosen, normalize, scopes)
}

/** The evidence is written when all is known. */
const choose = (judgement: Judgement): Chosen => ({
  judgement,
  rule: { ...judgement, hosts: judgement.trial.candidate.hosts, edits: judgement.trial.candidate.edits, evidence: {} },
})

function normalizerOf(policy: Policy): (url: string) => string {
  const compiled = compiledOf(policy)
  return (url) => run(compiled, url, domainToAscii) ?? url
}

function describeSite(
  data: SiteData,
  examiner: Examiner,
  chosen: readonly Chosen[],
  normalize: (url: string) => string,
  scopes: ReadonlyMap<string, readonly string[]>,
): SiteResult {
  const claims = settleClaims(data.claims, normalize)
  const rules = new Map(
    [...examiner.judged.values()].map((judgement) => [judgement, describeRule(judgement, data, claims)]),
  )
  const proved = chosen.map(({ judgement, rule }) => ({
    ...rule,
    evidence: evidenceOf(rules.get(judgement) ?? describeRule(judgement, data, claims)),
  }))
  const figures = figuresOf(data, normalize, examiner.agreement, chosen.length)
  return { sections: compileSite(proved, scopes), rules: [...rules.values()], figures }
}

function describeList(data: SiteData, state: SiteState): SiteResult {
  const rules = findLikelyRules(state).map((judgement) =>
    describeRule(
      judgement,
      data,
      settleClaims(data.claims, (url) => url),
    ),
  )
  return { sections: {}, rules, figures: figuresOf(data, (url) => url, 1, 0) }
}

/** Hosts and scopes of all rounds: those that rules have led away from still need their sections. */
function addScopes(scopes: Map<string, string[]>, state: SiteState): Map<string, string[]> {
  for (const [host, forms] of state.byHost) {
    const all = new Set([...(scopes.get(host) ?? []), ...forms.map(({ scope }) => scope)])
    scopes.set(host, [...all].toSorted())
  }
  return scopes
}

function figuresOf(data: SiteData, normalize: (url: string) => string, agreement: number, rules: number): SiteFigures {
  const known = data.clusters.filter((cluster) => cluster !== -1)
  const contents = new Set(known).size
  return {
    site: data.site,
    urls: data.urls.length,
    contents,
    redundant: known.length - contents,
    merged: data.urls.length - new Set(data.urls.map(normalize)).size,
    noise: noiseOf(agreement),
    rules,
  }
}
