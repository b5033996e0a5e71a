import type { RewriteSpec } from '@canonist/core/internal/policy/spec'
import { formatCandidateId, type Candidate } from '../propose/candidate.ts'
import { createValueReader, dropCommonSizes, isExactEnough, joinsNeverAlike, dropSharedContents } from './evidence.ts'
import { isCountWithinNoise, isWithinNoise } from './within-noise.ts'
import { computeFalseDiscoveries } from './false-discovery.ts'
import type { Edit } from '../propose/edit.ts'
import { stripParameter } from '../propose/edits/query.ts'
import type { Form } from '../log/form.ts'
import { judgeTrial, type Judgement } from './judge.ts'
import { isLucky, findValueName } from './lucky-value.ts'
import type { Agreement } from './agreement.ts'
import { Noise } from './noise.ts'
import { createPortCheck } from '../trial/other-ports.ts'
import { countPlace } from '../trial/count-place.ts'
import { createCommonSegmentTest, formatShape } from '../propose/rewrites.ts'
import type { SiteData } from '../log/site-data.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { ContentTrust } from './content-trust.ts'
import { countTrials, sumCounts, tryCandidate, type Collision, type Trial } from '../trial/trial.ts'
import type { RuleTier } from '../log/types.ts'
import { findParameterRule, findSegmentSwap } from '../trial/value-rewrite.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { REFUTED_BY, REFUTED_SHARE, MAX_SIBLING_PRIOR, MIN_SIBLING_SHARE } = THRESHOLDS.examiner
const { MAX_FALSE_SHARE } = THRESHOLDS.falseDiscovery
const { MIN_SUPPORT } = THRESHOLDS.judge

export interface ExaminerOptions {
  readonly isSharedName?: (host: string) => boolean
  readonly raisePrior?: (candidate: Candidate) => Candidate
}

/**
 * Tries candidates, round by round, and keeps the last judgement of each.
 *
 * A candidate is *judged* again in every round, until it is *accepted* (added to the policy) or refuted. An accepted rule may be
 * *withdrawn* when all rules together show that it is wrong; it is then doubtful for good.
 *
 * Must never let a rule be judged by noise that it measured itself.
 */
export class Examiner {
  readonly judged = new Map<string, Judgement>()
  readonly #data: SiteData
  readonly #noise: Noise
  readonly #trust = new ContentTrust()
  /** The last trial of each candidate, on any state. */
  readonly #trials = new Map<string, Trial>()
  readonly #accepted = new Set<string>()
  /** Edits that were proved on any host of the site. */
  readonly #proved = new Set<string>()
  #state: SiteState | null = null
  #hasObserved = false
  #readShape: (form: Form) => string = ({ path }) => path
  #holdsOnOtherPorts: (candidate: Candidate) => boolean = () => true
  /** Whether rules of a host would also apply to hosts of other owners. */
  readonly #isSharedName: (host: string) => boolean
  readonly #withdrawn = new Set<string>()
  /** Contents known only by their size. */
  readonly #sizes: ReadonlySet<number>
  readonly #readLogged: (name: string) => ReadonlySet<string>

  /** Raises the prior of candidates that remove a known parameter. */
  readonly #raisePrior: (candidate: Candidate) => Candidate

  constructor(data: SiteData, { isSharedName, raisePrior }: ExaminerOptions = {}) {
    this.#data = data
    this.#noise = new Noise(data)
    this.#isSharedName = isSharedName ?? (() => false)
    this.#raisePrior = raisePrior ?? ((candidate) => candidate)
    this.#sizes = data.sizes
    this.#readLogged = createValueReader(data.urls)
  }

