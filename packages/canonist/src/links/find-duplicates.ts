import type { Place } from '../report/finding.ts'
import type { LinkFile } from './link-file.ts'
import type { FoundValue } from './read/found-value.ts'

/** A link and the page that it leads to. */
export interface KeyedLink {
  readonly file: LinkFile
  readonly value: FoundValue
  /** Of the page; empty where it is not known. */
  readonly key: string
}

interface FirstLink {
  readonly place: Place
  readonly topic: string
  links: number
}

/** A page that one list names more often is a reference that its entries share. */
const MOST_IN_LIST = 2

/**
 * Remembers where each page was linked first.
 *
 * Sources are compared across topics: each topic should have a source of its own, and may name it more than once.
 * Other links are compared within a list: its entries should differ, and elsewhere a text may well link to a page again.
 */
export class FirstPlaces {
  readonly #firsts = new Map<string, FirstLink>()
  readonly #isSources: boolean
  /** What to do about a duplicate. */
  readonly advice: string

  constructor(links: Iterable<KeyedLink>, isSources: boolean) {
    this.#isSources = isSources
    this.advice = isSources
      ? 'Find a link of its own for each topic, or make them one.'
      : 'Remove one of the two, or correct the wrong one.'
    for (const link of links) this.#add(link)
  }

  #add(link: KeyedLink): void {
    const group = this.#groupOf(link)
    if (group === null) return
    const first = this.#firsts.get(group)
    if (first !== undefined) first.links += 1
    else {
      const { file, value } = link
      this.#firsts.set(group, { place: file.placeOf(value.start, value.end), topic: topicOf(link), links: 1 })
    }
  }

  /** The place of the first link to the same page; null where this is the first, or where it may be linked again. */
  otherPlace(link: KeyedLink, { line, column }: Place): Place | null {
    const first = this.#firsts.get(this.#groupOf(link) ?? '')
    if (first === undefined) return null
    const { place, topic, links } = first
    const isFirst = place.file === link.file.name && place.line === line && place.column === column
    const mayRepeat = this.#isSources ? topic === topicOf(link) : links > MOST_IN_LIST
    return isFirst || mayRepeat ? null : place
  }

  /** Links of one group are duplicates; null for a link that is not compared. */
  #groupOf({ file, value, key }: KeyedLink): string | null {
    if (key === '') return null
    if (this.#isSources) return key
    const list = listOf(value)
    return list === null ? null : `${file.name} ${list}\n${key}`
  }
}

const topicOf = ({ file, value }: KeyedLink): string => `${file.name} ${file.topicOf(value.path)}`

/** The list that a link is an entry of; null for a link that is not an entry of a list. */
function listOf({ path, list = null }: FoundValue): string | null {
  return typeof path.at(-1) === 'number' ? JSON.stringify(path.slice(0, -1)) : list
}
