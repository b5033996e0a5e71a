import type { Judgement } from './judge.ts'
import { createBucketProposers } from '../propose/buckets.ts'
import { proposeFieldRules, proposeRewrites } from '../propose/propose.ts'
import { findScopes } from './scopes.ts'
import type { SiteState } from '../log/site-state.ts'
import { tryCandidate, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_BUCKETS, MAX_RULES } = THRESHOLDS.urlList

/** Finds rules that a list of URLs without contents suggests. None is proved, so all of them need probing. */
export function findLikelyRules(state: SiteState): Judgement[] {
  const buckets = createBucketProposers(state.forms)
  const candidates = [...proposeFieldRules(state, buckets), ...proposeRewrites(state, buckets)]
  return candidates
    .filter(({ proposers }) => proposers[0] + proposers[1] >= MIN_BUCKETS)
    .toSorted((a, b) => b.proposers[0] + b.proposers[1] - a.proposers[0] - a.proposers[1] || (a.id < b.id ? -1 : 1))
    .map((candidate) => tryCandidate(candidate, state))
    .filter(({ changed }) => changed.length > 0)
    .slice(0, MAX_RULES)
    .map(toLikely)
}

function toLikely(trial: Trial): Judgement {
  const none = { trials: 0, agreeing: 0 }
  const { scope, except, holds } = findScopes(trial, 1)
  return {
    trial,
    tier: 'probe',
    count: none,
    holdOut: none,
    bound: 0,
    prior: 0,
    chance: 1,
    falseDiscovery: 1,
    collisions: [],
    scope,
    except,
    holds,
  }
}
