import { MAX_URL_LENGTH } from '../url/max-url-length.ts'
import { MAX_STEPS, findWorkFault, type Bounds } from './expression-work.ts'
import { isDelimiter, matchUnit, type UnitVariable } from './match-unit.ts'
import { MAX_TESTED_TEXT_LENGTH } from './pattern.ts'
import type { RewriteSpec } from './spec.ts'

/**
 * Rewrites `host/path?query` or, if match and result begin with one slash, only `/path?query`. Returns null if the text
 * does not match.
 */
export interface Rewriter {
  readonly withHost: boolean
  /** The literal text with which every match begins; empty if unknown. */
  readonly start: string
  readonly rewrite: (text: string) => string | null
}

/** The whole text, then what each variable captured, in the order of the match. */
type Captures = readonly (string | undefined)[]

interface Matcher {
  readonly variables: readonly string[]
  readonly find: (text: string) => Captures | null
}

export const TEXT_BOUNDS: Bounds = { longest: MAX_TESTED_TEXT_LENGTH, mostSteps: MAX_STEPS }
/**
 * V8 interprets an expression when it runs for the first time, unless the text has 1,000 characters or more. A step then takes
 * 16 times as long. Parameter names need no such bound: one URL may have more names than that.
 */
export const FIRST_RUN_BOUNDS: Bounds = { longest: 1000, mostSteps: MAX_STEPS / 16 }
/** Limits a segment in which a variable takes digits: what more of them would match is hard to foresee. */
const MAX_VARIABLES_IN_SEGMENT = 3

export function compileRewrite(spec: RewriteSpec): Rewriter {
  const withHost = reachesHost(spec.match)
  const [match, to] = [spec.match, spec.to].map((text) => (text.startsWith('//') ? text.slice(2) : text)) as [
    string,
    string,
  ]
  const { variables, find } = createMatcher(match, withHost)
  const write = createWriter(to, variables)
  const carriesQuery = carriesQueryAlong(match)
  return {
    withHost,
    start: match.startsWith('^') ? '' : (match.split(PIECE)[0] ?? ''),
    rewrite(text) {
      const mark = carriesQuery ? text.indexOf('?') : -1
      const captures = find(mark === -1 ? text : text.slice(0, mark))
      if (captures === null) return null
      const result = write(captures)
      if (result === null) return null
      return mark === -1 ? result : result + formatCarriedQuery(result, text.slice(mark))
    },
  }
}

function createMatcher(match: string, withHost: boolean): Matcher {
  if (match.startsWith('^')) return createExpressionMatcher(match, withHost ? '//' : '')
  return match.includes('#') ? createNumberMatcher(match) : createTemplateMatcher(match)
}

/**
 * Fills in what the variables captured; an unused group of an expression captured nothing. Returns null if the
 * result would be too long for a URL: a result may use a variable many times, and be rewritten again.
 */
function createWriter(to: string, variables: readonly string[]): (captures: Captures) => string | null {
  const literals = to.split(VARIABLE)
  const pieces = (to.match(VARIABLE) ?? []).map((variable, index) => ({
    place: variables.indexOf(variable) + 1,
    literal: literals[index + 1] ?? '',
  }))
  return (captures) => {
    let text = literals[0] ?? ''
    for (const { place, literal } of pieces) {
      text += (captures[place] ?? '') + literal
      if (text.length > MAX_URL_LENGTH) return null
    }
    return text
  }
}

/** A template without a `?` describes the path alone, `$*` included: the query stays. An expression describes both. */
export const carriesQueryAlong = (match: string): boolean => !match.startsWith('^') && !match.includes('?')

/** If the result has a query of its own, the carried pairs are appended to it; a lone `?` has none. */
function formatCarriedQuery(result: string, query: string): string {
  if (!result.includes('?')) return query
  return query === '?' ? '' : query.replace('?', '&')
}

const VARIABLE = /\$[1-9*]/g
/**
 * `$1` to `$9` take something, `#1` to `#9` digits, `*` may take nothing, all within a segment or value; `$*` takes the rest
 * of what the template describes: of the path, or after a `?` of the query.
 */
