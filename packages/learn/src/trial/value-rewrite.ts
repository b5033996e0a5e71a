import type { RewriteSpec } from '@canonist/core/internal/policy/spec'
import { foldName, readRawName, readRawValue, splitPairs } from '@canonist/core/internal/url/query-pairs'
import type { Edit } from '../propose/edit.ts'
import { dropDefault, stripParameter } from '../propose/edits/query.ts'

const isLiteral = (text: string): boolean => !/[$#*]/.test(text)

/**
 * Finds the rule on a parameter that a rewrite is equivalent to: `/c/#1?country=FR` to `/c/$1?country=DE` is `strip country`,
 * `/c/#1?page=2` to `/c/$1` is `default page=2`. Null if it does more, or something else.
 */
export function findParameterRule({ match, to }: RewriteSpec): Edit | null {
  const [from, target] = [splitTemplate(match), splitTemplate(to)]
  if (from.path !== target.path) return null
  const left = from.pairs.filter((pair) => !target.pairs.includes(pair))
  const right = target.pairs.filter((pair) => !from.pairs.includes(pair))
  const [pair = '', another] = left
  if (pair === '' || another !== undefined || right.length > 1) return null
  const [name, value] = [foldName(readRawName(pair)), readRawValue(pair)]
  if (right.some((other) => foldName(readRawName(other)) !== name)) return null
  return right.length === 0 && isLiteral(value) ? dropDefault(name, value) : stripParameter(name)
}

/** Writes number variables as text variables, so that both sides can be compared. */
function splitTemplate(template: string): { path: string; pairs: string[] } {
  const [path = '', query = ''] = template.replaceAll('#', '$').split('?', 2)
  return { path, pairs: splitPairs(`?${query}`).filter((pair) => pair !== '') }
}

/** A rewrite that only replaces one word of a path by another. */
export interface SegmentSwap {
  /** The index of the segment, from 0. */
  readonly at: number
  readonly from: string
  readonly to: string
}

export function findSegmentSwap({ match, to }: RewriteSpec): SegmentSwap | null {
  const [left, right] = [match, to].map((template) => template.replaceAll('#', '$').split('/')) as [string[], string[]]
  if (left.length !== right.length) return null
  const differing = [...left.keys()].filter((at) => left[at] !== right[at])
  const [at = -1, another] = differing
  const [from = '', target = ''] = [left[at], right[at]]
  if (at < 1 || another !== undefined || ![from, target].every((text) => isLiteral(text) && !text.includes('?')))
    return null
  return { at: at - 1, from, to: target }
}
