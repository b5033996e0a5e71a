import type { Attributes } from '../markup/attributes.ts'
import { readMarkup, type MarkupHandler } from '../markup/read-markup.ts'
import { TextCollector } from '../text/text-collector.ts'
import { ForeignParts } from './foreign-parts.ts'
import { PageClaims } from './page-claims.ts'
import { PageText } from './page-text.ts'
import { UnseenParts } from './unseen-parts.ts'

/** Any other tag, and any text, begins the body. https://html.spec.whatwg.org/#parsing-main-inhead */
const OF_HEAD = new Set(
  'html head title base basefont bgsound link meta script style noscript noframes template'.split(' '),
)

/** End tags that begin the body. */
const ENDS_HEAD = new Set(['body', 'html', 'br'])

/** What one pass over a page finds. */
export interface ScannedPage {
  readonly claims: PageClaims
  readonly text: PageText
  readonly title: string
}

export function scanPage(html: string): ScannedPage {
  const scan = new PageScan()
  readMarkup(html, 'html', scan)
  return { claims: scan.claims, text: scan.pageText, title: scan.title() }
}

/**
 * Reads claims, text and title of a page from its markup, tag by tag.
 *
 * It is in the head until the first tag that belongs to the body. Must never take a claim from the body: a visitor may have
 * written it.
 */
class PageScan implements MarkupHandler {
  readonly claims = new PageClaims()
  readonly pageText = new PageText()
  readonly #title = new TextCollector()
  readonly #unseen = new UnseenParts()
  readonly #foreign = new ForeignParts()
  #isInHead = true
  /** Only the first title is the page's. */
  #titles: 'none' | 'in-first' | 'past-first' | 'in-other' = 'none'

  open(name: string, attributes: Attributes): void {
    this.#unseen.open(name)
    if (this.#unseen.isInside) return
    if (!OF_HEAD.has(name)) this.#isInHead = false
    this.pageText.open(name)
    this.#foreign.open(name)
    if (this.#foreign.isInside) return
    if (name === 'title') this.#titles = this.#titles === 'none' ? 'in-first' : 'in-other'
    this.claims.take(name, attributes, this.#isInHead)
  }

  close(name: string): void {
    const wasUnseen = this.#unseen.isInside
    this.#unseen.close(name)
    if (wasUnseen) return
    if (ENDS_HEAD.has(name)) this.#isInHead = false
    this.#foreign.close(name)
    if (name === 'title' && this.#isInTitle()) this.#titles = 'past-first'
    this.pageText.close(name)
  }

  text(text: string): void {
    if (this.#unseen.isInside || this.#foreign.isDrawing) return
    if (this.#titles === 'in-first') this.#title.add(text)
    if (this.#isInTitle()) return
    if (this.#isInHead && text.trim() !== '') this.#isInHead = false
    this.pageText.add(text)
  }

  isForeign(): boolean {
    return this.#foreign.isInside
  }

  title(): string {
    return this.#title.text()
  }

  #isInTitle(): boolean {
    return this.#titles.startsWith('in-')
  }
}
