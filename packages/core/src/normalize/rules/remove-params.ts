import type { Settings } from '../../policy/settings.ts'
import { LISTED, NOT_WANTED, SESSION, TRACKING, verdictOf } from '../name-judge.ts'
import { filterPairs, pairsOf } from '../pair-list.ts'
import type { PolicyRule } from '../rule.ts'
import { QUERY } from '../signs.ts'

/** Four rules that differ only in who asked for the removal; the judge settles who wins when several do. */
function removalRule(id: string, verdict: number, summary: string, isOn: (settings: Settings) => boolean): PolicyRule {
  return {
    id,
    tier: 'lossy',
    summary,
    concerns: QUERY,
    wakes: 0,
    sparesSigned: true,
    isOn,
    apply(url, { judge }) {
      if ((pairsOf(url, judge).verdicts & (1 << verdict)) === 0) return
      filterPairs(url, judge, ({ judgement }) => verdictOf(judgement) !== verdict)
    },
  }
}

export const removeSessionParams = removalRule(
  'remove-session-params',
  SESSION,
  'Query parameters that carry a session (PHPSESSID, sid) are removed.',
  ({ session }) => session,
)

export const removeListedParams = removalRule(
  'remove-listed-params',
  LISTED,
  'Query parameters that the policy lists are removed.',
  ({ query }) => query.strip.length > 0,
)

export const removeTrackingParams = removalRule(
  'remove-tracking-params',
  TRACKING,
  'Query parameters of the curated tracking list (utm_*, gclid) are removed.',
  ({ query }) => query.tracking !== 'none',
)

export const removeUnusedParams = removalRule(
  'remove-unused-params',
  NOT_WANTED,
  'Query parameters that are not on the policy’s keep-only list are removed.',
  ({ query }) => query.keepOnly.length > 0,
)
