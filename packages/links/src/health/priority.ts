import { domainToASCII } from 'node:url'
import { findSettings, type Policy, type PolicyFields, type SiteSpec } from '@canonist/core'
import { GONE_MS, DEAD } from './machine.ts'
import type { Judgement } from './verdict.ts'
import type { Observation } from './observation.ts'

/** How often a page is checked. */
export const CHECK_PRIORITIES = { P0: 'daily', P1: 'weekly', P2: 'monthly' } as const

export type CheckPriority = keyof typeof CHECK_PRIORITIES

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const INTERVALS: Readonly<Record<CheckPriority, number>> = { P0: DAY_MS, P1: 7 * DAY_MS, P2: 30 * DAY_MS }

/** A failing page is checked after 6 hours at first, then less and less often, so that a host with short outages is caught while it is up. */
const SOONEST_MS = 6 * HOUR_MS
const LATEST_MS = DAY_MS
const OWN_NETWORK_MS = HOUR_MS

export const isPriority = (text: string): text is CheckPriority => Object.hasOwn(CHECK_PRIORITIES, text)

/** The priority that the policy sets for a URL (default: monthly). */
export function findPriority(policy: Policy, url: string): CheckPriority {
  return findSettings(policy, url).health.priority ?? 'P2'
}

/**
 * How long to wait before the next check of a page. Shorter if its verdict is not final yet.
 *
 * @param since when the verdict was first given, in milliseconds since 1970
 */
export function computeInterval(
  judgement: Judgement,
  last: Observation,
  priority: CheckPriority,
  since: number,
): number {
  const asked = (last.retryAfter ?? 0) * 1000
  const patience = isRecentlyDead(judgement, last, since) ? LATEST_MS : computeRecheckDelay(judgement, last)
  return Math.max(asked, Math.min(INTERVALS[priority], patience))
}

/** Dead for less than three days: checked daily, so that one bad night does not count for a month. */
function isRecentlyDead({ verdict }: Judgement, { at, isWitnessed }: Observation, since: number): boolean {
  return DEAD.has(verdict) && isWitnessed && at - since < GONE_MS
}

export const getInterval = (priority: CheckPriority): number => INTERVALS[priority]

function computeRecheckDelay(
  { verdict, reasons, failingSince }: Judgement,
  { isWitnessed, failure, status, at }: Observation,
): number {
  if (!isWitnessed) return OWN_NETWORK_MS
  if (failingSince !== null && verdict !== 'gone') return Math.min(Math.max(at - failingSince, SOONEST_MS), LATEST_MS)
  const taughtNothing = status === 429 || status === 503 || (failure ?? '').startsWith('robots')
  // A site that is rendered by scripts will not change overnight.
  const isOpen = verdict === 'degraded' || (verdict === 'inconclusive' && !reasons.includes('like_every_page'))
  return isOpen || taughtNothing ? LATEST_MS : Number.POSITIVE_INFINITY
}

/** The shortest interval that the policy sets for any page. */
export function computeShortestInterval({ spec }: Policy): number {
  const sections = [spec, ...Object.values(spec.sites ?? {}).flatMap(listSections)]
  return Math.min(...sections.map(({ health }) => INTERVALS[health?.priority ?? 'P2']))
}

/** The domains for which the policy sets a priority; null if it sets one for all, or if they cannot be listed. */
export function listDomainsWithPriority({ spec }: Policy): string[] | null {
  if (spec.health?.priority !== undefined) return null
  const named = Object.entries(spec.sites ?? {}).filter(([, site]) => listSections(site).some(hasPriority))
  return named.length > MAX_NAMED || named.some(([domain]) => domain.endsWith('.*'))
    ? null
    : named.map(([domain]) => domainToASCII(domain) || domain)
}

const MAX_NAMED = 200

const listSections = ({ paths, ...site }: SiteSpec): PolicyFields[] => [site, ...Object.values(paths ?? {})]

const hasPriority = ({ health }: PolicyFields): boolean => health?.priority !== undefined
