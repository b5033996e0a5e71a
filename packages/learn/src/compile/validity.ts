import type { LearnedRule, LearnOptions } from '../log/types.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { VALID_DAYS } = THRESHOLDS.validity

/** When a rule was learned, and until when it is to be trusted; empty without the option `now`. */
export type Validity = Pick<LearnedRule, 'learnedAt' | 'expiry'>

const DAY_MS = 86_400_000

export function computeValidity({ now, validDays = VALID_DAYS }: LearnOptions): Validity {
  if (now === undefined) return {}
  const learnedAt = now()
  return {
    learnedAt: learnedAt.toISOString(),
    expiry: new Date(learnedAt.getTime() + validDays * DAY_MS).toISOString(),
  }
}
