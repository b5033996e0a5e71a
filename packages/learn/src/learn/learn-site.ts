import { getCompiledPolicy, type Policy } from '@canonist/core/internal/normalize/policy'
import { runPolicy } from '@canonist/core/internal/normalize/run-policy'
import { PolicyError } from '@canonist/core/internal/policy/policy-error'
import type { PolicySpec } from '@canonist/core/internal/policy/spec'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import { wilsonLowerBound } from '../judge/wilson-bound.ts'
import type { Candidate } from '../propose/candidate.ts'
import { isClaimed, createClaimProposers, resolveClaims, type ResolvedClaim } from '../propose/claims.ts'
import { listParameters } from '../judge/choose-rules.ts'
import { compileSite, isEverywhere } from '../compile/compile-site.ts'
import { countOnAllPages, holdsOnAllPages, type FullCount } from '../orient/count-all.ts'
import { describeRule, toEvidence } from '../compile/describe-rule.ts'
import type { Edit } from '../propose/edit.ts'
import { Examiner } from '../judge/examiner.ts'
import type { Judgement } from '../judge/judge.ts'
import { toNoise } from '../judge/noise.ts'
import { addStableRules, type Chosen, type DefineSections } from '../orient/orient.ts'
import { ContentProposers } from '../propose/proposer.ts'
import { PairCache } from '../propose/proposer.ts'
import { findUnsound } from '../orient/review.ts'
import { findRules } from '../judge/search.ts'
import type { SiteData } from '../log/site-data.ts'
import { createState, getOrAdd, type SiteState } from '../log/site-state.ts'
import { UrlSpellings } from '../log/url-spellings.ts'
import type { LearnedRule, SiteFigures } from '../log/types.ts'
import { findLikelyRules } from '../judge/url-list.ts'
import type { Count } from '../trial/trial.ts'
import type { Validity } from '../compile/validity.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_ROUNDS, MAX_REVIEWS, MAX_DOUBTFUL } = THRESHOLDS.learnSite
const { PROBE_BOUND } = THRESHOLDS.judge

export interface SiteResult {
  readonly sections: NonNullable<PolicySpec['sites']>
  readonly rules: readonly LearnedRule[]
  readonly figures: SiteFigures
}

/** What learning a site depends on beyond its own log. */
export interface SiteContext {
  readonly define: DefineSections
  /** Whether rules of a host would also apply to hosts of other owners. */
  readonly isSharedName: (host: string) => boolean
  /** Raises the prior of a candidate that removes a known parameter. */
  readonly raisePrior: (candidate: Candidate) => Candidate
  readonly validity: Validity
}

/** Finds the rules of a site. Searches again without those that turn out to be wrong when all rules run together. */
export function learnSite(data: SiteData, context: SiteContext): SiteResult {
  const { define, validity } = context
  const spellings = new UrlSpellings(data)
  const first = createState(data, spellings)
  if (data.clusters.every((cluster) => cluster === -1)) return describeList(data, first, spellings, validity)
  const examiner = new Examiner(data, context)
  const cache = new PairCache()
  const contents = new ContentProposers(cache)
  const site: SiteSearch = {
    data,
    define,
    examiner,
    contents,
    cache,
    spellings,
    scopes: new Map(),
    fullCounts: new Map(),
    whole: null,
  }
  let found: FoundRules = { chosen: [], state: first, normalize: (url) => url }
  for (let review = 0; review < MAX_REVIEWS; review++) {
    found = searchAll(site, found)
    const unsound = findUnsound(found.chosen, found.state, data, site.scopes, define)
    if (unsound.length > 0) {
      examiner.withdraw(unsound.map(({ judgement }) => judgement))
      found = applyWithout(site, found, unsound)
      continue
    }
    const counted = keepConfirmed(site, found)
    if (counted === found) break
    found = counted
  }
  for (let last = keepConfirmed(site, found); last !== found; last = keepConfirmed(site, found)) found = last
  countDoubtful(site, found)
  return describeSite(site, found, validity)
}

function countDoubtful(site: SiteSearch, { chosen, state }: FoundRules): void {
  const { data, define, scopes, examiner, fullCounts } = site
  if (data.all === null) return
  addScopes(scopes, state)
  const doubtful = [...examiner.judged.values()].filter(
    ({ tier, trial }) => tier === 'probe' && !fullCounts.has(trial.candidate.id),
  )
  const ranked = doubtful.toSorted((a, b) => b.count.agreeing - a.count.agreeing)
  for (const [at, judgement] of ranked.entries()) {
    const one = toChosen(judgement)
    const count = at < MAX_DOUBTFUL ? tryToCount(data.all, [...chosen, one], scopes, define, examiner.measured) : null
    const own = count?.counted.find(({ rules }) => rules.includes(one))
    const known =
      own === undefined
        ? { count: judgement.count, bound: 0 }
        : judgeFullCount(own.count, count?.agreement?.expected ?? null)
    fullCounts.set(judgement.trial.candidate.id, known)
  }
}