  /** Starts a round on a new state: candidates are tried again where forms have changed. */
  startRound(state: SiteState): void {
    // Computed on first use: only rewrites need shapes.
    let isCommon: ((segment: string) => boolean) | undefined
    const shapes = new Map<string, string>()
    this.#state = state
    this.#readShape = ({ path }) => {
      const known = shapes.get(path)
      if (known !== undefined) return known
      const shape = formatShape(path, (isCommon ??= createCommonSegmentTest(state)))
      shapes.set(path, shape)
      return shape
    }
    this.#holdsOnOtherPorts = createPortCheck(state)
  }

  /** How often two fetches of one page agree; null if nothing measures it. */
  get agreement(): number | null {
    return this.#noise.agreement
  }

  /** The same without evidence from accepted rules, so that none of them is judged by itself. */
  get measured(): Agreement | null {
    return this.#noise.measured
  }

  /** Learns from the first single candidates which contents are accidents of fetching, and how noisy the site is. */
  observe(candidates: readonly Candidate[]): void {
    if (this.#hasObserved) return
    const single = candidates.filter(({ edits }) => edits.length === 1)
    const trials = single.map((candidate) => this.#try(this.#raisePrior(candidate)))
    this.#trust.record(trials)
    this.#noise.observe(this.#current, trials)
    this.#hasObserved = trials.some(({ collisions }) => collisions.length > 0)
  }

  /** Judges candidates. The same edits on other hosts of the owner support each other. */
  readonly examine = (proposed: readonly Candidate[]): Judgement[] => {
    const candidates = proposed.map(this.#raisePrior)
    const byEdits = groupBy(candidates, ({ edits }) => formatCandidateId([], edits))
    const judgements = candidates.map((candidate) => {
      const siblings = (byEdits.get(formatCandidateId([], candidate.edits)) ?? []).filter(
        (other) => other !== candidate,
      )
      return this.#judge(candidate, this.#computeSiblingPrior(candidate, siblings))
    })
    return this.#limitFalseDiscoveries(judgements.map(this.#supportByGeneral))
  }

  /**
   * Judges a rewrite again with the support of a more general one, which does the same on other kinds of path of the host. A
   * general one that was not tried on every kind of path is not applied; where it was tried, its parts are.
   */
  readonly #supportByGeneral = (judgement: Judgement): Judgement => {
    const { trial, tier, prior, holdOut } = judgement
    if (tier !== 'probe' || !isRewrite(trial.candidate) || holdOut.agreeing < MIN_SUPPORT) return judgement
    const agreement = this.#noise.agreementFor(this.#try(trial.candidate))
    const extra = this.#computeGeneralPrior(trial, agreement)
    const own = Math.min(...trial.candidate.edits.map((edit) => edit.prior))
    if (own + extra <= prior) return judgement
    const supported = this.#limitReach(judgeTrial(trial, agreement, this.#data, this.#trust, extra, this.#readShape))
    if (supported.tier !== 'apply') return judgement
    this.judged.set(trial.candidate.id, supported)
    return supported
  }

  #computeGeneralPrior(trial: Trial, agreement: Agreement | null): number {
    const { id, hosts } = trial.candidate
    const supports = [...this.judged.values()].map((other) => {
      const { candidate } = other.trial
      if (candidate.id === id || other.tier === 'reject' || !isRewrite(candidate)) return 0
      if (candidate.hosts.join() !== hosts.join() || this.#isWithdrawn(candidate)) return 0
      return this.#countSupport(findOutside(trial, other.trial) ?? [], agreement)
    })
    return Math.min(MAX_SIBLING_PRIOR, Math.max(0, ...supports))
  }

  /** Counts the agreeing contents; none if the others contradict the rule. */
  #countSupport(collisions: readonly Collision[], agreement: Agreement | null): number {
    const count = countTrials(collisions)
    const isSound =
      count.agreeing >= MIN_SIBLING_SHARE * (agreement?.expected ?? 1) * count.trials &&
      isWithinNoise(collisions, count, agreement, this.#data) &&
      this.#trust.countContradictions(collisions) === 0 &&
      isExactEnough(collisions, this.#data)
    return isSound ? count.agreeing : 0
  }

  /** Limits false discoveries: among very many candidates, some look good by chance. */
  #limitFalseDiscoveries(judgements: readonly Judgement[]): Judgement[] {
    const rates = computeFalseDiscoveries(new Map([...this.judged].map(([id, { chance }]) => [id, chance])))
    return judgements.map((judgement) => {
      const { id } = judgement.trial.candidate
      const falseDiscovery = rates.get(id) ?? 1
      const tier = judgement.tier === 'apply' && falseDiscovery > MAX_FALSE_SHARE ? 'probe' : judgement.tier
      const controlled = { ...judgement, tier, falseDiscovery }
      if (this.judged.get(id) === judgement) this.judged.set(id, controlled)
      return controlled
    })
  }

  /**
   * Judges a candidate, unless it was accepted or refuted before. An accepted one is in the policy, or was left out because it was
   * incompatible with other rules.
   */
  #judge(candidate: Candidate, prior: number): Judgement {
    const before = this.judged.get(candidate.id)
    if (before !== undefined && (this.#accepted.has(candidate.id) || isRefuted(before)))
      return { ...before, tier: 'reject' }
    const whole = this.#try(candidate)
    const agreement = this.#noise.agreementFor(whole)
    const trial = dropCommonSizes(dropSharedContents(whole, this.#data, this.#current, agreement), this.#sizes)
    const judgement = this.#limitReach(judgeTrial(trial, agreement, this.#data, this.#trust, prior, this.#readShape))
    this.judged.set(candidate.id, judgement)
    return judgement
  }

  /** Rejects a proved rule that would also change URLs it was not tried on: those of other owners, and of other ports. */
  #limitReach(judgement: Judgement): Judgement {
    const { candidate } = judgement.trial
    if (judgement.tier === 'reject') return judgement
    if (candidate.hosts.some(this.#isSharedName) || !this.#holdsOnOtherPorts(candidate))
      return { ...judgement, tier: 'reject' }
    const isDoubtful = judgement.tier === 'apply' && this.#isDoubtful(judgement)
    return this.#limitValues(isDoubtful ? { ...judgement, tier: 'probe' } : judgement)
  }

  /** A rule on a parameter or segment that was rejected must not return as a rewrite of its values. */
  #limitValues(judgement: Judgement): Judgement {
    const { candidate } = judgement.trial
    const [rewrite] = candidate.edits.flatMap(({ fields }) => fields.rewrites ?? [])
    if (rewrite === undefined || judgement.tier !== 'apply') return judgement
    const rule = findParameterRule(rewrite)
    const tier =
      rule === null ? this.#judgeSwappedPlace(candidate, rewrite) : this.#judgeAsParameterRule(candidate, rule)
    return { ...judgement, tier }
  }

  #judgeAsParameterRule({ hosts, proposers }: Candidate, rule: Edit): RuleTier {
    const id = formatCandidateId(hosts, [rule])
    if (this.#accepted.has(id)) return 'apply'
    return this.#judge(this.#raisePrior({ id, hosts, edits: [rule], proposers }), 0).tier
  }

  #judgeSwappedPlace({ hosts, ...candidate }: Candidate, rewrite: RewriteSpec): RuleTier {
    const swap = findSegmentSwap(rewrite)
    const [host = '', another] = hosts
    if (swap === null || another !== undefined) return 'apply'
    const place = countPlace(this.#current.byHost.get(host) ?? [], swap)
    const agreement = this.#noise.agreementFor(this.#try({ hosts, ...candidate }))
    return isCountWithinNoise(place, agreement) ? 'apply' : 'probe'
  }

  #isDoubtful(judgement: Judgement): boolean {
    const { trial, collisions } = judgement
    return (
      this.#isWithdrawn(trial.candidate) ||
      this.#isLucky(judgement) ||
      !isExactEnough(collisions, this.#data) ||
      joinsNeverAlike(trial, collisions, this.#data, this.#readLogged)
    )
  }

  #isWithdrawn(candidate: Candidate): boolean {
    return listEditKeys(candidate).some((key) => this.#withdrawn.has(key))
  }

  #isLucky(judgement: Judgement): boolean {
    const { candidate } = judgement.trial
    const name = findValueName(candidate)
    const whole =
      name === null ? undefined : this.judged.get(formatCandidateId(candidate.hosts, [stripParameter(name)]))
    if (name === null || whole === undefined) return false
    return isLucky(judgement, name, whole)
  }

  /** Hosts of one owner run the same software, so a rule that holds on one is likely on the others. */
  #computeSiblingPrior({ edits }: Candidate, siblings: readonly Candidate[]): number {
    if (edits.every(({ id }) => this.#proved.has(id))) return MAX_SIBLING_PRIOR
    const { trials, agreeing } = sumCounts(siblings.map((other) => countTrials(this.#try(other).collisions)))
    return agreeing < MIN_SIBLING_SHARE * (this.agreement ?? 1) * trials ? 0 : Math.min(MAX_SIBLING_PRIOR, agreeing)
  }

  accept(judgements: readonly Judgement[]): void {
    for (const { trial } of judgements) {
      this.#accepted.add(trial.candidate.id)
      this.#noise.accept(trial)
      for (const { id } of trial.candidate.edits) this.#proved.add(id)
    }
  }

  /** Withdraws accepted rules that turned out to be wrong when all rules ran together. */
  withdraw(judgements: readonly Judgement[]): void {
    for (const judgement of judgements) {
      const { candidate } = judgement.trial
      this.judged.set(candidate.id, { ...judgement, tier: 'probe' })
      this.#noise.withdraw(candidate.id)
      for (const key of listEditKeys(candidate)) this.#withdrawn.add(key)
    }
  }

  get #current(): SiteState {
    if (this.#state === null) throw new TypeError('No round has started: call startRound first.')
    return this.#state
  }

  #try(candidate: Candidate): Trial {
    const before = this.#trials.get(candidate.id) ?? null
    if (before?.state === this.#current.number) return before
    // The earlier edits are already compiled.
    const known = before === null ? candidate : { ...candidate, edits: before.candidate.edits }
    const trial = tryCandidate(known, this.#current, before)
    this.#trials.set(candidate.id, trial)
    return trial
  }
}

const isRewrite = ({ edits }: Candidate): boolean => edits.length === 1 && edits[0]?.family === 'rewrite'

const listEditKeys = ({ hosts, edits }: Candidate): string[] =>
  hosts.flatMap((host) => edits.map(({ id }) => `${host} ${id}`))

function isRefuted({ trial: { collisions, changed }, count: { trials, agreeing } }: Judgement): boolean {
  if (trials - agreeing < REFUTED_BY || trials - agreeing <= agreeing) return false
  const tried = collisions.reduce((sum, { forms }) => sum + forms.length, 0)
  return tried >= REFUTED_SHARE * changed.length
}

/**
 * The collisions of a more general rewrite on forms that a special one does not change: `/amp/$1/$2 → /$1/$2` outside of
 * `/amp/sport/$1 → /sport/$1`. Null if the general one does anything else to a form that the special one changes.
 */
function findOutside(special: Trial, general: Trial): readonly Collision[] | null {
  if (special.state !== general.state || special.changed.length >= general.changed.length) return null
  if (!covers(general, special)) return null
  const own = new Set<Form>(special.changed)
  return general.collisions.filter(({ forms }) => !forms.some((form) => own.has(form)))
}

/** Whether one trial does the same to every form that another one changes. Both list their forms in the order of the host. */
function covers(general: Trial, special: Trial): boolean {
  let at = 0
  for (let own = 0; own < special.changed.length; own++) {
    while (at < general.changed.length && general.changed[at] !== special.changed[own]) at++
    if (at === general.changed.length || general.outputs[at] !== special.outputs[own]) return false
  }
  return true
}
