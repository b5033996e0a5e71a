import type { Session } from './database.ts'
import {
  prependLead,
  readCursor,
  readLimit,
  toCursor,
  toPart,
  type KeyShape,
  type KeyValue,
  type ListKey,
  type ListPart,
  type PartOptions,
} from './list-part.ts'
import { readNested, type NestedKeys, type NestedPlace, type NestedRange } from './read-ranges.ts'

/** A list of inner rows, in the order of the outer rows that they belong to. */
export interface NestedList {
  /** Several ranges have the same outer rows; their inner rows are listed as if they were one. */
  readonly nested: readonly NestedRange[]
  /** The shape of cursors: the value of the outer row, then the keys of the inner one. */
  readonly shape: KeyShape
  /** Inner keys that sort after all others. */
  readonly last: ListKey
  /** Reads the keys of one outer row after `after`. */
  readonly readRest: (outer: string, after: ListKey, limit: number) => Promise<ListKey[]>
}

/** Reads the keys of a part: the rest of the outer row in which the previous part ended, then the next outer rows. */
export async function listNested(
  session: Session,
  { nested, shape, last, readRest }: NestedList,
  options: PartOptions,
): Promise<ListPart<ListKey>> {
  const limit = readLimit(options)
  const [outer = null, ...inner] = readCursor(options, shape) ?? []
  const rest = typeof outer === 'string' ? prependLead([outer], await readRest(outer, inner, limit + 1)) : []
  if (rest.length > limit) return toPart(rest, limit, (key) => key)
  const { keys, resumeAfter } = await readAll(session, nested, { behind: outer, limit: limit + 1 - rest.length })
  const found = [...rest, ...keys]
  // The outer rows that were read had too few inner rows; the next part continues after them.
  if (found.length <= limit && resumeAfter !== null) return { items: found, next: toCursor([resumeAfter, ...last]) }
  return toPart(found, limit, (key) => key)
}

/** Reads the first keys of all ranges together. Each range has as many as are wanted, because all may come from one. */
async function readAll(session: Session, ranges: readonly NestedRange[], place: NestedPlace): Promise<NestedKeys> {
  const [only] = ranges
  if (ranges.length === 1 && only !== undefined) return readNested(session, only, place)
  const keys: ListKey[] = []
  let resumeAfter: KeyValue | null = null
  for (const range of ranges) {
    const read = await readNested(session, range, place)
    keys.push(...read.keys)
    // The same for all: the outer rows are.
    resumeAfter = read.resumeAfter
  }
  return { keys: keys.toSorted(compareKeys).slice(0, place.limit), resumeAfter }
}

/** In the order of both databases: that of bytes. Hosts and states are ASCII. */
function compareKeys(a: ListKey, b: ListKey): number {
  const at = a.findIndex((value, index) => value !== b[index])
  if (at === -1) return 0
  return (a[at] ?? '') < (b[at] ?? '') ? -1 : 1
}
