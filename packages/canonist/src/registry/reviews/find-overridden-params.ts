import { listCoveringDomains, type PolicySpec } from '@canonist/core'

/** A parameter of which a policy says one thing and a decision of the registry another; the decision counts. */
export interface OverriddenParam {
  readonly site: string
  readonly param: string
  readonly policy: ParamRule
  readonly decision: ParamRule
}

type ParamRule = 'keep' | 'strip'
const OPPOSITE: Readonly<Record<ParamRule, ParamRule>> = { keep: 'strip', strip: 'keep' }

/**
 * Where a policy and the same policy with its decisions contradict each other.
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

/** What a policy says of a site: for all sites, for that one, and for those below it. */
function listNames(spec: PolicySpec, site: string, verb: ParamRule): string[] {
  const sites = Object.keys(spec.sites ?? {}).filter((other) => listCoveringDomains(other).includes(site))
  return [...foldNames(spec.query?.[verb]), ...sites.flatMap((other) => readList(spec, other, verb))]
}

const foldNames = (names: readonly string[] | null | undefined): string[] => [
  ...new Set((names ?? []).map((name) => name.toLowerCase())),
]
