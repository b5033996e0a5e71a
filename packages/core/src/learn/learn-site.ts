import { compiledOf, type Policy } from '../normalize/policy.ts'
import { run } from '../normalize/run.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { domainToAscii } from '../url/idna/index.ts'
import type { Proved } from './compile-site.ts'
import { describeRule, evidenceOf } from './describe-rule.ts'
import { Examiner } from './examiner.ts'
import type { Judgement } from './judge.ts'
import { noiseOf } from './noise.ts'
import { addOriented, type DefineSections } from './orient.ts'
import { findRules } from './search.ts'
import type { SiteData } from './site-data.ts'
import { createState, type SiteState } from './site-state.ts'
import type { LearnedRule, SiteFigures } from './types.ts'

/** After so many rounds whatever is left is not found any more. */
const MOST_ROUNDS = 10

export interface SiteResult {
  readonly sections: NonNullable<PolicySpec['sites']>
  readonly rules: readonly LearnedRule[]
  readonly figures: SiteFigures
}

/** Proposes, tries and chooses rules, and begins anew with what they leave, until nothing is found any more. */
export function learnSite(data: SiteData, define: DefineSections): SiteResult {
  let proved: readonly Proved[] = []
  let sections: SiteResult['sections'] = {}
  let state = createState(data, (url) => url)
  const scopes = new Map<string, string[]>()
  const examiner = new Examiner(data)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    examiner.begin(state)
    const chosen = findRules(state, examiner)
    if (chosen.length === 0) break
    examiner.choose(chosen)
    const before: number = proved.length
    const ruled = chosen.map((judgement) => ({ judgement, rule: prove(judgement, data) }))
    ;({ proved, sections } = addOriented(proved, ruled, addScopes(scopes, state), define))
    if (proved.length > before) state = advance(data, state, define(sections))
  }
  const rules = [...examiner.judged.values()].map((judgement) => describeRule(judgement, data))
  return { sections, rules, figures: figuresOf(data, state, examiner.agreement, proved.length) }
}

const prove = (judgement: Judgement, data: SiteData): Proved => ({
  ...judgement,
  hosts: judgement.trial.candidate.hosts,
  edits: judgement.trial.candidate.edits,
  evidence: evidenceOf(describeRule(judgement, data)),
})

/** Hosts and scopes of all rounds: those that rules have led away from still need their sections. */
function addScopes(scopes: Map<string, string[]>, state: SiteState): Map<string, string[]> {
  for (const [host, forms] of state.byHost) {
    const all = new Set([...(scopes.get(host) ?? []), ...forms.map(({ scope }) => scope)])
    scopes.set(host, [...all].toSorted())
  }
  return scopes
}

function advance(data: SiteData, state: SiteState, policy: Policy): SiteState {
  const compiled = compiledOf(policy)
  return createState(data, (url) => run(compiled, url, domainToAscii) ?? url, state)
}

function figuresOf(data: SiteData, state: SiteState, agreement: number, rules: number): SiteFigures {
  const known = data.clusters.filter((cluster) => cluster !== -1)
  const contents = new Set(known).size
  return {
    site: data.site,
    urls: data.urls.length,
    contents,
    redundant: known.length - contents,
    merged: data.urls.length - state.forms.length,
    noise: noiseOf(agreement),
    rules,
  }
}
