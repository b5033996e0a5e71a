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
  readonly label: string
  links: number
}

/** A page that one list names more often is a reference that its entries share. */
const MAX_IN_LIST = 2

/** A text that links to more pages names a part that each of them has, such as “Lectures” in a list of courses. */
const MIN_PAGES_OF_PART = 3

/** A commit, pull request or issue, which often does several things that a list names one by one. */
const CHANGE = /^\s*https?:\/\/[^/?#]+\/[^?#]+\/(?:commit|pull|issues|merge_requests)\/[0-9a-f]+(?:[/?#]|\s*$)/i

/** `parse`, serde_derive, std::io, close(), bool_and / every: what one page documents, or one repository holds, may have several such names. */
const CODE_NAME = /^`.*`$|^\S*(?:\w(?:\\?_|&#95;)\w|::|\(\))\S*(?: \/ \S+)*$/

/** Downloads for several platforms often share a page. */
const PLATFORM =
  /\b(?:android|ios|ipados|windows|mac|macos|linux|x64|x86|x86[-_]64|i386|amd64|arm|arm64|aarch64|32-?bit|64-?bit)\b/g

const namesPlatform = (label: string, other: string): boolean =>
  label.replace(PLATFORM, '?') === other.replace(PLATFORM, '?')

/** 4000, CC2652RB, WH-1000XM4: models of a series often share a page. Years do not count, nor the small numbers of lectures and chapters. */
const MODEL = /\b(?!(?:19|20)\d\d\b)[\p{L}\d]*\d{3}[\p{L}\d]*/gu

const namesModel = (label: string, other: string): boolean =>
  [...label.matchAll(MODEL)].length > 0 && maskModels(label) === maskModels(other)

/** Several models in a row, as in “CC2652P/CC2652R”, are as good as one. */
const maskModels = (label: string): string => label.replace(MODEL, '?').replace(/\?(?:[\s/,&]+\?)+/g, '?')

/** A page and one of its anchors. Fragments of another kind may be routes, that is pages of their own. */
const ANCHOR = /^([^#]+)#([\w.-]+)$/

/**
 * Remembers where each page was linked first.
 *
 * Sources are compared across topics: each topic should have a source of its own, and may name it more than once.
 * Other links are compared within a list: its entries should differ, and elsewhere a text may well link to a page again.
 */
export class FirstPlaces {
  readonly #firsts = new Map<string, FirstLink>()
  /** By the text of links the first pages that it leads to, as many as it takes to know that it names a part. */
  readonly #pages = new Map<string, Set<string>>()
  /** By list and page the first anchor that a link of the list has there. */
  readonly #anchors = new Map<string, string>()
  /** The lists whose entries lead to more than one anchor of a page: they cite sections, and so may share one. */
  readonly #citing = new Set<string>()
  readonly #isSources: boolean
  /** What to do about a duplicate. */
  readonly advice: string

  constructor(links: Iterable<KeyedLink>, isSources: boolean) {
    this.#isSources = isSources
    this.advice = isSources
      ? 'Give each topic its own link, or merge the topics.'
      : 'Remove one of the two, or correct the wrong one.'
    for (const link of links) this.#add(link)
  }

  #add(link: KeyedLink): void {
    const group = this.#findGroup(link)
    if (group === null) return
    const label = readLabel(link)
    const pages = this.#pages.get(label) ?? new Set()
    if (pages.size < MIN_PAGES_OF_PART) this.#pages.set(label, pages.add(link.key))
    this.#addAnchor(link)
    const first = this.#firsts.get(group)
    if (first !== undefined) first.links += 1
    else {
      const { file, value } = link
      const place = file.locate(value.start, value.end)
      this.#firsts.set(group, { place, topic: nameTopic(link), label, links: 1 })
    }
  }

  #addAnchor({ file, value }: KeyedLink): void {
    const [, page, anchor] = ANCHOR.exec(value.text ?? '') ?? []
    if (page === undefined || anchor === undefined) return
    const list = `${file.name} ${findList(value)}`
    const known = this.#anchors.get(`${list}\n${page}`)
    if (known === undefined) this.#anchors.set(`${list}\n${page}`, anchor)
    else if (known !== anchor) this.#citing.add(list)
  }

  /** The place of the first link to the same page; null where this is the first, or where it may be linked again. */
  findOtherPlace(link: KeyedLink, { line, column }: Place): Place | null {
    const first = this.#firsts.get(this.#findGroup(link) ?? '')
    if (first === undefined) return null
    const { place, topic, links } = first
    const isFirst = place.file === link.file.name && place.line === line && place.column === column
    const mayRepeat = this.#isSources
      ? topic === nameTopic(link)
      : links > MAX_IN_LIST || this.#namesOtherPart(link, first.label)
    return isFirst || mayRepeat ? null : place
  }

  /** Whether two entries of a list name different things on one page on purpose. */
  #namesOtherPart(link: KeyedLink, other: string): boolean {
    const { file, value } = link
    const label = readLabel(link)
    if (label === '' || other === '' || label === other) return false
    return (
      value.isOfThings === true ||
      (CODE_NAME.test(label) && CODE_NAME.test(other)) ||
      namesPlatform(label, other) ||
      namesModel(label, other) ||
      CHANGE.test(value.text ?? '') ||
      this.#citing.has(`${file.name} ${findList(value)}`) ||
      (this.#isPart(label) && this.#isPart(other))
    )
  }

  #isPart(label: string): boolean {
    return (this.#pages.get(label)?.size ?? 0) >= MIN_PAGES_OF_PART
  }

  /** Links of one group are duplicates; null for a link that is not compared. */
  #findGroup({ file, value, key }: KeyedLink): string | null {
    if (key === '') return null
    if (this.#isSources) return key
    if (isRecord(file.name)) return null
    const list = findList(value)
    return list === null ? null : `${file.name} ${list}\n${key}`
  }
}

const readLabel = ({ value: { label = '' } }: KeyedLink): string => label.trim().toLowerCase()

const nameTopic = ({ file, value }: KeyedLink): string => `${file.name} ${file.findTopic(value.path)}`

/** The list that a link is an entry of; null for a link that is not an entry of a list. */
function findList({ path, list = null }: FoundValue): string | null {
  return typeof path.at(-1) === 'number' ? JSON.stringify(path.slice(0, -1)) : list
}

/** Names of documents that programs write, or that no one edits later: `CHANGELOG.md`, `3rdparty.mdx`, `2020-meeting-notes.md`. */
const RECORD =
  /(?:^|\/)(?:changes|history|news|releases|notices?|licen[cs]es|copyrights?|minutes)\.\w+$|change-?logs?\b|release-notes?\b|meeting-(?:notes?|minutes|presentations|archives?)\b|(?:third|3rd)-?party(?:-?(?:notices?|licen[cs]es))?\.\w+$/i

/** Whether a file records what happened or what was used. Its entries repeat a page as often as it comes up. */
const isRecord = (file: string): boolean => RECORD.test(file.replaceAll('_', '-'))
