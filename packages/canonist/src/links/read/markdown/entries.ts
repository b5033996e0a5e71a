import type { ListEntry } from './blocks.ts'

/** Nothing but a box and signs before the link. */
const BEFORE = /^(?:\[[ xX]\][ \t]+)?[^\p{L}\p{N}[\]()<>|!]*(?:<|\[(?:[^[\]]|\[[^\]]*\])*\]\([ \t]*<?)?$/u

/** The end of the link and of emphasis; behind it nothing, or a dash and a description. Prose is about more than the link. */
const BEHIND = /^>?(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)?[*_~\]]*(?:[ \t]*$|[ \t]+[-\u2013\u2014][ \t])/

/** Longer ones are not entries that people wrote. */
const LONGEST_ENTRY = 1000

/** Names the list of which a link is what an entry is about, or null. Ask in the order of the document. */
export function listFinder(
  document: string,
  entries: readonly ListEntry[],
): (start: number, end: number) => string | null {
  let at = 0
  return (start, end) => {
    while (at < entries.length && endOf(entries[at]) < end) at += 1
    const entry = entries[at]
    const from = entry?.lines[0]?.start ?? Number.POSITIVE_INFINITY
    if (entry === undefined || entry.hasMore || start < from || start - from > LONGEST_ENTRY) return null
    const isAlone = BEFORE.test(document.slice(from, start)) && BEHIND.test(behind(document, end, endOf(entry)))
    return isAlone ? entry.list : null
  }
}

const behind = (document: string, end: number, entryEnd: number): string =>
  document.slice(end, Math.min(entryEnd, end + LONGEST_ENTRY))

const endOf = (entry: ListEntry | undefined): number => entry?.lines.at(-1)?.end ?? 0
