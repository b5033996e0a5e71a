import { SESSION_NAMES } from '../session-names.ts'
import type { PolicyFields } from '../spec.ts'
import type { Pattern } from '../terms.ts'
import { isWithin, type Place } from './places.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../tracking-names.ts'

/** What a place strips, without what it or a surrounding place keeps. */
export function listStrippedAt(place: Place, places: readonly Place[]): Pattern[] {
  const kept = places.filter((other) => isWithin(place, other)).flatMap(({ fields }) => fields.query?.keep ?? [])
  return listStrippedNames(place.fields).filter((pattern) => !kept.includes(pattern))
}

/** All patterns of parameters that these fields remove from a query. */
export function listStrippedNames({ query = {}, session }: PolicyFields): Pattern[] {
  const { strip, tracking } = query
  const listed = tracking === 'core' || tracking === 'extended' ? TRACKING_CORE : []
  const more = tracking === 'extended' ? TRACKING_EXTENDED : []
  return [...new Set([...listed, ...more, ...(session === true ? SESSION_NAMES : []), ...(strip ?? [])])]
}

export const isPlainName = (pattern: Pattern): boolean => !pattern.includes('*') && !pattern.startsWith('/')

/** An expression for whole names that matches the same names as the pattern. */
export function formatNameExpression(pattern: Pattern): string {
  const source = /^\/(.+)\/i?$/s.exec(pattern)?.[1]
  if (source === undefined) return pattern.split('*').map(escapeExpression).join('[^=&#]*')
  const start = source.startsWith('^') ? source.slice(1) : `[^=&#]*?${source}`
  return /(?<!\\)\$$/.test(start) ? start.slice(0, -1) : `${start}[^=&#]*`
}

export const escapeExpression = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
