import type { Attributes } from '../markup/attributes.ts'
import { readMarkup, type MarkupHandler } from '../markup/read-markup.ts'
import { TextCollector } from '../text/text-collector.ts'
import { PageClaims } from './page-claims.ts'
import { PageText } from './page-text.ts'

/** Elements whose content no visitor sees and that must not count as claims: scripts, templates, fallbacks. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes'])

/** Tracks whether the current place is inside such an element. */
class UnseenParts {
  #name = ''
  #depth = 0

  get isInside(): boolean {
    return this.#depth > 0
  }

  open(name: string): void {
    if (this.#depth === 0 && UNSEEN.has(name)) this.#name = name
    if (this.#name === name) this.#depth += 1
  }

  close(name: string): void {
    if (this.#name !== name) return
    this.#depth -= 1
    if (this.#depth === 0) this.#name = ''
  }
}

/** Tags that end SVG and MathML, even if those are not closed. https://html.spec.whatwg.org/#parsing-main-inforeign */
const BREAK_OUT = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'.split(
    ' ',
  ),
)

/** Tracks whether the current place is in SVG or MathML, where titles and scripts have other rules. */
class ForeignParts {
  #svg = 0
  #math = 0

  get isInside(): boolean {
    return this.#svg + this.#math > 0
  }

  /** Formulas are text; drawings are not. */
  get isDrawing(): boolean {
    return this.#svg > 0
  }

  open(name: string): void {
    if (name === 'svg') this.#svg += 1
    else if (name === 'math') this.#math += 1
    else if (this.isInside && BREAK_OUT.has(name)) this.#svg = this.#math = 0
  }

  close(name: string): void {
    if (name === 'svg') this.#svg = Math.max(0, this.#svg - 1)
    if (name === 'math') this.#math = Math.max(0, this.#math - 1)
  }
}

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
