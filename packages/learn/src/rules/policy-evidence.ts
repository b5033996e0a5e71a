import type { PolicyFields, PolicySpec, SiteSpec } from '@canonist/core'

type Sites = NonNullable<PolicySpec['sites']>

/** Lists all evidence in a policy. A rule in several sections is listed several times. */
export function listEvidence(spec: Pick<PolicySpec, 'sites'> & PolicyFields): object[] {
  const sections = Object.values(spec.sites ?? {})
  const inner = sections.flatMap(({ paths = {} }) => Object.values(paths))
  return [spec, ...sections, ...inner].flatMap(({ evidence, rewrites }) =>
    (evidence ?? []).concat((rewrites ?? []).flatMap((rewrite) => rewrite.evidence ?? [])),
  )
}

/** The sections without their evidence. */
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
