import { childPath } from '../policy-error.ts'
import type { PolicyFields } from '../spec.ts'
import type { LeftOut } from './export-result.ts'
import type { Place } from './places.ts'

/** Fields that say nothing about URLs, or that every URL parser does anyway. */
const NEUTRAL_FIELDS = new Set([
  '$schema',
  'version',
  'description',
  'evidence',
  'languages',
  'pagination',
  'classify',
  'citation',
  'health',
  'dotSegments',
  'port',
  'strayPercent',
  'escapeCase',
  'unreserved',
])

/** Values that turn a field off. */
const IDLE = new Set<unknown>(['keep', 'none', false, null, undefined, 'guard'])

/** The fields of a place that a format cannot express. */
export function listLeftOut({ at, fields }: Place, said: readonly string[], format: string): LeftOut[] {
  return listEntries(fields)
    .filter(([field, value]) => !NEUTRAL_FIELDS.has(field) && !said.includes(field) && !isIdle(value))
    .map(([field]) => ({ at: at === '' ? field : childPath(at, field), reason: `${format} cannot express it` }))
}

function listEntries({ query, ...fields }: PolicyFields): [string, unknown][] {
  return [
    ...Object.entries(fields),
    ...Object.entries(query ?? {}).map(([name, value]): [string, unknown] => [`query.${name}`, value]),
  ]
}

const isIdle = (value: unknown): boolean =>
  IDLE.has(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
