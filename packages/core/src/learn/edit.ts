import { SESSION_NAMES } from '../policy/session-names.ts'
import { compilePatterns } from '../policy/pattern.ts'
import type { PolicyFields, RewriteSpec } from '../policy/spec.ts'
import { compileRewrite } from '../policy/rewrite-template.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../policy/tracking-names.ts'
import { percentDecode } from '../url/percent.ts'
import { resourceOf, type ParsedUrl } from './form.ts'
import type { RuleFamily } from './types.ts'

/**
 * The smallest change that a rule can consist of: a piece of a policy. What it does to a URL is what the normalizer does
 * under that policy; there is no second implementation of it here.
 */
export interface Edit {
  readonly id: string
  readonly family: RuleFamily
  readonly fields: PolicyFields
  /** How many agreeing contents it is given in advance. */
  readonly prior: number
  /** Whether it may change the form: a cheap look that spares running it. */
  readonly mayChange: (url: ParsedUrl) => boolean
  /** The same, told exactly, where `mayChange` says yes too often; right only where nothing else changes the URL. */
  readonly matches?: (url: ParsedUrl) => boolean
  /** Where only one of the hosts that it makes one has it in its section. */
  readonly belongsTo?: (host: string) => boolean
  /** The parameter that it is about. */
  readonly name?: string
  readonly value?: string
}

const isTracking = /* @__PURE__ */ compilePatterns(TRACKING_CORE)
const isMaybeTracking = /* @__PURE__ */ compilePatterns(TRACKING_EXTENDED)
const isSession = /* @__PURE__ */ compilePatterns(SESSION_NAMES)

/** In pseudo-trials; a rule without any needs 35 contents without a failure. */
const PRIOR = { knownName: 27, structure: 22, spelling: 18, listStart: 22, parameter: 16, template: 15, case: 12 }

export const isSessionName = (name: string): boolean => isSession.has(name)

export const stripParameter = (name: string): Edit => ({
  id: `strip ${name}`,
  family: isSessionName(name) ? 'session' : 'parameter',
  fields: { query: { strip: [patternOf(name)] } },
  prior: priorOfName(name),
  mayChange: ({ pairs }) => pairs.some((pair) => pair.name === name),
  name,
})

function priorOfName(name: string): number {
  if (isTracking.has(name) || isSessionName(name)) return PRIOR.knownName
  return isMaybeTracking.has(name) ? PRIOR.spelling : PRIOR.parameter
}

/** A name that would be read as a glob or an expression is spelled as an expression. */
function patternOf(name: string): string {
  if (!/^\/|\*/.test(name)) return name
  return `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`
}

const LIST_START = /^(?:page|p|pg|paged|start|offset|from|index|skip)=[01]?$/

export const dropDefault = (name: string, value: string): Edit => ({
  id: `default ${name}=${value}`,
  family: 'default-value',
  fields: { query: { defaults: { [name]: percentDecode(value) } } },
  prior: LIST_START.test(`${name}=${value}`) ? PRIOR.listStart : PRIOR.template,
  mayChange: ({ pairs }) => pairs.some((pair) => pair.name === name && pair.value === value),
  name,
  value,
})

export const sortParameters: Edit = {
  id: 'sort',
  family: 'parameter-order',
  fields: { query: { sort: true } },
  prior: PRIOR.spelling,
  mayChange: ({ pairs }) => pairs.length > 1,
}

export const dropEmptyQuery: Edit = {
  id: 'empty-query',
  family: 'empty-query',
  fields: { query: { empty: 'strip' } },
  prior: PRIOR.structure,
  mayChange: ({ query }) => query === '?' || /[?&](?:&|$)/.test(query),
}

export const dropFragment: Edit = {
  id: 'fragment',
  family: 'fragment',
  fields: { fragment: 'keep-routes' },
  prior: PRIOR.knownName,
  mayChange: ({ fragment }) => fragment !== '',
}

export const stripSlash: Edit = {
  id: 'slash',
  family: 'slash',
  fields: { trailingSlash: 'strip' },
  prior: PRIOR.structure,
  mayChange: ({ path }) => path.length > 1 && path.endsWith('/'),
}

