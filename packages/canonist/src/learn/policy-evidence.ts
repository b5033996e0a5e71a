import type { PolicyFields, PolicySpec, SiteSpec } from '@canonist/core'

type Sites = NonNullable<PolicySpec['sites']>

/** All that a policy gives as proof of its rules; a rule that stands in several sections comes as often. */
export function listEvidence(spec: Pick<PolicySpec, 'sites'> & PolicyFields): object[] {
  const sections = Object.values(spec.sites ?? {})
  const inner = sections.flatMap(({ paths = {} }) => Object.values(paths))
  return [spec, ...sections, ...inner].flatMap(({ evidence, rewrites }) =>
    (evidence ?? []).concat((rewrites ?? []).flatMap((rewrite) => rewrite.evidence ?? [])),
  )
}

/** What sections say, without why. */
export function dropEvidence(sites: Sites): Sites {
  return mapValues(sites, ({ paths, ...section }): SiteSpec => ({
    ...dropFieldEvidence(section),
    ...(paths && { paths: mapValues(paths, dropFieldEvidence) }),
  }))
}

function dropFieldEvidence({ evidence: _, rewrites, ...fields }: PolicyFields): PolicyFields {
  return { ...fields, ...(rewrites && { rewrites: rewrites.map(({ match, to }) => ({ match, to })) }) }
}

const mapValues = <Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
