import { listCoveringDomains, type PolicyFields, type PolicySpec } from '@canonist/core'

/** The fields of a policy that apply to a URL: those for all sites, for its site, and for its path. */
export function listFields(spec: PolicySpec, url: string): PolicyFields[] {
  const parsed = URL.parse(url)
  if (parsed === null) return [spec]
  const { sites = {} } = spec
  const key = listCoveringDomains(parsed.hostname).find((domain) => Object.hasOwn(sites, domain))
  const site = key === undefined ? undefined : sites[key]
  if (site === undefined) return [spec]
  const path = site.paths?.[findLongest(Object.keys(site.paths), (prefix) => isBelow(parsed.pathname, prefix))]
  return path === undefined ? [spec, site] : [spec, site, path]
}

function findLongest(keys: readonly string[], covers: (key: string) => boolean): string {
  return keys.filter(covers).toSorted((a, b) => b.length - a.length)[0] ?? ''
}

export const isBelow = (path: string, prefix: string): boolean =>
  prefix === '/' || path === prefix || path.startsWith(`${prefix}/`)
