import type { Candidate } from './candidate.ts'
import { chooseRules } from './choose-rules.ts'
import type { Judgement } from './judge.ts'
import { pairsOf, proposeFieldRules, proposeHostRules, proposeRewrites } from './propose/propose.ts'
import { groupBy, type SiteState } from './site-state.ts'

/** Tries a candidate and says what came of it. */
export type Examine = (candidate: Candidate) => Judgement

/**
 * The rules of one round: those on hosts or, where none is left, on fields or, where none of them is left either, rewrites.
 * The earlier ones make URLs alike that the later ones would be split by.
 */
export function findRules(state: SiteState, examine: Examine): Judgement[] {
  const pairs = pairsOf(state)
  const hosts = chooseRules(proposeHostRules(state, pairs).map(examine))
  if (hosts.length > 0) return hosts
  const fields = findFieldRules(proposeFieldRules(state, pairs), examine)
  return fields.length > 0 ? fields : chooseRules(proposeRewrites(pairs).map(examine))
}

/**
 * Dropping a parameter is tried before dropping one of its values, and what was only seen together where none of its parts was
 * proved alone.
 */
function findFieldRules(candidates: readonly Candidate[], examine: Examine): Judgement[] {
  const [joint, single] = separate(candidates, ({ edits }) => edits.length > 1)
  const [values, whole] = separate(single, ({ edits }) => edits[0]?.value !== undefined)
  const judgements = whole.map(examine)
  for (const others of [mostLikely(values), joint]) {
    const taken = new Set(chooseRules(judgements).flatMap(({ trial }) => keysOf(trial.candidate)))
    const free = others.filter((candidate) => !keysOf(candidate).some((key) => taken.has(key)))
    judgements.push(...free.map(examine))
  }
  return chooseRules(judgements)
}

function separate<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** A parameter has one default; candidates come by how many contents propose them. */
function mostLikely(values: readonly Candidate[]): Candidate[] {
  const byName = groupBy(values, (candidate) => keysOf(candidate).join(' '))
  return [...byName.values()].flatMap((same) => same.slice(0, MOST_VALUES_A_NAME))
}

const MOST_VALUES_A_NAME = 2

const keysOf = ({ hosts, edits }: Candidate): string[] =>
  hosts.flatMap((host) => edits.map(({ id, name }) => `${host} ${name ?? id}`))
