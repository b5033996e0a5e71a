import type { Candidate } from '../propose/candidate.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { countTrials, tryCandidate } from './trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_UNTRIED, MIN_SHARE } = THRESHOLDS.otherPorts

/** Removes the port, as names of policy sections have none: `example.com:8443` becomes `example.com`. */
export const dropPort = (host: string): string => host.replace(/:\d+$/, '')

/**
 * A section applies to every port of a host name. So a rule that was proved on some ports must also hold on the others, if it
 * would change their URLs.
 */
export function createPortCheck(state: SiteState): (candidate: Candidate) => boolean {
  const byName = groupBy(state.byHost.keys(), dropPort)
  return (candidate) => {
    const all = new Set(candidate.hosts.flatMap((host) => byName.get(dropPort(host)) ?? []))
    const others = [...all].filter((host) => !candidate.hosts.includes(host))
    return others.length === 0 || holdsOn(others, candidate, state)
  }
}

function holdsOn(hosts: readonly string[], candidate: Candidate, state: SiteState): boolean {
  const { changed, collisions } = tryCandidate({ ...candidate, hosts }, state)
  const { trials, agreeing } = countTrials(collisions)
  return trials === 0 ? changed.length < MIN_UNTRIED : agreeing >= MIN_SHARE * trials
}
