import { createNormalizer, definePolicy } from '@canonist/core'
import type { LearnResult, SiteFigures } from '../log/types.ts'
import type { ProbedRule } from '../rules/rule-evidence.ts'

/**
 * Updates how much the policy merges, on sites where rules were confirmed.
 *
 * @param listUrls URLs of a site. If these are a sample, some pairs are missing, and the figures are a lower bound
 */
export function updateFigures(
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
