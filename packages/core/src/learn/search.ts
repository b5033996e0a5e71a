import type { Candidate } from './propose/candidate.ts'
import { chooseRules } from './judge/choose-rules.ts'
import type { Examiner } from './judge/examiner.ts'
import type { Judgement } from './judge/judge.ts'
import { partition } from './propose/candidates.ts'
import { proposeFieldRules, proposeHostRules, proposeRewrites } from './propose/propose.ts'
import type { Proposer } from './propose/proposer.ts'
import type { SiteState } from './log/site-state.ts'

/**
 * The rules of one round: those on hosts or, where none is left, on fields or, where none of them is left either, rewrites.
 * The earlier ones make URLs alike that the later ones would be split by.
 *
 * @param taken `listParameters` of the rules that are in force already
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
 * Dropping a parameter is tried before dropping one of its values, and what was only seen together where none of its parts was
 * proved alone.
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
