import { findBefore } from '../url/find-before.ts'
import { MAX_URL_LENGTH } from '../url/max-url-length.ts'
import { MAX_STEPS, findWorkFault, type Bounds } from './expression-work.ts'
import { createUnitMatcher, findDelimiter, type MatchUnit, type Spans, type UnitVariable } from './match-unit.ts'
import { MAX_TESTED_TEXT_LENGTH } from './pattern.ts'
import type { RewriteSpec } from './spec.ts'

/** Rewrites `host/path?query` or, if match and result begin with one slash, only `/path?query`. */
export interface Rewriter {
  readonly withHost: boolean
  /** The literal text with which every match begins; empty if unknown. */
  readonly start: string
  /** Whether the text between two offsets matches. Without building the result, which may be too long for a URL. */
  readonly matches: (text: string, from: number, end: number) => boolean
  /** The result for the text between two offsets; null if it does not match, or the result is too long. */
  readonly rewrite: (text: string, from: number, end: number) => string | null
}

/** Reads what a variable of the match captured, by its place in the match. */
type ReadCapture = (text: string, place: number) => string

interface Matcher {
  readonly variables: readonly string[]
  /** Null if the text between two offsets does not match. The result is valid until the next call. */
  readonly find: (text: string, from: number, end: number) => ReadCapture | null
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
  const findEnd = (text: string, from: number, end: number): number =>
    carriesQuery ? findBefore('?', text, from, end) : end
  return {
    withHost,
    start: match.startsWith('^') ? '' : (match.split(PIECE)[0] ?? ''),
    matches: (text, from, end) => find(text, from, findEnd(text, from, end)) !== null,
    rewrite(text, from, end) {
      const mark = findEnd(text, from, end)
      const read = find(text, from, mark)
      const result = read === null ? null : write(text, read)
      return result === null || mark === end ? result : result + formatCarriedQuery(result, text.slice(mark, end))
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
function createWriter(to: string, variables: readonly string[]): (text: string, read: ReadCapture) => string | null {
  const literals = to.split(VARIABLE)
  const pieces = (to.match(VARIABLE) ?? []).map((variable, index) => ({
    place: variables.indexOf(variable),
    literal: literals[index + 1] ?? '',
  }))
  return (text, read) => {
    let result = literals[0] ?? ''
    for (const { place, literal } of pieces) {
      result += read(text, place) + literal
      if (result.length > MAX_URL_LENGTH) return null
    }
    return result
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
  const expression = new RegExp(anchorExpression(source))
  return {
    variables,
    find(text, from, end) {
      const own = front + text.slice(from, end)
      const groups = own.length <= MAX_TESTED_TEXT_LENGTH ? expression.exec(own) : null
      return groups && ((_, place) => groups[place + 1] ?? '')
    },
  }
}

const TAKES: Readonly<Record<string, UnitVariable['takes']>> = { '$*': 'rest', '*': 'any', '#': 'digits', $: 'some' }

/**
 * Digits alone are not a text to stop at: in `/*-#1` the star must go on until only digits are left. That is found out for one
 * segment or value at a time: no variable but `$*` crosses a delimiter, so none need be tried again for another segment.
 */
function createNumberMatcher(template: string): Matcher {
  const variables = (template.match(ALL_PIECES) ?? []).map(toResultVariable)
  const units = compileUnits(template)
  const finish = template.split(PIECE).at(-1) ?? ''
  const spans = shareSpans(variables.length)
  const read = createSpanReader(spans)
  const find = (text: string, from: number, end: number): ReadCapture | null => {
    // Most texts are about other pages; comparing their last letters rules many out before they are cut into units.
    if (end - from > MAX_TESTED_TEXT_LENGTH || !text.endsWith(finish, end)) return null
    let at = from
    for (const { match, slot, takesRest, delimiter } of units) {
      const stop = takesRest ? end : findDelimiter(text, at, end)
      const isThere = delimiter === NO_DELIMITER ? stop === end : stop < end && text.charCodeAt(stop) === delimiter
      if (!isThere || !match(text, at, stop, spans, slot)) return null
      at = stop + 1
    }
    return read
  }
  return { variables, find }
}

// One array for all matchers: a mixed list uses hundreds of them in turns, and only a shared array stays in the processor's cache.
let shared: Spans = new Int32Array(64)

function shareSpans(variables: number): Spans {
  if (shared.length < 2 * variables) shared = new Int32Array(2 * variables)
  return shared
}

const createSpanReader =
  (spans: Spans): ReadCapture =>
  (text, place) =>
    text.slice(spans[2 * place], spans[2 * place + 1])

/** The text between two delimiters of a template. */
interface Unit {
  readonly match: MatchUnit
  /** The place of its first variable among those of the template. */
  readonly slot: number
  readonly takesRest: boolean
  /** The code of the delimiter after it. */
  readonly delimiter: number
}

const NO_DELIMITER = -1

function compileUnits(template: string): Unit[] {
  const delimiters = template.match(ALL_DELIMITERS) ?? []
  let slot = 0
  return template.split(DELIMITER).map((text, index) => {
    const variables = listUnitVariables(text)
    const [start = ''] = text.split(PIECE)
    const delimiter = delimiters[index]?.charCodeAt(0) ?? NO_DELIMITER
    const takesRest = delimiter === NO_DELIMITER && variables.some(({ takes }) => takes === 'rest')
    const unit = { match: createUnitMatcher({ start, variables }), slot, takesRest, delimiter }
    slot += variables.length
    return unit
  })
}

function listUnitVariables(unit: string): UnitVariable[] {
  const [, ...literals] = unit.split(PIECE)
  return (unit.match(ALL_PIECES) ?? []).map((piece, index) => ({
    takes: TAKES[piece] ?? TAKES[piece.charAt(0)] ?? 'some',
    literal: literals[index] ?? '',
  }))
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
  const spans = shareSpans(variables.length)
  const read = createSpanReader(spans)
  const find = (text: string, from: number, end: number): ReadCapture | null => {
    if (end - from < start.length || !text.startsWith(start, from)) return null
    let at = from + start.length
    for (const [index, taker] of takers.entries()) {
      const stop =
        index === takers.length - 1 ? end - taker.literal.length : text.indexOf(taker.literal, at + taker.least)
      if (!takes(taker, text, at, stop, end)) return null
      spans[2 * index] = at
      spans[2 * index + 1] = stop
      at = stop + taker.literal.length
    }
    return at === end ? read : null
  }
  return { variables, find }
}

/** Whether a variable may take the text between two offsets, and its literal follows before the end. */
function takes({ least, takesAll, literal }: Taker, text: string, from: number, stop: number, end: number): boolean {
  if (stop < from + least || stop + literal.length > end) return false
  return text.startsWith(literal, stop) && (takesAll || findDelimiter(text, from, stop) === stop)
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
