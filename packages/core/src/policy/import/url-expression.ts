import { compileGlobs } from '../pattern.ts'
import { END, MANY, ONE, expandExpression } from './expand-expression.ts'
import { readSiteKey } from './foreign-site.ts'
import { EVERYWHERE, type Scope } from './rule-collector.ts'

/** A part of the URLs that an expression matches: a host, or `null` for any, and the text after it. */
interface UrlText {
  readonly scope: Scope | null
  /** With marks for the parts that the expression leaves open. */
  readonly host: string
  readonly tail: string
}

/** Any number of labels before a name, and any ending after it, as catalogues write them. */
const SUBDOMAINS = '\uE010'
const ENDING = '\uE011'
/** Where a host or segment ends. */
const SEGMENT_END = '\uE012'

const SHORTHANDS: readonly (readonly [RegExp, string])[] = [
  [/\(\?:\[a-z0-9-\]\+\\\.\)\*\??/g, SUBDOMAINS],
  [/\(\?:\\\.\[a-z\]\{2,\}\)(?:\{1,\}|\+)/g, ENDING],
  [/\(\?:\\\.\(\?:[a-z|]+\)\\\.\[a-z\]\{2\}\|\\\.\[a-z0-9-\]\+\)/g, ENDING],
  [/\(\?::\\d\+\)\?/g, ''],
  [/\(\?[=:]\[\\?\/\?#\]\|\$\)/g, SEGMENT_END],
]

/** The hosts and paths that an expression for URLs covers, or null if no policy can express them. */
function readUrlTexts(pattern: string): UrlText[] | null {
  const rest = pattern.replace(/^\^?https\?:(?:\\?\/){2}/, '')
  if (rest === pattern) return null
  const source = SHORTHANDS.reduce((text, [shape, mark]) => text.replace(shape, mark), rest)
  return expandExpression(source)?.map(cutText) ?? null
}

function cutText(text: string): UrlText {
  const [, host = '', tail = ''] = new RegExp(`^([^/?${SEGMENT_END}${END}]*)(.*)$`, 's').exec(text) ?? []
  return { scope: readHost(host), host, tail }
}

function readHost(text: string): Scope | null {
  const isHostOnly = !text.startsWith(SUBDOMAINS)
  // An unescaped dot in a host is a dot whose backslash was forgotten.
  const host = text.replace(SUBDOMAINS, '').replaceAll(ONE, '.')
  const domain = readSiteKey(host.replace(new RegExp(`${ENDING}$`), '.*'))
  if (domain === null) return null
  return isHostOnly ? { domain, isHostOnly } : { domain }
}

const OPEN = /[\uE000-\uE00F\uE010-\uE01F]/

/** Where the rules of a provider apply, or why that cannot be expressed. Never wider than the expression. */
export function readRuleScopes(pattern: string): Scope[] | string {
  if (pattern === '.*') return [EVERYWHERE]
  const texts = readUrlTexts(pattern)
  if (texts === null) return 'does not begin with a scheme and a plain host'
  const scopes: Scope[] = []
  for (const { scope, tail } of texts) {
    const place = scope && readTail(scope, tail)
    if (place === null) return scope === null ? 'has no plain host' : 'has more than a plain path after the host'
    scopes.push(place)
  }
  return scopes
}

const PLAIN_PATH = /^(?:\/[\w.~%!$&'()+,;=:@-]+)*$/

/** The path that follows a host; null if it is not a plain path. */
function readTail(scope: Scope, tail: string): Scope | null {
  const isExact = tail.endsWith('?')
  const text = tail.replace(new RegExp(`(?:${MANY}|${SEGMENT_END}|\\?)$`), '')
  const path = text.replace(/\/$/, '')
  if (OPEN.test(path) || !PLAIN_PATH.test(path) || (isExact && path === '')) return null
  if (path === '') return scope
  if (isExact) return { ...scope, path, reach: 'exact' }
  return text === path ? { ...scope, path } : { ...scope, path, reach: 'below' }
}

/** An exception: places in which no rule of the provider applies, and globs for what places cannot express. */
export interface Exceptions {
  readonly scopes: Scope[]
  readonly globs: { readonly domain: string | undefined; readonly glob: string }[]
}

/**
 * Where an exception applies; null if it might apply anywhere. Never less than the expression says, which is why most
 * paths become globs: an expression may end within a segment, and does not tell `/A` from `/a`.
 *
 * @param isExactPlace whether some rule is for this path alone, and so must be kept apart from the paths below
 */
export function readExceptions(pattern: string, isExactPlace: (scope: Scope) => boolean): Exceptions | null {
  const found: Exceptions = { scopes: [], globs: [] }
  // WebSocket URLs are not pages.
  if (/^\^wss?\?:/.test(pattern)) return found
  const texts = readUrlTexts(pattern)
  if (texts === null || !pattern.startsWith('^')) return null
  for (const { scope, host, tail } of texts) {
    const place = scope && readTail(scope, tail)
    if (scope !== null && (tail === '' || tail === SEGMENT_END || /^\/\uE001?$/.test(tail))) found.scopes.push(scope)
    else if (place !== null && (tail.endsWith(SEGMENT_END) || (place.reach === 'exact' && isExactPlace(place))))
      found.scopes.push(place)
    else found.globs.push(...toGlobs(host, tail, scope))
  }
  const globs = removeCovered(found.globs.map(({ glob }) => glob))
  if (globs.some((glob) => /^[*/?&=]*$/.test(glob))) return null
  return { ...found, globs: found.globs.filter(({ glob }) => globs.includes(glob)) }
}

function toGlobs(host: string, tail: string, scope: Scope | null): Exceptions['globs'] {
  const start = scope === null ? host : MANY
  const ends = tail.includes(SEGMENT_END) ? ['/', '?'] : ['']
  return ends.map((end) => {
    const text = `${start}${tail.replace(SEGMENT_END, end)}${MANY}`
    const glob = text.replace(new RegExp(`${END}${MANY}$`), '').replace(/[\uE000-\uF8FF]+/g, '*')
    return { domain: scope?.domain, glob: glob.replace(/\*[*&]*\*/g, '*').toLowerCase() }
  })
}

/** Removes globs that another glob covers. */
function removeCovered(globs: readonly string[]): string[] {
  const unique = [...new Set(globs)]
  return unique.filter((glob) => !unique.some((other) => other !== glob && compileGlobs([other])(glob)))
}
