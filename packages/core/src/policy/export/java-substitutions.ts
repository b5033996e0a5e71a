import { NOT_BEHIND_SCHEME } from '../../url/embedded-url.ts'
import { childPath } from '../policy-error.ts'
import type { PolicyFields, PolicySpec } from '../spec.ts'
import type { LeftOut } from './export-result.ts'
import { rewriteRules } from './java-rewrite.ts'
import { scopeOf } from './java-scope.ts'
import { leftOutOf } from './left-out.ts'
import { placesOf, type Place } from './places.ts'
import { escapeExpression, nameExpression, strippedAt } from './stripped-names.ts'
import { AGAIN, type Substitution } from './substitution.ts'

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

/** What leads to another host or path meets the rules of that place on the next way through. */
const WAYS = 3

export interface Substitutions {
  /** In order, each on the result of the one before. */
  readonly rules: readonly Substitution[]
  /** How many of them say something that none before it says. */
  readonly count: number
  readonly leftOut: LeftOut[]
}

/** What a policy does, as substitutions. */
export function substitutionsOf(spec: PolicySpec, format: string): Substitutions {
  const places = placesOf(spec)
  const leftOut: LeftOut[] = places.flatMap((place) => leftOutOf(place, SAID, format))
  const rules = places.flatMap((place) => fieldRules(place, places, leftOut).concat(rewritesOf(place, leftOut)))
  const leads = places.some(({ fields }) => fields.www === 'strip' || (fields.rewrites ?? []).length > 0)
  return {
    rules: Array<readonly Substitution[]>(leads ? WAYS : 1)
      .fill(rules)
      .flat(),
    count: rules.length,
    leftOut,
  }
}

function fieldRules(place: Place, places: readonly Place[], leftOut: LeftOut[]): Substitution[] {
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
): Substitution[] {
  const rules: Substitution[] = []
  if (scheme === 'https') rules.push({ pattern: `^(?=${scope})http(?=://)`, substitution: 'https' })
  if (scheme === 'http') rules.push({ pattern: `^(?=${scope})https(?=://)`, substitution: 'http' })
  if (www === 'strip')
    rules.push({ pattern: `^(?=${scope})(https?://)www\\.(?=[^/?#.]+\\.[^/?#])`, substitution: '$1' })
  if (duplicateSlashes === 'collapse')
    rules.push({ pattern: `((?:^${scope}|${AGAIN})[^?#]*?${NOT_BEHIND_SCHEME}/)/+`, substitution: '$1' })
  for (const name of directoryIndex ?? []) {
    rules.push({ pattern: `^(${scope}(?:/[^?#]*)?/)${escapeExpression(name)}(?=[?#]|$)`, substitution: '$1' })
  }
  if (trailingSlash === 'strip') rules.push({ pattern: `^(${scope}/[^?#]*?[^/?#])/+(?=[?#]|$)`, substitution: '$1' })
  return rules
}

function queryRules(place: Place, places: readonly Place[], scope: string, leftOut: LeftOut[]): Substitution[] {
  const names = strippedAt(place, places).map((pattern) => `(?i:${nameExpression(pattern)})(?:=[^&#]*)?`)
  const defaults = Object.entries(place.fields.query?.defaults ?? {}).map(
    ([name, value]) => `(?i:${escapeExpression(name)})=${escapeExpression(value)}`,
  )
  tellKept(place, places, leftOut)
  const removed = [...names, ...defaults]
  const dropsEmpty = place.fields.query?.empty === 'strip'
  if (removed.length === 0 && !dropsEmpty) return []
  return [...(removed.length > 0 ? removalsOf(removed, scope) : []), ...(dropsEmpty ? [emptyEnd(scope)] : [])]
}

/** Pairs with another behind them, however many, and then the last one with what stands before it. */
function removalsOf(pairs: readonly string[], scope: string): Substitution[] {
  const pair = `(?:${pairs.join('|')})`
  return [
    { pattern: `(^${scope}[^?#]*\\?|${AGAIN})((?:[^&#]*&)*?)${pair}&`, substitution: '$1$2' },
    { pattern: `^(${scope}[^?#]*(?:(?=\\?)|\\?[^#]*(?=&)))[?&]${pair}(?=#|$)`, substitution: '$1' },
  ]
}

const emptyEnd = (scope: string): Substitution => ({ pattern: `^(${scope}[^#]*?)[?&]+(?=#|$)`, substitution: '$1' })

/** Names that are kept in a part of the place would be taken out there, too. */
function tellKept(place: Place, places: readonly Place[], leftOut: LeftOut[]): void {
  if (place.domain !== undefined) return
  const stripped = new Set(strippedAt(place, places))
  for (const { at, fields, domain } of places) {
    const kept = (fields.query?.keep ?? []).filter((name) => domain !== undefined && stripped.has(name))
    if (kept.length > 0)
      leftOut.push({
        at: `${at}.query.keep`,
        reason: `${kept.join(', ')} is taken out there, too: rules add up`,
      })
  }
}

function fragmentRules({ fields: { fragment }, domain }: Place, scope: string): Substitution[] {
  if (fragment === 'strip')
    return [
      domain === undefined
        ? { pattern: '#.*$', substitution: '' }
        : { pattern: `^(${scope}[^#]*)#.*$`, substitution: '$1' },
    ]
  if (fragment === 'keep-routes') return [{ pattern: `^(${scope}[^#]*)#(?![/!]).*$`, substitution: '$1' }]
  return []
}

function rewritesOf(place: Place, leftOut: LeftOut[]): Substitution[] {
  return (place.fields.rewrites ?? []).flatMap((rewrite, index) => {
    const rules = rewriteRules(rewrite, place)
    if (typeof rules !== 'string') return rules
    leftOut.push({ at: childPath(place.at === '' ? 'rewrites' : `${place.at}.rewrites`, index), reason: rules })
    return []
  })
}
