import type { Candidate } from '../propose/candidate.ts'
import type { Edit } from '../propose/edit.ts'
import type { Form } from '../log/form.ts'
import type { Judgement } from './judge.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MOST_OVERLAP, LEAST_FAILURES } = THRESHOLDS.chooseRules

/**
 * The proved ones of some rules of one kind that do not get into each other's way: single edits before those seen together.
 *
 * @param taken `namesOf` the rules that are in force already
 */
export function chooseRules(judgements: readonly Judgement[], taken: ReadonlySet<string>): Judgement[] {
  const proved = judgements.filter(({ tier }) => tier === 'apply').toSorted(byRank)
  const fields = proved.filter(isOfFields)
  return fields.length > 0 ? chooseFields(fields, contradictedEdits(judgements), taken) : chooseRewrites(proved)
}

const isOfFields = ({ trial }: Judgement): boolean => trial.candidate.edits.every(({ family }) => family !== 'rewrite')

const gainOf = ({ collisions }: Judgement): number =>
  collisions.reduce((sum, { forms, agreeing, trials }) => sum + ((forms.length - 1) * agreeing) / trials, 0)

const lossOf = ({ collisions }: Judgement): number =>
  collisions.reduce((sum, { agreeing, trials }) => sum + trials - agreeing, 0)

function byRank(a: Judgement, b: Judgement): number {
  const [left, right] = [a.trial.candidate, b.trial.candidate]
  return (
    left.edits.length - right.edits.length ||
    narrowness(a) - narrowness(b) ||
    gainOf(b) - gainOf(a) ||
    (left.id < right.id ? -1 : 1)
  )
}

/** Dropping a parameter says more than dropping one of its values. */
const narrowness = ({ trial }: Judgement): number =>
  trial.candidate.edits.filter(({ value }) => value !== undefined).length

/** The parameters that a rule speaks of, by host. */
export const namesOf = ({ hosts, edits }: Pick<Candidate, 'hosts' | 'edits'>): string[] =>
  hosts.flatMap((host) => edits.flatMap(({ name }) => (name === undefined ? [] : [`${host} name ${name}`])))

const keyOf = (host: string, { id }: Edit): string => `${host} ${id}`

/** What fails alone is not made true by company: the scopes in which an edit was contradicted, by host and edit. */
function contradictedEdits(judgements: readonly Judgement[]): Map<string, ReadonlySet<string>> {
  const contradicted = new Map<string, ReadonlySet<string>>()
  for (const { trial, tier } of judgements) {
    const [edit, another] = trial.candidate.edits
    if (another !== undefined || edit === undefined || tier === 'apply') continue
    const scopes = contradictedScopes(trial)
    if (scopes.size > 0) for (const host of trial.candidate.hosts) contradicted.set(keyOf(host, edit), scopes)
  }
  return contradicted
}

function contradictedScopes({ collisions }: Trial): Set<string> {
  const byScope = groupBy(collisions, ({ forms }) => forms[0]?.scope ?? '')
  const failing = [...byScope].filter(([, own]) => {
    const { trials, agreeing } = countTrials(own)
    return trials - agreeing >= LEAST_FAILURES && trials - agreeing > agreeing
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
    const keys = candidate.hosts.flatMap((host) => candidate.edits.map((edit) => keyOf(host, edit)))
    const names = namesOf(candidate)
    if (keys.some((key) => taken.has(key) || [...(contradicted.get(key) ?? [])].some(holds))) return false
    // A policy has one default for a parameter, and none is needed where it is dropped.
    if (candidate.edits.some(({ value }) => value !== undefined) && names.some((name) => taken.has(name))) return false
    for (const key of [...keys, ...names]) taken.add(key)
    return true
  })
}

function chooseRewrites(proved: readonly Judgement[]): Judgement[] {
  const changed = new Set<Form>()
  return proved
    .toSorted((a, b) => gainOf(b) - lossOf(b) - gainOf(a) + lossOf(a) || lossOf(a) - lossOf(b))
    .filter(({ trial }) => {
      const overlap = trial.changed.filter((form) => changed.has(form)).length
      if (overlap > MOST_OVERLAP * trial.changed.length) return false
      for (const form of trial.changed) changed.add(form)
      return true
    })
}
