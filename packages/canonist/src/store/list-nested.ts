import type { Session } from './database.ts'
import {
  prependLead,
  readCursor,
  readLimit,
  toCursor,
  toPart,
  type KeyShape,
  type ListKey,
  type ListPart,
  type PartOptions,
} from './list-part.ts'
import { readNested, type NestedRange } from './read-ranges.ts'

/** A list of the rows of one table, in the order of the rows of another that they belong to. */
export interface NestedList {
  readonly nested: NestedRange
  /** What cursors hold: the value of the outer row, then the keys of the inner one. */
  readonly shape: KeyShape
  /** Keys of an inner row that come behind those of all others. */
  readonly last: ListKey
  /** The keys of one outer row behind `after`. */
  readonly readRest: (outer: string, after: ListKey, limit: number) => Promise<ListKey[]>
}

/** The keys of a part: first the rest of the outer row that the part before ended in, then the next outer rows. */
export async function listNested(
  session: Session,
  { nested, shape, last, readRest }: NestedList,
  options: PartOptions,
): Promise<ListPart<ListKey>> {
  const limit = readLimit(options)
  const [outer = null, ...inner] = readCursor(options, shape) ?? []
  const rest = typeof outer === 'string' ? prependLead([outer], await readRest(outer, inner, limit + 1)) : []
  if (rest.length > limit) return toPart(rest, limit, (key) => key)
  const { keys, resumeAfter } = await readNested(session, nested, { behind: outer, limit: limit + 1 - rest.length })
  const found = [...rest, ...keys]
  // The outer rows that were looked at had too few inner ones; the next part continues behind them.
  if (found.length <= limit && resumeAfter !== null) return { items: found, next: toCursor([resumeAfter, ...last]) }
  return toPart(found, limit, (key) => key)
}
