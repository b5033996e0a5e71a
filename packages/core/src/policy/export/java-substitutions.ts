import { NOT_AFTER_SCHEME } from '../../url/embedded-url.ts'
import { childPath } from '../policy-error.ts'
import type { PolicyFields, PolicySpec, RewriteSpec } from '../spec.ts'
import type { LeftOut } from './export-result.ts'
import { formatScope } from './java-scope.ts'
import { listLeftOut } from './left-out.ts'
import { listPlaces, type Place } from './places.ts'
import { escapeExpression, formatNameExpression, listStrippedAt } from './stripped-names.ts'
import { AFTER_LAST_MATCH, type Substitution } from './substitution.ts'
import { carriesQueryAlong } from '../rewrite-template.ts'

const PIECE = /([$#][1-9]|\$?\*)/
const TAKES: Readonly<Record<string, string>> = { '*': '[^/?&#]*?', '#': '([0-9]+)', $: '([^/?&#]+?)' }
const REST = '([^#]*)'
const REST_OF_PATH = '([^?#]*)'
const END = '(?=#|$)'

/** The substitutions that do what a rewrite does, or why there are none. */
function createRewriteRules({ match, to }: RewriteSpec, place: Place): Substitution[] | string {
  if (match.startsWith('^')) return 'is a regular expression, which is not exported'
  const withHost = match.startsWith('//')
  const start = withHost ? '(https?:)' : `(${formatScope(place)})`
  const pieces = match.split(PIECE)
  const names = pieces.filter((piece) => PIECE.test(piece) && piece !== '*').map((name) => name.replace('#', '$'))
  const carriesQuery = carriesQueryAlong(match)
  const taken = (piece: string): string => {
    if (piece === '$*') return carriesQuery ? REST_OF_PATH : REST
    return TAKES[piece] ?? TAKES[piece.charAt(0)] ?? ''
  }
  const source = pieces.map((piece) => (PIECE.test(piece) ? taken(piece) : escapeExpression(piece))).join('')
  const result = `$1${to.replace(/\$[1-9*]/g, (name) => `$${names.indexOf(name) + 2}`)}`
  const plain = { pattern: `^${start}${source}${END}`, substitution: result }
  if (!carriesQuery) return [plain]
  const query = {
    pattern: `^${start}${source}\\?([^#]*)${END}`,
    substitution: `${result}${to.includes('?') ? '&' : '?'}$${names.length + 2}`,
  }
  return [query, plain]
}

const SUPPORTED_FIELDS = [
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

/** A URL that moves to another host or path meets the rules of that place in the next pass. */
const PASSES = 3

export interface Substitutions {
  /** In order, each on the result of the one before. */
  readonly rules: readonly Substitution[]
  /** How many of them are distinct: the passes repeat them. */
  readonly count: number
  readonly leftOut: LeftOut[]
}

/** Writes what a policy does as substitutions. */
export function createSubstitutions(spec: PolicySpec, format: string): Substitutions {
  const places = listPlaces(spec)
  const leftOut: LeftOut[] = places.flatMap((place) => listLeftOut(place, SUPPORTED_FIELDS, format))
  const rules = places.flatMap((place) =>
    createFieldRules(place, places, leftOut).concat(createRewrites(place, leftOut)),
  )
  const leads = places.some(({ fields }) => fields.www === 'strip' || (fields.rewrites ?? []).length > 0)
  return {
    rules: Array<readonly Substitution[]>(leads ? PASSES : 1)
      .fill(rules)
      .flat(),
    count: rules.length,
    leftOut,
  }
}

function createFieldRules(place: Place, places: readonly Place[], leftOut: LeftOut[]): Substitution[] {
  const scope = formatScope(place)
  return [
    ...createAddressRules(place.fields, scope),
    ...createQueryRules(place, places, scope, leftOut),
    ...createFragmentRules(place, scope),
  ]
}

function createAddressRules(
  { scheme, www, trailingSlash, duplicateSlashes, directoryIndex }: PolicyFields,
  scope: string,
): Substitution[] {
  const rules: Substitution[] = []
  if (scheme === 'https') rules.push({ pattern: `^(?=${scope})http(?=://)`, substitution: 'https' })
  if (scheme === 'http') rules.push({ pattern: `^(?=${scope})https(?=://)`, substitution: 'http' })
  if (www === 'strip')
    rules.push({ pattern: `^(?=${scope})(https?://)www\\.(?=[^/?#.]+\\.[^/?#])`, substitution: '$1' })
  if (duplicateSlashes === 'collapse')
    rules.push({ pattern: `((?:^${scope}|${AFTER_LAST_MATCH})[^?#]*?${NOT_AFTER_SCHEME}/)/+`, substitution: '$1' })
  for (const name of directoryIndex ?? []) {
    rules.push({ pattern: `^(${scope}(?:/[^?#]*)?/)${escapeExpression(name)}(?=[?#]|$)`, substitution: '$1' })
  }
  if (trailingSlash === 'strip') rules.push({ pattern: `^(${scope}/[^?#]*?[^/?#])/+(?=[?#]|$)`, substitution: '$1' })
  return rules
}

function createQueryRules(place: Place, places: readonly Place[], scope: string, leftOut: LeftOut[]): Substitution[] {
  const names = listStrippedAt(place, places).map((pattern) => `(?i:${formatNameExpression(pattern)})(?:=[^&#]*)?`)
  const defaults = Object.entries(place.fields.query?.defaults ?? {}).map(
    ([name, value]) => `(?i:${escapeExpression(name)})=${escapeExpression(value)}`,
  )
  reportKept(place, places, leftOut)
  const removed = [...names, ...defaults]
  const dropsEmpty = place.fields.query?.empty === 'strip'
  if (removed.length === 0 && !dropsEmpty) return []
  return [
    ...(removed.length > 0 ? createRemovals(removed, scope) : []),
    ...(dropsEmpty ? [createEmptyEndRule(scope)] : []),
  ]
}

/** Removes pairs that another one follows, however many, and then the last pair with the delimiter before it. */
function createRemovals(pairs: readonly string[], scope: string): Substitution[] {
  const pair = `(?:${pairs.join('|')})`
  return [
    { pattern: `(^${scope}[^?#]*\\?|${AFTER_LAST_MATCH})((?:[^&#]*&)*?)${pair}&`, substitution: '$1$2' },
    { pattern: `^(${scope}[^?#]*(?:(?=\\?)|\\?[^#]*(?=&)))[?&]${pair}(?=#|$)`, substitution: '$1' },
  ]
}

const createEmptyEndRule = (scope: string): Substitution => ({
  pattern: `^(${scope}[^#]*?)[?&]+(?=#|$)`,
  substitution: '$1',
})

/** Reports names that a section keeps: the general rules would remove them there too. */
function reportKept(place: Place, places: readonly Place[], leftOut: LeftOut[]): void {
  if (place.domain !== undefined) return
  const stripped = new Set(listStrippedAt(place, places))
  for (const { at, fields, domain } of places) {
    const kept = (fields.query?.keep ?? []).filter((name) => domain !== undefined && stripped.has(name))
    if (kept.length > 0)
      leftOut.push({
        at: `${at}.query.keep`,
        reason: `${kept.join(', ')} is removed there too: rules add up`,
      })
  }
}

function createFragmentRules({ fields: { fragment }, domain }: Place, scope: string): Substitution[] {
  if (fragment === 'strip')
    return [
      domain === undefined
        ? { pattern: '#.*$', substitution: '' }
        : { pattern: `^(${scope}[^#]*)#.*$`, substitution: '$1' },
    ]
  if (fragment === 'keep-routes') return [{ pattern: `^(${scope}[^#]*)#(?![/!]).*$`, substitution: '$1' }]
  return []
}

function createRewrites(place: Place, leftOut: LeftOut[]): Substitution[] {
  return (place.fields.rewrites ?? []).flatMap((rewrite, index) => {
    const rules = createRewriteRules(rewrite, place)
    if (typeof rules !== 'string') return rules
    leftOut.push({ at: childPath(place.at === '' ? 'rewrites' : `${place.at}.rewrites`, index), reason: rules })
    return []
  })
}
