import type { ListEntry } from './blocks.ts'

/** Nothing but a box and signs before the link. */
const BEFORE = /^(?:\[[ xX]\][ \t]+)?[^\p{L}\p{N}[\]()<>|!]*(?:<|\[(?:[^[\]]|\[[^\]]*\])*\]\([ \t]*<?)?$/u

/** The end of the link and of emphasis; after it nothing, or a dash and a description. Prose is about more than the link. */
const BEHIND = /^>?(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)?[*_~\]]*(?:[ \t]*$|[ \t]+[-\u2013\u2014][ \t])/

/** Longer ones are not entries that people wrote. */
const LONGEST_ENTRY = 1000

/** Names the list of which a link is what an entry is about, or null. Ask in the order of the document. */
export function createListFinder(
  document: string,
  entries: readonly ListEntry[],
): (start: number, end: number) => string | null {
  let at = 0
  return (start, end) => {
    while (at < entries.length && readEnd(entries[at]) < end) at += 1
    const entry = entries[at]
    const from = entry?.lines[0]?.start ?? Number.POSITIVE_INFINITY
    if (entry === undefined || entry.hasMore || start < from || start - from > LONGEST_ENTRY) return null
    const isAlone = BEFORE.test(document.slice(from, start)) && BEHIND.test(behind(document, end, readEnd(entry)))
    return isAlone ? entry.list : null
  }
}

const behind = (document: string, end: number, entryEnd: number): string =>
  document.slice(end, Math.min(entryEnd, end + LONGEST_ENTRY))

/** A list of links may have one entry that is none, such as “and many more”. */
const LEAST_PLAIN_ENTRIES = 2

const BEGINS_WITH_LINK = /^(?:\[[ xX]\][ \t]+)?[^\p{L}\p{N}[\]()<>|!]*(?:!?\[|<|https?:)/iu

/** The lists whose entries are things, of which some happen to have a link: others have none, or begin with words. */
export function findListsOfThings(document: string, entries: readonly ListEntry[]): ReadonlySet<string> {
  const plain = new Map<string, number>()
  for (const entry of entries) {
    const start = entry.lines[0]?.start ?? 0
    const text = document.slice(start, Math.min(readEnd(entry), start + LONGEST_ENTRY))
    if (!entry.hasMore && !BEGINS_WITH_LINK.test(text)) plain.set(entry.list, (plain.get(entry.list) ?? 0) + 1)
  }
  return new Set([...plain].filter(([, count]) => count >= LEAST_PLAIN_ENTRIES).map(([list]) => list))
}

const readEnd = (entry: ListEntry | undefined): number => entry?.lines.at(-1)?.end ?? 0
