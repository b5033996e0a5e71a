import { childPath } from '../policy-error.ts'
import type { PolicyFields } from '../spec.ts'
import type { LeftOut } from './export-result.ts'
import type { Place } from './places.ts'

/** What says nothing about URLs, or is what every reader of URLs does anyway. */
const SILENT = new Set([
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

/** Values by which a field says that nothing is done. */
const IDLE = new Set<unknown>(['keep', 'none', false, null, undefined, 'guard'])

/** The fields of a place that a format has no words for. */
export function leftOutOf({ at, fields }: Place, said: readonly string[], format: string): LeftOut[] {
  return wordsOf(fields)
    .filter(([field, value]) => !SILENT.has(field) && !said.includes(field) && !isIdle(value))
    .map(([field]) => ({ at: at === '' ? field : childPath(at, field), reason: `${format} has no words for it` }))
}

function wordsOf({ query, ...fields }: PolicyFields): [string, unknown][] {
  return [
    ...Object.entries(fields),
    ...Object.entries(query ?? {}).map(([name, value]): [string, unknown] => [`query.${name}`, value]),
  ]
}

const isIdle = (value: unknown): boolean =>
  IDLE.has(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