/** Null if the rules are incompatible. */
function tryToCount(...args: Parameters<typeof countOnAllPages>): FullCount | null {
  try {
    return countOnAllPages(...args)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}

const applyWithout = (site: SiteSearch, { chosen, state }: FoundRules, left: readonly Chosen[]): FoundRules =>
  applyRules(
    site,
    chosen.filter((one) => !left.includes(one)),
    state,
    null,
  )

/** Of a sampled site, keeps the rules that hold on all of its pages; returns the same object if all of them do. */
function keepConfirmed(site: SiteSearch, found: FoundRules): FoundRules {
  const { data, define, scopes, examiner } = site
  if (data.all === null) return found
  if (site.whole?.chosen === found.chosen) return found
  const count = countOnAllPages(data.all, found.chosen, scopes, define, examiner.measured)
  site.whole = { chosen: found.chosen, count }
  const wrong = count.counted.filter((each) => !holdsOnAllPages(each, count))
  for (const { rules, count: own } of count.counted)
    for (const { judgement } of rules)
      site.fullCounts.set(judgement.trial.candidate.id, judgeFullCount(own, count.agreement?.expected ?? null))
  if (wrong.length === 0) return found
  const left = wrong.flatMap(({ rules }) => rules)
  examiner.withdraw(left.map(({ judgement }) => judgement))
  return applyWithout(site, found, left)
}

/** The state of the search on one site. */
interface SiteSearch {
  readonly data: SiteData
  readonly define: DefineSections
  readonly examiner: Examiner
  readonly contents: ContentProposers
  readonly cache: PairCache
  /** Each URL as the current rules spell it. */
  readonly spellings: UrlSpellings
  readonly scopes: Map<string, readonly string[]>
  /** For a sampled site: counts of rules on all of its pages, by rule id. */
  readonly fullCounts: Map<string, FullJudgement>
  whole: { readonly chosen: readonly Chosen[]; readonly count: FullCount } | null
}

/** The count of a rule on all pages of a sampled site. */
type FullJudgement = Pick<Judgement, 'count' | 'bound'>

const judgeFullCount = (count: Count, agreement: number | null): FullJudgement => ({
  count,
  bound: wilsonLowerBound(Math.min(count.trials, count.agreeing / (agreement ?? 1)), count.trials),
})

/** The current rules, and the log as they spell it. */
interface FoundRules {
  readonly chosen: readonly Chosen[]
  readonly state: SiteState
  readonly normalize: (url: string) => string
}

/** Proposes, tries and chooses rules, round by round on the forms that the earlier rules leave, until a round finds none. */
function searchAll(site: SiteSearch, before: FoundRules): FoundRules {
  const { data, define, examiner, contents, cache, spellings, scopes } = site
  let found = before
  for (let round = 0; round < MAX_ROUNDS; round++) {
    examiner.startRound(found.state)
    const taken = new Set(found.chosen.flatMap(({ rule }) => listParameters(rule)))
    const proposers = [...contents.update(found.state.clusters), ...createClaimProposers(data.claims, spellings, cache)]
    const judgements = findRules(found.state, proposers, examiner, taken)
    if (judgements.length === 0) break
    examiner.accept(judgements)
    const hasNewScopes = addScopes(scopes, found.state)
    const chosen = addStableRules(found.chosen, judgements.map(toChosen), scopes, define)
    const isMore = chosen !== found.chosen
    if (isMore) found = applyRules(site, chosen, found.state, listDecidingEdits(found.chosen, chosen, hasNewScopes))
  }
  return found
}

/**
 * Lists the edits that decide which URLs the added rules spell differently. Null if other URLs may change as well: a host that
 * becomes another one takes over its rules, a rule with limited scope shrinks when there are more scopes, and a rule that removes
 * a parameter replaces rules on its values.
 */
function listDecidingEdits(before: readonly Chosen[], now: readonly Chosen[], hasNewScopes: boolean): Edit[] | null {
  const known = new Set(before.map(({ judgement }) => judgement))
  const added = now.filter(({ judgement }) => !known.has(judgement))
  const edits = added.flatMap(({ rule }) => rule.edits)
  // The first rules cannot take over others.
  const isOnHosts = before.length > 0 && edits.some(({ family }) => family === 'host' || family === 'scheme')
  const isLimited = hasNewScopes && now.some(({ rule }) => !isEverywhere(rule))
  const isReplaced = now.length !== before.length + added.length
  return isOnHosts || isLimited || isReplaced ? null : edits
}

/** @param added edits that decide which URLs are spelled differently than before; null if any URL may be */
function applyRules(
  { data, define, spellings, scopes }: SiteSearch,
  chosen: readonly Chosen[],
  before: SiteState,
  added: readonly Edit[] | null,
): FoundRules {
  const sections = compileSite(
    chosen.map(({ rule }) => rule),
    scopes,
  )
  const normalize = createNormalize(define(sections))
  spellings.update(normalize, added)
  return { chosen, state: createState(data, spellings, before), normalize }
}

/** Without evidence, which is written at the end. */
const toChosen = (judgement: Judgement): Chosen => ({
  judgement,
  rule: { ...judgement, hosts: judgement.trial.candidate.hosts, edits: judgement.trial.candidate.edits, evidence: {} },
})

function createNormalize(policy: Policy): (url: string) => string {
  const compiled = getCompiledPolicy(policy)
  return (url) => runPolicy(compiled, url, domainToAscii) ?? url
}

function describeSite(
  { data, examiner, spellings, scopes, fullCounts, whole }: SiteSearch,
  { chosen, state, normalize }: FoundRules,
  validity: Validity,
): SiteResult {
  const describe = createDescriber(data, spellings, validity, fullCounts)
  const active = new Set(chosen.map(({ judgement }) => judgement))
  // Rules that were proved but are not active mostly concern the same forms.
  const outputs = new Map<string, string>()
  const normalizeOnce = (url: string): string => getOrAdd(outputs, url, () => normalize(url))
  const judged = [...examiner.judged.values()].flatMap((one) =>
    one.tier !== 'apply' || active.has(one) ? [one] : listDoubtful(one, normalizeOnce),
  )
  const proved = chosen.map(({ judgement, rule }) => ({ ...rule, evidence: toEvidence(describe(judgement)) }))
  const sampled = computeFigures(data, state, examiner.agreement, chosen.length)
  const figures = whole === null ? sampled : replaceFigures(sampled, whole.count)
  return { sections: compileSite(proved, scopes), rules: judged.map(describe), figures }
}

/** A rule that was proved but is not active: omitted if other rules do the same, otherwise doubtful. */
function listDoubtful(judgement: Judgement, normalize: (url: string) => string): Judgement[] {
  const isCovered = judgement.collisions.every(({ forms: [first, ...others] }) => {
    const output = normalize(first?.text ?? '')
    return others.every(({ text }) => normalize(text) === output)
  })
  return isCovered ? [] : [{ ...judgement, tier: 'probe' }]
}

/** Counts claims with their URLs as all rules together spell them. */
function createDescriber(
  data: SiteData,
  spellings: UrlSpellings,
  validity: Validity,
  fullCounts: ReadonlyMap<string, FullJudgement> = new Map(),
): (judgement: Judgement) => LearnedRule {
  const claims = resolveClaims(data.claims, spellings)
  const known = new Map<Judgement, LearnedRule>()
  return (judgement) => {
    const rule =
      known.get(judgement) ??
      describeRule(keepIfClaimed(applyFullCount(judgement, fullCounts), claims), data, claims, validity)
    known.set(judgement, rule)
    return rule
  }
}

/** Replaces the count of the sample by that of all pages. */
function applyFullCount(judgement: Judgement, fullCounts: ReadonlyMap<string, FullJudgement>): Judgement {
  const known = fullCounts.get(judgement.trial.candidate.id)
  if (known === undefined) return judgement
  const tier = judgement.tier === 'probe' && known.bound < PROBE_BOUND ? 'reject' : judgement.tier
  return { ...judgement, ...known, tier }
}

/** A rule without trials is not refuted if the site itself claims it. */
function keepIfClaimed(judgement: Judgement, claims: readonly ResolvedClaim[]): Judgement {
  const { tier, count, trial } = judgement
  const isUntried = tier === 'reject' && count.trials === 0 && claims.length > 0
  return isUntried && isClaimed(trial.candidate, claims) ? { ...judgement, tier: 'probe' } : judgement
}

function describeList(data: SiteData, state: SiteState, spellings: UrlSpellings, validity: Validity): SiteResult {
  const rules = findLikelyRules(state).map(createDescriber(data, spellings, validity))
  return { sections: {}, rules, figures: computeFigures(data, state, null, 0) }
}

/**
 * Collects the hosts and scopes of all rounds: hosts and paths that rules rewrite still need their sections.
 *
 * @returns whether any are new
 */
function addScopes(scopes: Map<string, readonly string[]>, state: SiteState): boolean {
  let hasMore = false
  for (const [host, forms] of state.byHost) {
    const before = scopes.get(host)
    const all = new Set(before)
    for (const { scope } of forms) all.add(scope)
    if (before !== undefined && all.size === before.length) continue
    scopes.set(host, [...all].toSorted())
    hasMore = true
  }
  return hasMore
}

/** The figures of all pages, with the size of the sample. */
function replaceFigures(sample: SiteFigures, { figures, agreement }: FullCount): SiteFigures {
  return { ...sample, ...figures, noise: agreement === null ? null : toNoise(agreement.expected), sampled: sample.urls }
}

function computeFigures(data: SiteData, state: SiteState, agreement: number | null, rules: number): SiteFigures {
  const known = data.clusters.filter((cluster) => cluster !== -1)
  const contents = new Set(known).size
  return {
    site: data.site,
    urls: data.urls.length,
    contents,
    redundant: known.length - contents,
    merged: data.urls.length - state.forms.length,
    noise: agreement === null ? null : toNoise(agreement),
    rules,
  }
}
