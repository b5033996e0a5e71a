export interface RuleDetail {
  /** The entries of the policy, one for each field of a site. */
  readonly fields: readonly { readonly site: string; readonly field: string; readonly value: string }[]
  readonly proof: string | null
  readonly examples: readonly string[]
}

/** Reads what the learner recorded of a rule. The service does not promise its fields, so each may be missing. */
export function readRuleDetail(detail: unknown): RuleDetail {
  const { sites, proof, examples } = isRecord(detail) ? detail : {}
  return {
    fields: Object.entries(isRecord(sites) ? sites : {}).flatMap(([site, fields]) =>
      listFields(fields).map(([field, value]) => ({ site, field, value })),
    ),
    proof: typeof proof === 'string' ? proof : null,
    examples: Array.isArray(examples) ? examples.filter((each) => typeof each === 'string') : [],
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `query.strip` and `sid`, however deep the field is. */
function listFields(value: unknown, path = ''): [field: string, value: string][] {
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => listFields(inner, path === '' ? name : `${path}.${name}`))
  const text = Array.isArray(value) ? value.map(formatValue).join(', ') : formatValue(value)
  return [[path, text]]
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
