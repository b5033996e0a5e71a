import type { Place } from '../report/finding.ts'
import type { LinkFile } from './link-file.ts'
import { isMarkdown } from './read/formats.ts'
import type { FoundValue } from './read/found-value.ts'

/** Where a link stands: links with the same group and key are duplicates. */
type GroupOf = (file: LinkFile, value: FoundValue) => string | null

/**
 * Remembers where each page was linked first.
 *
 * Sources are compared across topics: each topic should have a source of its own, and may name it more than once.
 * Other links are compared within a list: its entries should differ, and elsewhere a text may well link to a page again.
 */
export class FirstPlaces {
  readonly #places = new Map<string, { readonly place: Place; readonly topic: string }>()
  readonly #isSources: boolean
  /** What to do about a duplicate. */
  readonly advice: string
  readonly #groupOf: GroupOf

  constructor(isSources: boolean) {
    this.#isSources = isSources
    this.advice = isSources
      ? 'Find a link of its own for each topic, or make them one.'
      : 'Remove one of the two, or correct the wrong one.'
    this.#groupOf = isSources ? () => '' : createListFinder()
  }

  /** The place of the first link to the same page; null where this is the first, or where it may be linked again. */
  otherPlace(key: string, file: LinkFile, value: FoundValue, place: Place): Place | null {
    const group = key === '' ? null : this.#groupOf(file, value)
    if (group === null) return null
    const topic = `${file.name} ${file.topicOf(value.path)}`
    const first = this.#places.get(`${group}\n${key}`)
    if (first === undefined) this.#places.set(`${group}\n${key}`, { place, topic })
    return first === undefined || (this.#isSources && first.topic === topic) ? null : first.place
  }
}

/** Names the list that a link is an entry of; null for a link that is not an entry of a list. */
function createListFinder(): GroupOf {
  let current: LinkFile | null = null
  let lists = new Map<number, number>()
  return (file, { path, start }) => {
    if (!isMarkdown(file.format) || path.length > 0) {
      return typeof path.at(-1) === 'number' ? `${file.name} ${JSON.stringify(path.slice(0, -1))}` : null
    }
    const { text } = file.source
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    if (!isEntry(text, lineStart, start)) return null
    if (current !== file) [current, lists] = [file, findLists(text)]
    return `${file.name} ${lists.get(lineStart)}`
  }
}

/** A bullet or the first cell of a table. Numbered steps may well repeat a link. */
const MARKER = /^([ \t>]*)(?:[-*+][ \t]|\|)/

/** The list of each line that begins an entry, by the place where the line begins: items of two parents are two lists. */
function findLists(text: string): Map<number, number> {
  const lists = new Map<number, number>()
  // The lists that are open, each inside the one before it.
  let open: { readonly indent: number; readonly list: number }[] = []
  for (const { 0: line, index } of text.matchAll(/^.*$/gm)) {
    const indent = MARKER.exec(line)?.[1]?.length
    if (indent === undefined) {
      // Text that is not indented ends every list.
      if (/^\S/.test(line)) open = []
      continue
    }
    open = open.filter((outer) => outer.indent <= indent)
    if (open.at(-1)?.indent !== indent) open.push({ indent, list: index })
    lists.set(index, open.at(-1)?.list ?? index)
  }
  return lists
}

/** A marker, and then nothing but signs before the link. */
const ENTRY =
  /^[ \t>]*(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\|)[^\p{L}\p{N}[\]()<>|!]*(?:<|\[(?:[^[\]]|\[[^\]]*\])*\]\([ \t]*<?)?$/u

/** A longer line is not an entry that people wrote. */
const LONGEST_ENTRY = 1000

/** Whether the link is what an entry of a list is about. */
function isEntry(text: string, lineStart: number, start: number): boolean {
  return start - lineStart <= LONGEST_ENTRY && ENTRY.test(text.slice(lineStart, start))
}
