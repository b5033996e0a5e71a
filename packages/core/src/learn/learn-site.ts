import { compiledOf, type Policy } from '../normalize/policy.ts'
import { run } from '../normalize/run.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { domainToAscii } from '../url/idna/index.ts'
import { pairsFromClaims, settleClaims } from './claims.ts'
import { namesOf } from './choose-rules.ts'
import { compileSite } from './compile-site.ts'
import { describeRule, evidenceOf } from './describe-rule.ts'
import { Examiner } from './examiner.ts'
import type { Judgement } from './judge.ts'
import { noiseOf } from './noise.ts'
import { addOriented, type Chosen, type DefineSections } from './orient.ts'
import { findUnsound } from './review.ts'
import { findRules } from './search.ts'
import type { SiteData } from './site-data.ts'
import { createState, type SiteState } from './site-state.ts'
import type { LearnedRule, SiteFigures } from './types.ts'
import { findLikelyRules } from './url-list.ts'
import type { Validity } from './validity.ts'

/** After so many rounds whatever is left is not found any more. */
const MOST_ROUNDS = 10
/** Each withdraws one rule; what mixes pages after that many is not found any more. */
const MOST_REVIEWS = 6

export interface SiteResult {
  readonly sections: NonNullable<PolicySpec['sites']>
  readonly rules: readonly LearnedRule[]
  readonly figures: SiteFigures
}

/** What of the world around it a site needs to know. */
export interface Surroundings {
  readonly define: DefineSections
  /** Whether rules of a host would hold for those of strangers. */
  readonly isSharedName: (host: string) => boolean
  readonly validity: Validity
}

/** Finds rules, and begins anew without those that the whole of them shows to be wrong. */
export function learnSite(data: SiteData, { define, isSharedName, validity }: Surroundings): SiteResult {
  const first = createState(data, (url) => url)
  if (data.clusters.every((cluster) => cluster === -1)) return describeList(data, first, validity)
  const examiner = new Examiner(data, isSharedName)
  const site: Search = { data, define, examiner, scopes: new Map() }
  let found: Found = { chosen: [], state: first, normalize: (url) => url }
  for (let review = 0; review < MOST_REVIEWS; review++) {
    found = searchAll(site, found)
    const unsound = findUnsound(found.chosen, found.state, data, site.scopes, define)
    if (unsound.length === 0) break
    examiner.withdraw(unsound.map(({ judgement }) => judgement))
    found = adopt(
      site,
      found.chosen.filter((one) => !unsound.includes(one)),
      found.state,
    )
  }
  return describeSite(site, found, validity)
}

/** What stays the same while rules are looked for. */
interface Search {
  readonly data: SiteData
  readonly define: DefineSections
  readonly examiner: Examiner
  readonly scopes: Map<string, string[]>
}

/** The rules of one moment, and what they make of the log. */
interface Found {
  readonly chosen: readonly Chosen[]
  readonly state: SiteState
  readonly normalize: (url: string) => string
}

/** Proposes, tries and chooses rules, and begins anew with what they leave, until nothing is found any more. */
function searchAll(site: Search, before: Found): Found {
  const { data, define, examiner, scopes } = site
  let found = before
  for (let round = 0; round < MOST_ROUNDS; round++) {
    examiner.begin(found.state)
    const taken = new Set(found.chosen.flatMap(({ rule }) => namesOf(rule)))
    const judgements = findRules(found.state, pairsFromClaims(data.claims, found.normalize), examiner, taken)
    if (judgements.length === 0) break
    examiner.choose(judgements)
    const chosen = addOriented(found.chosen, judgements.map(choose), addScopes(scopes, found.state), define)
    if (chosen !== found.chosen) found = adopt(site, chosen, found.state)
  }
  return found
}

function adopt({ data, define, scopes }: Search, chosen: readonly Chosen[], before: SiteState): Found {
  const sections = compileSite(
    chosen.map(({ rule }) => rule),
    scopes,
  )
  const normalize = normalizerOf(define(sections))
  return { chosen, state: createState(data, normalize, before), normalize }
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
  { data, examiner, scopes }: Search,
  { chosen, normalize }: Found,
  validity: Validity,
): SiteResult {
  const describe = describeWith(data, normalize, validity)
  const inForce = new Set(chosen.map(({ judgement }) => judgement))
  const judged = [...examiner.judged.values()].flatMap((one) =>
    one.tier !== 'apply' || inForce.has(one) ? [one] : doubted(one, normalize),
  )
  const proved = chosen.map(({ judgement, rule }) => ({ ...rule, evidence: evidenceOf(describe(judgement)) }))
  const figures = figuresOf(data, normalize, examiner.agreement, chosen.length)
  return { sections: compileSite(proved, scopes), rules: judged.map(describe), figures }
}

/** What was proved and is not in force: nothing is to be said of it where other rules do the same, otherwise it is doubtful. */
function doubted(judgement: Judgement, normalize: (url: string) => string): Judgement[] {
  const isCovered = judgement.collisions.every(({ forms: [first, ...others] }) => {
    const output = normalize(first?.text ?? '')
    return others.every(({ text }) => normalize(text) === output)
  })
  return isCovered ? [] : [{ ...judgement, tier: 'probe' }]
}

/** Claims are counted as all rules together spell their URLs. */
function describeWith(
  data: SiteData,
  normalize: (url: string) => string,
  validity: Validity,
): (judgement: Judgement) => LearnedRule {
  const claims = settleClaims(data.claims, normalize)
  const known = new Map<Judgement, LearnedRule>()
  return (judgement) => {
    const rule = known.get(judgement) ?? describeRule(judgement, data, claims, validity)
    known.set(judgement, rule)
    return rule
  }
}

function describeList(data: SiteData, state: SiteState, validity: Validity): SiteResult {
  const asIs = (url: string): string => url
  const rules = findLikelyRules(state).map(describeWith(data, asIs, validity))
  return { sections: {}, rules, figures: figuresOf(data, asIs, 1, 0) }
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
