import type { Candidate } from '../propose/candidate.ts'
import type { Edit } from '../propose/edit.ts'
import type { Form } from '../log/form.ts'
import type { Judgement } from './judge.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_OVERLAP, MIN_FAILURES } = THRESHOLDS.chooseRules

/**
 * Chooses proved rules of one kind that do not conflict with each other. Single edits come before joint ones.
 *
 * @param taken `listParameters` of the active rules
 */
export function chooseRules(judgements: readonly Judgement[], taken: ReadonlySet<string>): Judgement[] {
  const proved = judgements.filter(({ tier }) => tier === 'apply').toSorted(compareRanks)
  const fields = proved.filter(usesFields)
  return fields.length > 0 ? chooseFields(fields, findContradictedEdits(judgements), taken) : chooseRewrites(proved)
}

const usesFields = ({ trial }: Judgement): boolean => trial.candidate.edits.every(({ family }) => family !== 'rewrite')

const computeGain = ({ collisions }: Judgement): number =>
  collisions.reduce((sum, { forms, agreeing, trials }) => sum + ((forms.length - 1) * agreeing) / trials, 0)

const computeLoss = ({ collisions }: Judgement): number =>
  collisions.reduce((sum, { agreeing, trials }) => sum + trials - agreeing, 0)

function compareRanks(a: Judgement, b: Judgement): number {
  const [left, right] = [a.trial.candidate, b.trial.candidate]
  return (
    left.edits.length - right.edits.length ||
    countValues(a) - countValues(b) ||
    computeGain(b) - computeGain(a) ||
    (left.id < right.id ? -1 : 1)
  )
}

/** Removing a parameter comes before removing one of its values. */
const countValues = ({ trial }: Judgement): number =>
  trial.candidate.edits.filter(({ value }) => value !== undefined).length

/** The parameters that a rule concerns, by host. */
export const listParameters = ({ hosts, edits }: Pick<Candidate, 'hosts' | 'edits'>): string[] =>
  hosts.flatMap((host) => edits.flatMap(({ name }) => (name === undefined ? [] : [`${host} name ${name}`])))

const formatKey = (host: string, { id }: Edit): string => `${host} ${id}`

/** Finds the scopes in which an edit alone was contradicted, by host and edit. A joint rule cannot make it true there. */
function findContradictedEdits(judgements: readonly Judgement[]): Map<string, ReadonlySet<string>> {
  const contradicted = new Map<string, ReadonlySet<string>>()
  for (const { trial, tier } of judgements) {
    const [edit, another] = trial.candidate.edits
    if (another !== undefined || edit === undefined || tier === 'apply') continue
    const scopes = findContradictedScopes(trial)
    if (scopes.size > 0) for (const host of trial.candidate.hosts) contradicted.set(formatKey(host, edit), scopes)
  }
  return contradicted
}

function findContradictedScopes({ collisions }: Trial): Set<string> {
  const byScope = groupBy(collisions, ({ forms }) => forms[0]?.scope ?? '')
  const failing = [...byScope].filter(([, own]) => {
    const { trials, agreeing } = countTrials(own)
    return trials - agreeing >= MIN_FAILURES && trials - agreeing > agreeing
  })
  return new Set(failing.map(([scope]) => scope))
}

function chooseFields(
  proved: readonly Judgement[],
  contradicted: ReadonlyMap<string, ReadonlySet<string>>,
  before: ReadonlySet<string>,
): Judgement[] {
  const taken = new Set(before)
  return proved.filter(({ trial: { candidate }, holds }) => {
    const keys = candidate.hosts.flatMap((host) => candidate.edits.map((edit) => formatKey(host, edit)))
    const names = listParameters(candidate)
    if (keys.some((key) => taken.has(key) || [...(contradicted.get(key) ?? [])].some(holds))) return false
    // A policy has one default for a parameter, and needs none if it removes the parameter.
    if (candidate.edits.some(({ value }) => value !== undefined) && names.some((name) => taken.has(name))) return false
    for (const key of [...keys, ...names]) taken.add(key)
    return true
  })
}

function chooseRewrites(proved: readonly Judgement[]): Judgement[] {
  const changed = new Set<Form>()
  return proved
    .toSorted(
      (a, b) => computeGain(b) - computeLoss(b) - computeGain(a) + computeLoss(a) || computeLoss(a) - computeLoss(b),
    )
    .filter(({ trial }) => {
      const overlap = trial.changed.filter((form) => changed.has(form)).length
      if (overlap > MAX_OVERLAP * trial.changed.length) return false
      for (const form of trial.changed) changed.add(form)
      return true
    })
}
