import { childPath } from '../policy-error.ts'
import type { PolicyFields, PolicySpec } from '../spec.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { leftOutOf } from './left-out.ts'
import { rewriteRules } from './nutch-rewrite.ts'
import { nutchElement, type NutchRule } from './nutch-rule.ts'
import { scopeOf } from './nutch-scope.ts'
import { placesOf, type Place } from './places.ts'
import { escapeExpression, nameExpression, strippedAt } from './stripped-names.ts'

const SAID = [
  'query.strip',
  'query.tracking',
  'query.keep',
  'query.defaults',
  'query.empty',
  'scheme',
  'www',
  'fragment',
  'trailingSlash',
  'duplicateSlashes',
  'directoryIndex',
  'rewrites',
]

/**
 * Writes Nutch's regex-normalize.xml: substitutions with Java's regular expressions, in order, for what a policy does.
 * https://nutch.apache.org
 *
 * @example
 * exportNutch({ name: 'a', fragment: 'strip' }).text.includes('<pattern>#.*$</pattern>') // true
 */
export function exportNutch(spec: PolicySpec): ExportResult {
  const places = placesOf(spec)
  const leftOut: LeftOut[] = places.flatMap((place) => leftOutOf(place, SAID, 'regex-normalize.xml'))
  const rules = places.flatMap((place) => fieldRules(place, places, leftOut).concat(rewritesOf(place, leftOut)))
  const text = [
    '<?xml version="1.0"?>',
    '<regex-normalize>',
    ...rules.map(nutchElement),
    '</regex-normalize>',
    '',
  ].join('\n')
  return { text, exported: rules.length, leftOut }
}

function fieldRules(place: Place, places: readonly Place[], leftOut: LeftOut[]): NutchRule[] {
  const scope = scopeOf(place)
  return [
    ...addressRules(place.fields, scope),
    ...queryRules(place, places, scope, leftOut),
    ...fragmentRules(place, scope),
  ]
}

function addressRules(
  { scheme, www, trailingSlash, duplicateSlashes, directoryIndex }: PolicyFields,
  scope: string,
): NutchRule[] {
  const rules: NutchRule[] = []
  if (scheme === 'https') rules.push({ pattern: `^(?=${scope})http(?=://)`, substitution: 'https' })
  if (scheme === 'http') rules.push({ pattern: `^(?=${scope})https(?=://)`, substitution: 'http' })
  if (www === 'strip')
    rules.push({ pattern: `^(?=${scope})(https?://)www\\.(?=[^/?#.]+\\.[^/?#])`, substitution: '$1' })
  if (duplicateSlashes === 'collapse') rules.push({ pattern: `((?:^${scope}|\\G(?!^))[^?#]*?/)/+`, substitution: '$1' })
  for (const name of directoryIndex ?? []) {
    rules.push({ pattern: `^(${scope}(?:/[^?#]*)?/)${escapeExpression(name)}(?=[?#]|$)`, substitution: '$1' })
  }
  if (trailingSlash === 'strip') rules.push({ pattern: `^(${scope}/[^?#]*?[^/?#])/+(?=[?#]|$)`, substitution: '$1' })
  return rules
}

/** One expression takes out all names, however often they stand in a query: `\G` goes on where the last match ended. */
function queryRules(place: Place, places: readonly Place[], scope: string, leftOut: LeftOut[]): NutchRule[] {
  const names = strippedAt(place, places).map((pattern) => `(?i:${nameExpression(pattern)})(?:=[^&#]*)?`)
  const defaults = Object.entries(place.fields.query?.defaults ?? {}).map(
    ([name, value]) => `(?i:${escapeExpression(name)})=${escapeExpression(value)}`,
  )
  tellKept(place, places, leftOut)
  const removed = [...names, ...defaults]
  const dropsEmpty = place.fields.query?.empty === 'strip'
  if (removed.length === 0 && !dropsEmpty) return []
  const start = `(^${scope}[^?#]*\\?|\\G(?!^))`
  const taken = { pattern: `${start}((?:[^&#]*&)*?)(?:${removed.join('|')})(?:&|(?=#|$))`, substitution: '$1$2' }
  const end = { pattern: `^(${scope}[^#]*?)[?&]+(?=#|$)`, substitution: '$1' }
  return removed.length === 0 ? [end] : [taken, end]
}

/** Names that are kept in a part of the place would be taken out there, too. */
function tellKept(place: Place, places: readonly Place[], leftOut: LeftOut[]): void {
  if (place.domain !== undefined) return
  const stripped = new Set(strippedAt(place, places))
  for (const { at, fields, domain } of places) {
    const kept = (fields.query?.keep ?? []).filter((name) => domain !== undefined && stripped.has(name))
    if (kept.length > 0)
      leftOut.push({
        at: `${at}.query.keep`,
        reason: `${kept.join(', ')} is taken out there, too: regex-normalize.xml adds rules up`,
      })
  }
}

function fragmentRules({ fields: { fragment }, domain }: Place, scope: string): NutchRule[] {
  if (fragment === 'strip')
    return [
      domain === undefined
        ? { pattern: '#.*$', substitution: '' }
        : { pattern: `^(${scope}[^#]*)#.*$`, substitution: '$1' },
    ]
  if (fragment === 'keep-routes') return [{ pattern: `^(${scope}[^#]*)#(?![/!]).*$`, substitution: '$1' }]
  return []
}

function rewritesOf(place: Place, leftOut: LeftOut[]): NutchRule[] {
  return (place.fields.rewrites ?? []).flatMap((rewrite, index) => {
    const rules = rewriteRules(rewrite, place)
    if (typeof rules !== 'string') return rules
    leftOut.push({ at: childPath(place.at === '' ? 'rewrites' : `${place.at}.rewrites`, index), reason: rules })
    return []
  })
}
