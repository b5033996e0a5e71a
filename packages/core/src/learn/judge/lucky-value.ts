import type { Candidate } from '../propose/candidate.ts'
import type { Judgement } from './judge.ts'
import { readValue } from '../trial/values.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MAX_LUCKY, MIN_TRIALS_OF_OTHERS } = THRESHOLDS.luckyValue

/** The parameter of which a rule takes one value: `default page=1`, or a rewrite of `/list?page=1`. */
export function findValueName({ edits: [edit, another] }: Candidate): string | null {
  if (edit === undefined || another !== undefined) return null
  if (edit.value !== undefined) return edit.name ?? null
  const [, name] = /[?&]([^=&]+)=[^&#$*]+$/.exec(edit.fields.rewrites?.[0]?.match ?? '') ?? []
  return name ?? null
}

/**
 * Where a parameter decides on some pages, some of its many values were tried on others only. Whether so few failures of one
 * value may be luck, if it fails as often as the other values do.
 *
 * @param whole what came of dropping the parameter altogether
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

/** Of so many failures or fewer: the lower tail of a binomial distribution. */
function computeLikelihood(failures: number, trials: number, share: number): number {
  const most = Math.round(trials)
  let [term, sum] = [(1 - share) ** most, 0]
  for (let at = 0; at <= Math.min(most, Math.round(failures)); at++) {
    sum += term
    term *= ((most - at) / (at + 1)) * (share / (1 - share))
  }
  return share === 1 ? 0 : sum
}