const PIECE = /[$#][1-9]|\$?\*/
const ALL_PIECES = /* @__PURE__ */ new RegExp(PIECE, 'g')

const reachesHost = (match: string): boolean => /^\^?(?:\\?\/){2}/.test(match)

/** @param front the text that the expression expects before the URL's own */
function createExpressionMatcher(source: string, front: string): Matcher {
  const variables = Array.from({ length: countGroups(source) }, (_, index) => `$${index + 1}`)
  const find = createGroupFinder(new RegExp(anchorExpression(source)))
  return { variables, find: (text) => find(front + text) }
}

const createGroupFinder =
  (expression: RegExp) =>
  (text: string): Captures | null =>
    text.length <= MAX_TESTED_TEXT_LENGTH ? expression.exec(text) : null

const TAKES: Readonly<Record<string, UnitVariable['takes']>> = { '$*': 'rest', '*': 'any', '#': 'digits', $: 'some' }

/**
 * Digits alone are not a text to stop at: in `/*-#1` the star must go on until only digits are left. That is found out for one
 * segment or value at a time: no variable but `$*` crosses a delimiter, so none need be tried again for another segment.
 */
function createNumberMatcher(template: string): Matcher {
  const variables = (template.match(ALL_PIECES) ?? []).map(toResultVariable)
  const units = template.split(DELIMITER).map(createUnitMatcher)
  const delimiters = template.match(ALL_DELIMITERS) ?? []
  const finish = template.split(PIECE).at(-1) ?? ''
  const find = (text: string): Captures | null => {
    // Most texts are about other pages; comparing their last letters rules many out before they are cut into units.
    if (text.length > MAX_TESTED_TEXT_LENGTH || !text.endsWith(finish)) return null
    const captures = [text]
    let at = 0
    for (const [index, matchUnit] of units.entries()) {
      const isLast = index === delimiters.length
      const end = isLast ? text.length : findDelimiter(text, at)
      if (text[end] !== delimiters[index]) return null
      const taken = matchUnit(text.slice(at, end))
      if (taken === null) return null
      captures.push(...taken)
      at = end + 1
    }
    return captures
  }
  return { variables, find }
}

/** The offset of the next delimiter, or the length of the text. Not by a regular expression, which would need a copy of the rest. */
function findDelimiter(text: string, from: number): number {
  let at = from
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) at++
  return at
}

/** Matches the text between two delimiters. */
function createUnitMatcher(unit: string): (text: string) => string[] | null {
  const [start = '', ...literals] = unit.split(PIECE)
  const variables = (unit.match(ALL_PIECES) ?? []).map((piece, index) => ({
    takes: TAKES[piece] ?? TAKES[piece.charAt(0)] ?? 'some',
    literal: literals[index] ?? '',
  }))
  return variables.length === 0
    ? (text) => (text === start ? [] : null)
    : (text) => matchUnit({ start, variables }, text)
}

/** A variable `#1` of the match is written `$1` in the result. */
const toResultVariable = (variable: string): string => variable.replace('#', '$')

/** Applies both anchors to the whole expression, even if it is a choice. */
export const anchorExpression = (source: string): string => `^(?:${source.slice(1, -1)})$`

/**
 * Linear, whatever the template: a variable takes as little as it can, up to the next literal text. So `/threads/$1-*`
 * finds `12` in `/threads/12-a-long-title`.
 */
function createTemplateMatcher(template: string): Matcher {
  const [start = '', ...literals] = template.split(PIECE)
  const variables = template.match(ALL_PIECES) ?? []
  const takers = variables.map((variable, index) => createTaker(variable, literals[index] ?? ''))
  const find = (text: string): Captures | null => {
    if (!text.startsWith(start)) return null
    const captures = [text]
    let at = start.length
    for (const { least, takesAll, literal } of takers) {
      const isLast = captures.length === takers.length
      const end = isLast ? findFinalLiteral(text, literal) : text.indexOf(literal, at + least)
      if (end < at + least) return null
      const taken = text.slice(at, end)
      if (!takesAll && DELIMITER.test(taken)) return null
      captures.push(taken)
      at = end + literal.length
    }
    return at === text.length ? captures : null
  }
  return { variables, find }
}

