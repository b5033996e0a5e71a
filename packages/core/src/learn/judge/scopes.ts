import { THRESHOLDS } from '../thresholds.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, sumCounts, type Count, type Trial } from '../trial/trial.ts'

const { LEAST_FAILURES, CONTRADICTED_BELOW } = THRESHOLDS.scopes

/** Where on its host a rule holds. */
export interface Scope {
  /** Path prefixes; `/` is the whole host. */
  readonly scope: readonly string[]
  readonly except: readonly string[]
  /** Whether the rule holds for forms of this scope. */
  readonly holds: (scope: string) => boolean
}

/** Rules for which a policy has no path sections, or which carry their place in themselves. */
const UNSCOPED = new Set(['scheme', 'host', 'rewrite', 'fragment'])

/** Tracking parameters and sessions are known for what they are: they mean nothing in parts that were not tried, too. */
const KNOWN_IN_ADVANCE = THRESHOLDS.prior.knownName

const WHOLE_HOST: Scope = { scope: ['/'], except: [], holds: () => true }

/** Everywhere, unless some part of the site contradicts or has shown nothing, or nothing but one part has shown anything. */
export function findScopes(trial: Trial, agreement: number): Scope {
  if (trial.candidate.edits.some(({ family }) => UNSCOPED.has(family))) return WHOLE_HOST
  const byScope = groupBy(trial.collisions, ({ forms }) => forms[0]?.scope ?? '')
  const [against, shown]: [string[], string[]] = [[], []]
  for (const [scope, collisions] of byScope) {
    const { trials, agreeing } = countTrials(collisions)
    if (contradicts({ trials, agreeing }, agreement) && contradicts(sumCounts(collisions), agreement))
      against.push(scope)
    else if (agreeing >= 1) shown.push(scope)
  }
  if (shown.length === 0) return WHOLE_HOST
  const out = [...against, ...untriedScopes(trial, new Set([...against, ...shown]))]
  if (out.length === 0 && (shown.length > 1 || shown[0] === '' || !reachesBeyond(trial, shown))) return WHOLE_HOST
  const isBroad = shown.includes('') || (against.length === 0 && shown.length > 1)
  if (isBroad && !out.includes('')) return allBut(out)
  return { scope: shown.toSorted(), except: [], holds: (scope) => shown.includes(scope) }
}

/** Where the rule would change URLs, and none of them has met another: nothing says what it means there. */
function untriedScopes({ candidate, changed }: Trial, tried: ReadonlySet<string>): string[] {
  if (candidate.edits.every(({ prior }) => prior >= KNOWN_IN_ADVANCE)) return []
  return [...new Set(changed.map(({ scope }) => scope))].filter((scope) => !tried.has(scope))
}

/**
 * By distinct contents and by all that fell together: where a thousand URLs show one login page, the few that noise made
 * differ are as many contents, and would outweigh it.
 */
function contradicts({ trials, agreeing }: Count, agreement: number): boolean {
  const failures = trials * agreement - agreeing
  return failures >= LEAST_FAILURES && agreeing < CONTRADICTED_BELOW * agreement * trials
}

const allBut = (against: readonly string[]): Scope => ({
  scope: ['/'],
  except: against.toSorted(),
  holds: (scope) => !against.includes(scope),
})

/** Whether the rule would change URLs where nothing speaks for it. */
function reachesBeyond({ changed }: Trial, shown: readonly string[]): boolean {
  return changed.some(({ scope }) => !shown.includes(scope))
}
