import type { Settings } from '../../policy/settings.ts'
import { verdictOf } from '../name-judge.ts'
import type { QueryRule } from '../rule.ts'
import { LISTED_PARAMETER, SESSION_PARAMETER, TRACKING_PARAMETER, UNUSED_PARAMETER } from '../signs.ts'

/** Four rules that differ only in who asked for the removal; the judge settles who wins when several do. */
function removalRule(id: string, sign: number, isOn: (settings: Settings) => boolean): QueryRule {
  return {
    id,
    tier: 'lossy',
    concerns: sign,
    isOn,
    edit: (pairs) => pairs.filter(({ judgement }) => verdictOf(judgement) !== sign),
  }
}

export const removeSessionParams = removalRule('remove-session-params', SESSION_PARAMETER, ({ session }) => session)

export const removeListedParams = removalRule(
  'remove-listed-params',
  LISTED_PARAMETER,
  ({ query }) => query.strip.length > 0,
)

export const removeTrackingParams = removalRule(
  'remove-tracking-params',
  TRACKING_PARAMETER,
  ({ query }) => query.tracking !== 'none',
)

export const removeUnusedParams = removalRule(
  'remove-unused-params',
  UNUSED_PARAMETER,
  ({ query }) => query.keepOnly.length > 0,
)
