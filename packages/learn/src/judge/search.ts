import type { Candidate } from '../propose/candidate.ts'
import { chooseRules } from './choose-rules.ts'
import type { Examiner } from './examiner.ts'
import type { Judgement } from './judge.ts'
import { partition } from '../propose/candidates.ts'
import { proposeFieldRules, proposeHostRules, proposeRewrites } from '../propose/propose.ts'
import type { Proposer } from '../propose/proposer.ts'
import type { SiteState } from '../log/site-state.ts'

/**
 * Finds the rules of one round: rules on hosts; if there are none left, rules on fields; then rewrites. In this order, since
 * each kind removes differences that would split the evidence for the next kind.
 *
 * @param taken `listParameters` of the active rules
 */
export function findRules(
  state: SiteState,
  proposers: readonly Proposer[],
  examiner: Examiner,
  taken: ReadonlySet<string>,
): Judgement[] {
  const onHosts = proposeHostRules(state, proposers)
  const onFields = proposeFieldRules(state, proposers)
  examiner.observe([...onHosts, ...onFields])
  const hosts = chooseRules(examiner.examine(onHosts), taken)
  if (hosts.length > 0) return hosts
  const fields = findFieldRules(onFields, examiner.examine, taken)
  if (fields.length > 0) return fields
  const rewrites = proposeRewrites(state, proposers)
  examiner.observe(rewrites)
  return chooseRules(examiner.examine(rewrites), taken)
}

/**
 * Tries to remove a parameter before one of its values, and several edits together only if none of them was proved alone.
 */
function findFieldRules(
  candidates: readonly Candidate[],
  examine: Examiner['examine'],
  before: ReadonlySet<string>,
): Judgement[] {
  const [joint, single] = partition(candidates, ({ edits }) => edits.length > 1)
  const [values, whole] = partition(single, ({ edits }) => edits[0]?.value !== undefined)
  const judgements = examine(whole)
  for (const others of [values, joint]) {
    const taken = new Set(chooseRules(judgements, before).flatMap(({ trial }) => listKeys(trial.candidate)))
    const free = others.filter((candidate) => !listKeys(candidate).some((key) => taken.has(key)))
    judgements.push(...examine(free))
  }
  return chooseRules(judgements, before)
}

const listKeys = ({ hosts, edits }: Candidate): string[] =>
  hosts.flatMap((host) => edits.map(({ id, name }) => `${host} ${name ?? id}`))
