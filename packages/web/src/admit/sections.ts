import type { PolicyFields, PolicySpec, SiteSpec } from '@canonist/core'

/** The policy with the fields of each of its sections changed, the top included. */
export function mapSections(spec: PolicySpec, change: (fields: PolicyFields) => PolicyFields): PolicySpec {
  const { name, sites, hosts, rules, examples, extends: base, ...fields } = spec
  return {
    ...change(fields),
    name,
    ...(sites === undefined ? {} : { sites: mapValues(sites, (site) => mapPaths(site, change)) }),
  }
}

/** The fields of each section of a policy, the top included. */
export function listSections({ sites = {}, ...everywhere }: PolicySpec): PolicyFields[] {
  const paths = Object.values(sites).flatMap((site) => Object.values(site.paths ?? {}))
  return [everywhere, ...Object.values(sites), ...paths]
}

function mapPaths({ paths, ...fields }: SiteSpec, change: (fields: PolicyFields) => PolicyFields): SiteSpec {
  return { ...change(fields), ...(paths === undefined ? {} : { paths: mapValues(paths, change) }) }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
