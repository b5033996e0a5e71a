import { foldName } from '../../url/query-pairs.ts'
import type { Pattern } from '../terms.ts'

/** The pattern for a foreign expression, or why there is none. */
export type PatternOrReason = { readonly pattern: Pattern } | { readonly reason: string }

const escapeExpression = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

// A star would make it a glob and a slash in front an expression: such names are spelled as expressions.
const isPlain = (name: string): boolean => !name.includes('*') && !name.startsWith('/')

/** The pattern for this name and no other. */
export function toExactPattern(name: string): Pattern {
  return isPlain(name) ? name : `/^${escapeExpression(foldName(name))}$/`
}

/** The pattern for every name that begins like this. */
export function toPrefixPattern(prefix: string): Pattern {
  return isPlain(prefix) ? `${prefix}*` : `/^${escapeExpression(foldName(prefix))}/`
}

/** The pattern for names that match an expression from end to end. */
export function toWholeNamePattern(source: string): Pattern {
  return hasOuterAlternative(source) ? `/^(?:${source})$/` : `/^${source}$/`
}

/** Whether `^` and `$` around the expression would bind to a part of it only: `a|b`, not `(a|b)`. */
export const hasOuterAlternative = (source: string): boolean => findOuterBars(source).length > 0

/** The alternatives of an expression, also those of one group after its `^`: `^(?:a|b)=` is `^a=` and `^b=`. */
export function splitAlternatives(source: string): string[] {
  const [, choices, end = ''] = /^\^\((?:\?:)?([^()[\]\\]*)\)([^()[\]\\|]*)$/.exec(source) ?? []
  if (choices !== undefined && /^=?$/.test(end)) return choices.split('|').map((choice) => `^${choice}${end}`)
  const bars = findOuterBars(source)
  return [...bars, source.length].map((end, index) => source.slice(index === 0 ? 0 : (bars[index - 1] ?? 0) + 1, end))
}

function findOuterBars(source: string): number[] {
  const bare = source.replace(/\\./gs, 'xx').replace(/\[[^\]]*\]/g, (set) => 'x'.repeat(set.length))
  const bars: number[] = []
  let depth = 0
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '(') depth++
    else if (bare[at] === ')') depth--
    else if (bare[at] === '|' && depth === 0) bars.push(at)
  }
  return bars
}

/** The one text that an expression matches, or null where it matches more than one. */
export function readLiteral(source: string): string | null {
  return /^(?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+$/.test(source) ? source.replace(/\\(.)/gs, '$1') : null
}
