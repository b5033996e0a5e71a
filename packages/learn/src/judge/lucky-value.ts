import type { Candidate } from '../propose/candidate.ts'
import type { Judgement } from './judge.ts'
import { readValue } from '../trial/values.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_LUCKY, MIN_TRIALS_OF_OTHERS } = THRESHOLDS.luckyValue

/** Finds the parameter if a rule concerns one of its values: `default page=1`, or a rewrite of `/list?page=1`. */
export function findValueName({ edits: [edit, another] }: Candidate): string | null {
  if (edit === undefined || another !== undefined) return null
  if (edit.value !== undefined) return edit.name ?? null
  const [, name] = /[?&]([^=&]+)=[^&#$*]+$/.exec(edit.fields.rewrites?.[0]?.match ?? '') ?? []
  return name ?? null
}

/**
 * A parameter may matter only on some pages, and some of its values were tried only on others. Whether the few failures of one
 * value may be luck, given how often the other values fail.
 *
 * @param whole the judgement on removing the parameter altogether
 */
export function isLucky({ count }: Judgement, name: string, whole: Judgement): boolean {
  if (whole.tier === 'apply') return false
  const trials = whole.count.trials - count.trials
  const failures = trials - (whole.count.agreeing - count.agreeing)
  if (trials < MIN_TRIALS_OF_OTHERS || failures <= 0) return false
  const values = new Set(whole.trial.changed.map((form) => readValue(form, name))).size
  const likelihood = computeLikelihood(count.trials - count.agreeing, count.trials, Math.min(1, failures / trials))
  return likelihood * values > MAX_LUCKY
}

/** The probability of at most this many failures: the lower tail of a binomial distribution. */
function computeLikelihood(failures: number, trials: number, share: number): number {
  const most = Math.round(trials)
  let [term, sum] = [(1 - share) ** most, 0]
  for (let at = 0; at <= Math.min(most, Math.round(failures)); at++) {
    sum += term
    term *= ((most - at) / (at + 1)) * (share / (1 - share))
  }
  return share === 1 ? 0 : sum
}