/** A variable takes at least `least` characters, up to the literal text after it. */
interface Taker {
  readonly least: number
  readonly takesAll: boolean
  readonly literal: string
}

const createTaker = (variable: string, literal: string): Taker => ({
  least: variable.includes('*') ? 0 : 1,
  takesAll: variable === '$*',
  literal,
})

const DELIMITER = /[/?&]/
const ALL_DELIMITERS = /[/?&]/g

const findFinalLiteral = (text: string, literal: string): number =>
  text.endsWith(literal) ? text.length - literal.length : -1

/** Fills in each variable of a template, to test a rewrite. */
export function fillTemplate(template: string, fill: (variable: string) => string): string {
  return template.replace(ALL_PIECES, fill)
}

/** Why a rewrite cannot be used, as the field at fault and the reason, or null. */
export function findRewriteFault({ match, to }: RewriteSpec): { field: 'match' | 'to'; reason: string } | null {
  const inMatch = match.startsWith('^') ? findExpressionFault(match) : findTemplateFault(match)
  if (inMatch !== null) return { field: 'match', reason: inMatch }
  const inTo = findResultFault(match, to)
  return inTo === null ? null : { field: 'to', reason: inTo }
}

function findExpressionFault(match: string): string | null {
  // An escaped dollar is not an anchor.
  if (!/(?<!\\)(?:\\\\)*\$$/.test(match)) return 'must be anchored at both ends: begin with ^ and end with $'
  if (!/^\^\\?\//.test(match)) return 'must begin with ^/ for a path or ^// for a host'
  const source = anchorExpression(match)
  return findWorkFault(source, TEXT_BOUNDS) ?? findWorkFault(source, FIRST_RUN_BOUNDS)
}

function findTemplateFault(match: string): string | null {
  if (!match.startsWith('/')) return 'must begin with / for a path, // for a host, or ^ for a regular expression'
  if (/#(?![1-9])/.test(match)) return 'cannot match a fragment; #1 to #9 are variables that take digits'
  const variables = (match.match(ALL_PIECES) ?? []).filter((variable) => variable !== '*').map(toResultVariable)
  if (new Set(variables).size < variables.length) return 'uses a variable twice'
  if (/\$\*./.test(match)) return 'has text after $*, which takes the rest'
  if (/(?:[$#][1-9]|\*)(?:[$#][1-9]|\$?\*)/.test(match)) return 'has two variables with nothing between them'
  const isCrowded = match
    .split(/[/?&]/)
    .some((unit) => (unit.match(ALL_PIECES)?.length ?? 0) > MAX_VARIABLES_IN_SEGMENT)
  if (match.includes('#') && isCrowded) return `has more than ${MAX_VARIABLES_IN_SEGMENT} variables in one segment`
  return null
}

function findResultFault(match: string, to: string): string | null {
  if (!to.startsWith('/')) return 'must begin with / for a path or // for a host'
  if (to.includes('#')) return 'cannot set a fragment'
  if (/(?<!\$)\*/.test(to)) return 'uses *, whose text is not kept: use $1 to $9 in match and here'
  if (to.startsWith('//') !== reachesHost(match)) return 'must begin with // where match does, and only there'
  const groups = match.startsWith('^') ? countGroups(match) : 0
  const known = match.startsWith('^')
    ? Array.from({ length: groups }, (_, index) => `$${index + 1}`)
    : (match.match(ALL_PIECES) ?? []).map(toResultVariable)
  const unknown = (to.match(VARIABLE) ?? []).find((variable) => !known.includes(variable))
  return unknown === undefined ? null : `uses ${unknown}, which match does not set`
}

function countGroups(source: string): number {
  return (new RegExp(`${source}|`).exec('')?.length ?? 1) - 1
}
