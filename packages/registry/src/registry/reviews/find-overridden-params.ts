import { listCoveringDomains, type PolicySpec } from '@canonist/core'

/** A parameter for which a decision in the registry overrides the policy. */
export interface OverriddenParam {
  readonly site: string
  readonly param: string
  readonly policy: ParamRule
  readonly decision: ParamRule
}

type ParamRule = 'keep' | 'strip'
const OPPOSITE: Readonly<Record<ParamRule, ParamRule>> = { keep: 'strip', strip: 'keep' }

/**
 * Finds the parameters for which decisions override the policy.
 *
 * @example findOverriddenParams(spec, (await registry.readReviewedPolicy(policy)).spec)
 */
export function findOverriddenParams(spec: PolicySpec, reviewed: PolicySpec): OverriddenParam[] {
  return Object.keys(reviewed.sites ?? {}).flatMap((site) =>
    (['keep', 'strip'] as const).flatMap((decision) => {
      const policy = OPPOSITE[decision]
      const written = listNames(spec, site, policy)
      const before = readList(spec, site, decision)
      const decided = readList(reviewed, site, decision).filter((name) => !before.includes(name))
      return decided.filter((name) => written.includes(name)).map((param) => ({ site, param, policy, decision }))
    }),
  )
}

const readList = ({ sites }: PolicySpec, site: string, verb: ParamRule): string[] =>
  foldNames(sites?.[site]?.query?.[verb])

/** Lists the names in a policy for a site: those for all sites, for the site, and for its subdomains. */
function listNames(spec: PolicySpec, site: string, verb: ParamRule): string[] {
  const sites = Object.keys(spec.sites ?? {}).filter((other) => listCoveringDomains(other).includes(site))
  return [...foldNames(spec.query?.[verb]), ...sites.flatMap((other) => readList(spec, other, verb))]
}

const foldNames = (names: readonly string[] | null | undefined): string[] => [
  ...new Set((names ?? []).map((name) => name.toLowerCase())),
]
