import { declare, type Declared } from '../declared.ts'
import type { Attributes } from '../markup/attributes.ts'
import { oneLine } from '../text/own-copy.ts'
import type { FeedClaims, FeedFormat } from './feed-document.ts'
import { relsOf, type FeedWord } from './feed-element.ts'
import { FeedSigner } from './feed-signature.ts'

/** Feeds have one. Links beyond this many are not even resolved, whether or not the earlier ones declared a URL. */
const MAX_SELF_LINKS = 100

interface ItemNotes {
  id: string
  link: string
  title: string
  contents: string[]
  enclosures: string[]
}

/** Keeps what the elements of a feed say. Of a thing that may be said once, the first saying counts. */
export class FeedNotes {
  readonly #format: FeedFormat
  readonly #signer: FeedSigner
  readonly #selfs: Declared[] = []
  #selfLinks = 0
  readonly #feed = { title: '', link: '', generator: '' }
  #item: ItemNotes | null = null

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

  /** An Atom link; its base is asked for only where the link is the feed's own. */
  takeLink(attributes: Attributes, baseUrl: () => string): void {
    const [rels, href] = [relsOf(attributes), attributes.get('href') ?? '']
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

  #takeOfItem(item: ItemNotes, word: FeedWord, text: string): void {
    if (word === 'id') item.id ||= text.trim()
    else if (word === 'content') item.contents.push(text)
  }

  /** All that the feed claims, once. */
  claims(): FeedClaims {
    const { title, link, generator } = this.#feed
    return {
      selfs: this.#selfs,
      title: oneLine(title),
      generator: oneLine(generator),
      signature: this.#signer.sign(title, link),
    }
  }
}
