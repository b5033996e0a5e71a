import { declare, type Declared } from '../declared.ts'
import type { Attributes } from '../markup/attributes.ts'
import { toOneLine } from '../text/copy-text.ts'
import type { FeedClaims, FeedFormat } from './feed-document.ts'
import { readRels, type FeedWord } from './feed-element.ts'
import { FeedSigner } from './feed-signature.ts'

/** Feeds have one. Links beyond this many are not resolved, whether or not the earlier ones declared a URL. */
const MAX_SELF_LINKS = 100

interface CollectedItem {
  id: string
  link: string
  title: string
  contents: string[]
  enclosures: string[]
}

/** Collects the claims of a feed, element by element. Where a feed may have one value, the first counts. */
export class FeedCollector {
  readonly #format: FeedFormat
  readonly #signer: FeedSigner
  readonly #selfs: Declared[] = []
  #selfLinks = 0
  readonly #feed = { title: '', link: '', generator: '' }
  #item: CollectedItem | null = null

  constructor(format: FeedFormat) {
    this.#format = format
    this.#signer = new FeedSigner(format)
  }

  beginItem(about: string): void {
    this.endItem()
    this.#item = { id: about, link: '', title: '', contents: [], enclosures: [] }
  }

  endItem(): void {
    if (this.#item !== null) this.#signer.add(this.#item)
    this.#item = null
  }

  /** An Atom link. Its base is resolved only if the link is the feed's own. */
  takeLink(attributes: Attributes, baseUrl: () => string): void {
    const [rels, href] = [readRels(attributes), attributes.get('href') ?? '']
    if (this.#isToPage(rels, attributes)) this.takeText('link', href)
    if (rels.includes('enclosure')) this.takeEnclosure(href)
    if (this.#item !== null || !rels.includes('self') || this.#selfLinks >= MAX_SELF_LINKS) return
    this.#selfLinks += 1
    const self = declare(href, baseUrl())
    if (self !== null) this.#selfs.push(self)
  }

  /** RSS has its own element for the site; an Atom link without a relation is mostly meant as the feed's own there. */
  #isToPage(rels: readonly string[], attributes: Attributes): boolean {
    if (this.#item === null && this.#format !== 'atom') return false
    const isToFeed = rels.includes('self') || /atom|rss|rdf|json/i.test(attributes.get('type') ?? '')
    return rels.includes('alternate') && !isToFeed
  }

  /** A file that belongs to the item: the sound of an episode, a video, a picture. */
  takeEnclosure(url: string): void {
    this.#item?.enclosures.push(url)
  }

  takeText(word: FeedWord, text: string): void {
    const notes = this.#item ?? this.#feed
    if (word === 'title') notes.title ||= text.trim()
    else if (word === 'link') notes.link ||= text.trim()
    else if (this.#item === null) this.#takeOfFeed(word, text)
    else this.#takeOfItem(this.#item, word, text)
  }

  #takeOfFeed(word: FeedWord, text: string): void {
    if (word === 'generator' || word === 'agent') this.#feed.generator ||= text.trim()
  }

  #takeOfItem(item: CollectedItem, word: FeedWord, text: string): void {
    if (word === 'id') item.id ||= text.trim()
    else if (word === 'content') item.contents.push(text)
  }

  /** All that the feed claims, once. */
  claims(): FeedClaims {
    const { title, link, generator } = this.#feed
    return {
      selfs: this.#selfs,
      title: toOneLine(title),
      generator: toOneLine(generator),
      signature: this.#signer.sign(title, link),
    }
  }
}
