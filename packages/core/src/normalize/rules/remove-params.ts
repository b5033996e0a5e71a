import type { Settings } from '../../policy/settings.ts'
import { findRemovalSign } from '../name-judge.ts'
import type { QueryRule } from '../rule.ts'
import { LISTED_PARAMETER, SESSION_PARAMETER, TRACKING_PARAMETER, UNUSED_PARAMETER } from '../signs.ts'

/** Four rules that differ only in the field that asks for the removal. If several do, the judge decides which one is named. */
function createRemovalRule(id: string, sign: number, isOn: (settings: Settings) => boolean): QueryRule {
  return {
    id,
    tier: 'lossy',
    concerns: sign,
    isOn,
    edit: (pairs) => pairs.filter(({ judgement }) => findRemovalSign(judgement) !== sign),
  }
}

export const removeSessionParams = createRemovalRule(
  'remove-session-params',
  SESSION_PARAMETER,
  ({ session }) => session,
)

export const removeListedParams = createRemovalRule(
  'remove-listed-params',
  LISTED_PARAMETER,
  ({ query }) => query.strip.length > 0,
)

export const removeTrackingParams = createRemovalRule(
  'remove-tracking-params',
  TRACKING_PARAMETER,
  ({ query }) => query.tracking !== 'none',
)

export const removeUnusedParams = createRemovalRule(
  'remove-unused-params',
  UNUSED_PARAMETER,
  ({ query }) => query.keepOnly.length > 0,
)
