import { domainToASCII } from 'node:url'
import { findSettings, type Policy, type PolicyFields, type SiteSpec } from '@canonist/core'
import { GONE_MS, DEAD } from './machine.ts'
import type { Judgement } from './verdict.ts'
import type { Observation } from './observation.ts'

/** How often a page is looked at. */
export const CHECK_PRIORITIES = { P0: 'daily', P1: 'weekly', P2: 'monthly' } as const

export type CheckPriority = keyof typeof CHECK_PRIORITIES

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const INTERVALS: Readonly<Record<CheckPriority, number>> = { P0: DAY_MS, P1: 7 * DAY_MS, P2: 30 * DAY_MS }

/** What fails is looked at ever less often: a host that comes and goes is caught while it is there. */
const SOONEST_MS = 6 * HOUR_MS
const LATEST_MS = DAY_MS
const OWN_NETWORK_MS = HOUR_MS

export const isPriority = (text: string): text is CheckPriority => Object.hasOwn(CHECK_PRIORITIES, text)

/** What the policy says of a URL in its section; monthly where it says nothing. */
export function findPriority(policy: Policy, url: string): CheckPriority {
  return findSettings(policy, url).health.priority ?? 'P2'
}

/**
 * How long a page is left alone after a look at it; sooner where the last word is not yet spoken.
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

/** What came of one bad night is not to be in force for a month. */
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
  // A site that is made by scripts will be so tomorrow.
  const isOpen = verdict === 'degraded' || (verdict === 'inconclusive' && !reasons.includes('like_every_page'))
  return isOpen || taughtNothing ? LATEST_MS : Number.POSITIVE_INFINITY
}

/** The shortest time after which the policy wants any page to be looked at again. */
export function computeShortestInterval({ spec }: Policy): number {
  const sections = [spec, ...Object.values(spec.sites ?? {}).flatMap(listSections)]
  return Math.min(...sections.map(({ health }) => INTERVALS[health?.priority ?? 'P2']))
}

/** The domains that the policy has a priority for; null where it has one for all, or cannot name them one by one. */
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
