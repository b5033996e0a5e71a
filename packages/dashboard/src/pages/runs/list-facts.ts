import { formatCount } from '../../ui/format.ts'

/** One line about a run: a name, and a value as text. */
export interface Fact {
  readonly name: string
  readonly text: string
}

/**
 * Options and results of a run as lines that people read, however deep they are.
 *
 * @example listFacts({ pagesNew: 80123, rows: { read: 5 } }) // Pages new: 80,123; Rows read: 5
 */
export function listFacts(value: unknown, prefix = ''): Fact[] {
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => listFacts(inner, `${prefix} ${spellName(name)}`.trim()))
  const text = formatValue(value)
  return text === '' ? [] : [{ name: capitalize(prefix), text }]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const spellName = (name: string): string =>
  name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => !isRecord(item) && !Array.isArray(item)))
    return value.map(formatValue).join(', ')
  return JSON.stringify(value)
}
