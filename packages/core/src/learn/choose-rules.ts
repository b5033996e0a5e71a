import type { Edit } from './edit.ts'
import type { Form } from './form.ts'
import type { Judgement } from './judge.ts'

/** Of rewrites that change the same forms one is enough; the others are looked at again in the next round. */
const MOST_OVERLAP = 0.2
const LEAST_FAILURES = 3

/** The proved ones of some rules of one kind that do not get into each other's way: single edits before those seen together. */
export function chooseRules(judgements: readonly Judgement[]): Judgement[] {
  const proved = judgements.filter(({ tier }) => tier === 'apply').toSorted(byRank)
  const fields = proved.filter(isOfFields)
  return fields.length > 0 ? chooseFields(fields, contradictedEdits(judgements)) : chooseRewrites(proved)
}

const isOfFields = ({ trial }: Judgement): boolean => trial.candidate.edits.every(({ family }) => family !== 'rewrite')

const gainOf = ({ collisions }: Judgement): number =>
  collisions.reduce((sum, { forms, agreeing, trials }) => sum + ((forms.length - 1) * agreeing) / trials, 0)

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

const keyOf = (host: string, { id }: Edit): string => `${host} ${id}`

/** What fails alone is not made true by company. */
function contradictedEdits(judgements: readonly Judgement[]): Set<string> {
  const contradicted = new Set<string>()
  for (const { trial, tier, count } of judgements) {
    const [edit, another] = trial.candidate.edits
    const failures = count.trials - count.agreeing
    if (another !== undefined || edit === undefined || tier !== 'reject') continue
    if (failures >= LEAST_FAILURES && failures > count.agreeing)
      for (const host of trial.candidate.hosts) contradicted.add(keyOf(host, edit))
  }
  return contradicted
}

function chooseFields(proved: readonly Judgement[], contradicted: ReadonlySet<string>): Judgement[] {
  const taken = new Set<string>()
  return proved.filter(({ trial: { candidate } }) => {
    const keys = candidate.hosts.flatMap((host) => candidate.edits.map((edit) => keyOf(host, edit)))
    const names = candidate.hosts.flatMap((host) => candidate.edits.map(({ name }) => `${host} name ${name ?? ''}`))
    if (keys.some((key) => taken.has(key) || contradicted.has(key))) return false
    if (candidate.edits.some(({ value }) => value !== undefined) && names.some((name) => taken.has(name))) return false
    for (const key of keys) taken.add(key)
    for (const name of names) taken.add(name)
    return true
  })
}

function chooseRewrites(proved: readonly Judgement[]): Judgement[] {
  const changed = new Set<Form>()
  return proved
    .toSorted((a, b) => gainOf(b) - gainOf(a))
    .filter(({ trial }) => {
      const overlap = trial.changed.filter((form) => changed.has(form)).length
      if (overlap > MOST_OVERLAP * trial.changed.length) return false
      for (const form of trial.changed) changed.add(form)
      return true
    })
}
