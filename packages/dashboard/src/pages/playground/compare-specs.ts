export interface FieldDifference {
  readonly path: string
  /** As text; a dash where the policy does not have the field. */
  readonly before: string
  readonly after: string
}

/** A section that a policy does not have: the fields of the other one are listed one by one. */
const NONE = {}

/** Fields that say nothing about keys. */
const LABELS = new Set(['name', 'description', 'version', 'examples', '$schema'])

/** The fields in which two policies differ, down to single values. */
export function compareSpecs(before: object, after: object, prefix = ''): FieldDifference[] {
  const [a, b] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names
    .filter((name) => prefix !== '' || !LABELS.has(name))
    .flatMap((name) => {
      const [x, y, path] = [a[name], b[name], `${prefix}${name}`]
      const [inner, other] = [x ?? NONE, y ?? NONE]
      if (isRecord(inner) && isRecord(other) && inner !== other) return compareSpecs(inner, other, `${path}.`)
      const [from, to] = [formatValue(x), formatValue(y)]
      return from === to ? [] : [{ path, before: from, after: to }]
    })
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const formatValue = (value: unknown): string => {
  if (value === undefined) return '–'
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
