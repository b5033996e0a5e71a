import { type PolicySpec, type SiteSpec, createNormalizer, definePolicy } from '@canonist/core'
import type { LearnedRule, LearnResult, SiteFigures } from '../log/types.ts'
import { createLimit } from '@canonist/web/internal/net/politeness/limit'
import { addRule } from '../rules/add-rule.ts'
import { findOwner } from '../rules/find-owner.ts'
import type { ProbedRule } from '../rules/rule-evidence.ts'
import { ProbeRequester, type ProbeRequestOptions } from './probe-requester.ts'
import { probeSite } from './probe-site.ts'

export interface ProbeAllOptions extends ProbeRequestOptions {
  /** URLs of a site to try rules on. */
  readonly listUrls: (site: string) => readonly string[]
  readonly sitesAtOnce?: number
  /** The site of a host. */
  readonly findSite?: (host: string) => string
}

export interface ProbeOutcome {
  readonly result: LearnResult
  readonly requests: number
  /** Whether no server responded at all. */
  readonly isNetworkSilent: boolean
}

/** Probes every doubtful rule. Confirmed rules join the policy, refuted ones are rejected. */
export async function probeAll(learned: LearnResult, options: ProbeAllOptions): Promise<ProbeOutcome> {
  const limit = createLimit(options.sitesAtOnce ?? 32)
  const bySite = [...Map.groupBy(learned.doubtful, ({ site }) => site)]
  const probes = await Promise.all(
    bySite.map(([site, rules]) => limit(() => probeOne(site, rules, learned.policy, options))),
  )
  const requests = probes.reduce((sum, { requester }) => sum + requester.requests, 0)
  const rules = probes.flatMap((probe) => probe.rules)
  return {
    result: applyProbes(learned, rules, options.listUrls),
    requests,
    isNetworkSilent: requests > 0 && !probes.some(({ requester }) => requester.hasResponse),
  }
}

async function probeOne(
  site: string,
  rules: readonly LearnedRule[],
  policy: PolicySpec,
  options: ProbeAllOptions,
): Promise<{ readonly rules: readonly ProbedRule[]; readonly requester: ProbeRequester }> {
  const requester = new ProbeRequester(options)
  const probed = await probeSite(
    rules,
    options.listUrls(site),
    selectSite(policy, site, options.findSite ?? findOwner),
    requester,
  )
  return { rules: probed, requester }
}

/** The part of the policy for one site: rules of other sites cannot interact with it. */
function selectSite(
  { name, extends: base, sites = {} }: PolicySpec,
  site: string,
  findSite: (host: string) => string,
): PolicySpec {
  const own = Object.entries(sites).filter(([host]) => findSite(host) === site)
  const part: Record<string, SiteSpec> = Object.fromEntries(own)
  return { name, ...(base !== undefined && { extends: base }), sites: part }
}

function applyProbes(
  learned: LearnResult,
  probed: readonly ProbedRule[],
  listUrls: ProbeAllOptions['listUrls'],
): LearnResult {
  const byId = new Map(probed.map((rule) => [rule.id, rule]))
  const rules = learned.rules.map((rule) => byId.get(rule.id) ?? rule)
  const confirmed = probed.filter(({ tier }) => tier === 'apply')
  const policy = confirmed.reduce((spec, rule) => addRule(spec, rule) ?? spec, learned.policy)
  const result = { ...learned, policy, rules, doubtful: rules.filter(({ tier }) => tier === 'probe') }
  return updateFigures(result, confirmed, listUrls)
}

/**
 * Updates how much the policy merges, on sites where rules were confirmed.
 *
 * @param listUrls URLs of a site. If these are a sample, some pairs are missing, and the figures are a lower bound
 */
function updateFigures(
  result: LearnResult,
  confirmed: readonly ProbedRule[],
  listUrls: (site: string) => readonly string[],
): LearnResult {
  const normalize = createNormalizer(definePolicy(result.policy))
  const bySite = Map.groupBy(confirmed, ({ site }) => site)
  const sites = result.sites.map((figures) => {
    const rules = bySite.get(figures.site)
    return rules === undefined ? figures : addConfirmed(figures, rules, listUrls(figures.site).map(normalize))
  })
  const { urls } = result.figures
  const merged = sites.reduce((sum, site) => sum + site.merged, 0)
  return { ...result, sites, figures: { ...result.figures, reduction: urls === 0 ? 0 : merged / urls } }
}

function addConfirmed(figures: SiteFigures, rules: readonly ProbedRule[], spelled: readonly unknown[]): SiteFigures {
  const share = spelled.length === 0 ? 0 : 1 - new Set(spelled).size / spelled.length
  // Some of the URLs only redirect: rules may merge them, but the figures do not count them.
  const most = figures.merged + rules.reduce((sum, { changes }) => sum + changes, 0)
  const merged = Math.max(figures.merged, Math.min(most, Math.round(share * figures.urls)))
  return { ...figures, merged, rules: figures.rules + rules.length }
}
