import type { Attributes } from '../markup/attributes.ts'
import { Namespaces } from '../markup/namespaces.ts'
import { readMarkup, type MarkupHandler } from '../markup/read-markup.ts'
import { TextCollector } from '../text/text-collector.ts'
import { ElementStack, type OpenElement } from './element-stack.ts'
import type { FeedClaims, FeedFormat } from './feed-document.ts'
import { findWord, type FeedWord } from './feed-element.ts'
import { FeedCollector } from './feed-collector.ts'
import { resolveUrl } from '../declared.ts'
import { lazy } from '../lazy.ts'

/**
 * The base URL inside an element. https://www.w3.org/TR/xmlbase/
 *
 * Any element may carry `xml:base`, but few links need it. A base is resolved when the first link asks for it, and once
 * per element: otherwise 2,000 links below 1,000 elements would take 2,000,000 resolutions.
 */
interface XmlBase {
  readonly url: () => string
  /** How many `xml:base` attributes it is made of. */
  readonly depth: number
}

/** Feeds nest two or three. Deeper ones are ignored, so that no link has a long chain to resolve. */
const MAX_DEPTH = 32

/** The base outside of all elements: the URL of the document. */
function createDocumentBase(url: string): XmlBase {
  return { url: () => url, depth: 0 }
}

/** The base inside an element with these attributes. */
function createNestedBase(attributes: Attributes, outer: XmlBase): XmlBase {
  const raw = attributes.get('xml:base')?.trim()
  if (raw === undefined || raw === '' || outer.depth >= MAX_DEPTH) return outer
  return { url: lazy(() => resolveUrl(raw, outer.url()) ?? outer.url()), depth: outer.depth + 1 }
}

type XmlFormat = Exclude<FeedFormat, 'json'>

/** The place of an element: part of the feed's frame, an item, or something inside of those. */
type Place = 'frame' | 'item' | 'inside'

interface FeedElement extends OpenElement {
  readonly place: Place
  readonly prefixes: readonly string[]
  readonly base: XmlBase
}

/** An element whose text is being collected. */
interface Gathering {
  readonly word: FeedWord
  readonly depth: number
  readonly text: TextCollector
  /** What an attribute adds: the address of a generator, or of Atom content that lives elsewhere. */
  readonly address: string
}

/** Reads the claims of an RSS, Atom or RDF feed. It need not be well-formed: everything readable counts. */
export function readXmlFeed(text: string, format: XmlFormat, url: string): FeedClaims {
  const scan = new XmlFeedScan(format, url)
  readMarkup(text, 'xml', scan)
  return scan.end()
}

/**
 * Reads the claims of a feed from its markup, tag by tag. It is inside the feed itself or inside one of its items; a new item ends
 * the one before, because torn feeds lack end tags.
 *
 * Must never throw, whatever the markup.
 */
class XmlFeedScan implements MarkupHandler {
  readonly #format: XmlFormat
  readonly #base: XmlBase
  readonly #notes: FeedCollector
  readonly #namespaces = new Namespaces()
  readonly #stack = new ElementStack<FeedElement>()
  #gathering: Gathering | null = null
  #itemTag: string

  constructor(format: XmlFormat, url: string) {
    this.#format = format
    this.#base = createDocumentBase(url)
    this.#notes = new FeedCollector(format)
    this.#itemTag = format === 'atom' ? 'entry' : 'item'
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === this.#itemTag) this.#leaveItem()
    if (this.#stack.isFull) return this.#stack.skip()
    const parent = this.#stack.top
    const prefixes = this.#namespaces.declare(attributes)
    const word = findWord(this.#namespaces.qualify(tag), attributes, this.#format)
    const place = findPlace(word, parent)
    const base = createNestedBase(attributes, parent?.base ?? this.#base)
    this.#stack.push({ tag, place, prefixes, base })
    if (this.#gathering !== null) this.#gatherTag(tag, attributes)
    else if (place === 'item') this.#beginItem(tag, attributes)
    // Media RSS puts several spellings of one file into a group.
    else if (word === 'enclosure') this.#notes.takeEnclosure(attributes.get('url') ?? '')
    else if (place === 'inside' && parent !== null && parent.place !== 'inside') this.#take(word, attributes, base)
  }

  close(tag: string): void {
    const depth = this.#stack.depthAfter(tag)
    if (depth !== null) this.#shrinkTo(depth)
  }

  text(text: string): void {
    this.#gathering?.text.add(text)
  }

  end(): FeedClaims {
    this.#shrinkTo(0)
    return this.#notes.claims()
  }

  #beginItem(tag: string, attributes: Attributes): void {
    this.#itemTag = tag
    this.#notes.beginItem(attributes.get('rdf:about') ?? '')
  }

  /** Items do not nest: if one begins inside another, the end tags before it are missing. */
  #leaveItem(): void {
    this.#stack.forgetSkipped()
    while (this.#stack.top !== null && this.#stack.top.place !== 'frame') this.#shrinkTo(this.#stack.depth - 1)
  }

  #take(word: FeedWord, attributes: Attributes, base: XmlBase): void {
    if (word === 'atom-link') this.#notes.takeLink(attributes, base.url)
    else if (word === 'agent') this.#notes.takeText(word, attributes.get('rdf:resource') ?? '')
    else if (word !== null) this.#gather(word, attributes)
  }

  #gather(word: FeedWord, attributes: Attributes): void {
    const address = attributes.get('src') ?? attributes.get('uri') ?? ''
    this.#gathering = { word, depth: this.#stack.depth, text: new TextCollector(), address }
  }

  /** Markup that was not escaped, as in Atom's XHTML, is content too. */
  #gatherTag(tag: string, attributes: Attributes): void {
    this.#gathering?.text.add(`<${tag}${[...attributes].map(([name, value]) => ` ${name}="${value}"`).join('')}>`)
  }

  #shrinkTo(depth: number): void {
    while (this.#stack.depth > depth) {
      if (this.#gathering?.depth === this.#stack.depth) this.#endGathering(this.#gathering)
      const closed = this.#stack.pop()
      if (closed?.place === 'item') this.#notes.endItem()
      this.#namespaces.release(closed?.prefixes ?? [])
    }
  }

  #endGathering({ word, text, address }: Gathering): void {
    this.#gathering = null
    this.#notes.takeText(word, address === '' ? text.text() : `${text.text()} ${address}`)
  }
}

function findPlace(word: FeedWord, parent: FeedElement | null): Place {
  if (parent !== null && parent.place !== 'frame') return 'inside'
  if (word === 'root') return 'frame'
  return word === 'item' && parent !== null ? 'item' : 'inside'
}