export const collapseSlashes: Edit = {
  id: 'double-slash',
  family: 'slash',
  fields: { duplicateSlashes: 'collapse' },
  prior: PRIOR.structure,
  mayChange: ({ path }) => path.includes('//'),
}

export const lowerCase: Edit = {
  id: 'case',
  family: 'case',
  fields: { pathCase: 'lower' },
  prior: PRIOR.case,
  mayChange: ({ path }) => /[A-Z]/.test(path),
}

/** @param kept names of sessions in the query, which are judged on their own */
export const dropPathSession = (kept: readonly string[]): Edit => ({
  id: 'path-session',
  family: 'session',
  fields: { session: true, ...(kept.length > 0 && { query: { keep: kept.map(patternOf) } }) },
  prior: PRIOR.knownName,
  mayChange: ({ path }) => /;jsessionid=|\/\([A-Z]\(/i.test(path),
})

const KNOWN_INDEX = /^(?:index|default|home|main|welcome)\.[a-z0-9]+$/i

export const dropIndex = (name: string): Edit => ({
  id: `index ${name}`,
  family: 'index-file',
  fields: { directoryIndex: [name] },
  prior: KNOWN_INDEX.test(name) ? PRIOR.structure : PRIOR.template,
  mayChange: endsLike(name),
})

function endsLike(name: string): (url: ParsedUrl) => boolean {
  const [file, directory] = [`/${name}`, `/${name}/`]
  return ({ path }) => path.endsWith(file) || path.endsWith(directory)
}

export const writeScheme = (scheme: 'https' | 'http'): Edit => ({
  id: `scheme ${scheme}`,
  family: 'scheme',
  fields: { scheme },
  prior: PRIOR.structure,
  mayChange: (form) => form.scheme !== `${scheme}:`,
})

export const stripWww: Edit = {
  id: 'www',
  family: 'host',
  fields: { www: 'strip' },
  prior: PRIOR.structure,
  mayChange: ({ host }) => host.startsWith('www.'),
  belongsTo: (host) => host.startsWith('www.'),
}

const LIKELY_MIRROR = /^(?:www\d*|m|mobile|amp|touch|wap|mirror\d*|cdn|static)\./

export const moveHost = (from: string, to: string): Edit => ({
  ...rewriteTo({ match: `//${from}/$*`, to: `//${to}/$*` }, LIKELY_MIRROR.test(from) ? PRIOR.spelling : 0),
  id: `host ${from} ${to}`,
  family: 'host',
  mayChange: ({ host }) => host === from,
  belongsTo: (host) => host === from,
})

export const rewriteTo = (rewrite: RewriteSpec, prior: number = PRIOR.template): Edit => ({
  id: `rewrite ${rewrite.match} ${rewrite.to}`,
  family: 'rewrite',
  fields: { rewrites: [rewrite] },
  prior,
  mayChange: startsLike(rewrite.match),
  matches: isMatchedBy(rewrite),
})

/** From one host to another. */
export const rewriteBetween = (from: string, match: string, to: string, target: string): Edit => {
  const startsSo = startsLike(match)
  return {
    ...rewriteTo({ match: `//${from}${match}`, to: `//${to}${target}` }),
    mayChange: (url) => url.host === from && startsSo(url),
    belongsTo: (host) => host === from,
  }
}

/** By the text before the first variable. */
function startsLike(match: string): (url: ParsedUrl) => boolean {
  const [start = ''] = match.split(/[$#*]/)
  const path = start.split('?')[0] ?? ''
  return path === start
    ? (url) => url.path.startsWith(path)
    : (url) => url.path.startsWith(path) && resourceOf(url).startsWith(start)
}

function isMatchedBy(spec: RewriteSpec): (url: ParsedUrl) => boolean {
  const { withHost, start, rewrite } = compileRewrite(spec)
  if (withHost) return (url) => rewrite(`//${url.host}${resourceOf(url)}`) !== null
  const path = start.split('?')[0] ?? ''
  return (url) => url.path.startsWith(path) && rewrite(resourceOf(url)) !== null
}
