import type { Attributes } from '../markup/attributes.ts'
import { copyText } from '../text/copy-text.ts'

const MAX_LINKS = 10_000
const MAX_CANONICALS = 100
const MAX_ALTERNATES = 1000
const MAX_GENERATORS = 10
/** Further anchors are not read. */
export const MAX_ANCHORS = 10_000
const MAX_DIRECTIVES = 100
/** Pages may address one robot by name. */
const OWN_NAME = 'canonist'

/** Collects the claims of a page's tags, as written. A base URL may come late, so nothing is resolved before the end. */
export class PageClaims {
  base: string | null = null
  lang: string | null = null
  ogUrl: string | null = null
  refresh: string | null = null
  prev: string | null = null
  next: string | null = null
  readonly canonicals: string[] = []
  readonly alternates: { readonly lang: string; readonly href: string }[] = []
  readonly generators: string[] = []
  readonly links = new Set<string>()
  readonly anchors = new Set<string>()
  /** The links that occur at least once without `rel=nofollow`. */
  readonly followedLinks = new Set<string>()
  /** The directives for robots. */
  readonly robots: string[] = []

  take(name: string, attributes: Attributes, isInHead: boolean): void {
    if (attributes.size > 0) this.#takePlace(name, attributes)
    if (name === 'a' || name === 'area') this.#takeAnchor(attributes)
    else if (name === 'html') this.lang ??= readValue(attributes, 'lang') ?? readValue(attributes, 'xml:lang')
    else if (name === 'base') this.base ??= readValue(attributes, 'href')
    else if (!isInHead) return
    else if (name === 'link') this.#takeLink(attributes)
    else if (name === 'meta') this.#takeMeta(attributes)
  }

  /** The target of a fragment. https://html.spec.whatwg.org/#the-indicated-part-of-the-document */
  #takePlace(name: string, attributes: Attributes): void {
    if (this.anchors.size >= MAX_ANCHORS) return
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    if (id !== undefined && id !== '') this.anchors.add(copyText(id))
  }

  #takeAnchor(attributes: Attributes): void {
    const href = readValue(attributes, 'href')
    if (href === null || href.startsWith('#')) return
    const rels = attributes.has('rel') ? readRels(attributes) : []
    if (this.links.size < MAX_LINKS) this.links.add(href)
    if (this.followedLinks.size < MAX_LINKS && !rels.includes('nofollow')) this.followedLinks.add(href)
    this.#takeNeighbour(rels, href)
  }

  #takeLink(attributes: Attributes): void {
    const href = readValue(attributes, 'href')
    if (href === null) return
    const rels = readRels(attributes)
    if (rels.includes('canonical') && this.canonicals.length < MAX_CANONICALS) this.canonicals.push(href)
    this.#takeNeighbour(rels, href)
    const lang = readValue(attributes, 'hreflang')
    const isAlternate = lang !== null && rels.includes('alternate') && this.alternates.length < MAX_ALTERNATES
    if (isAlternate) this.alternates.push({ lang, href })
  }

  #takeNeighbour(rels: readonly string[], href: string): void {
    if (rels.includes('next')) this.next ??= href
    if (rels.includes('prev') || rels.includes('previous')) this.prev ??= href
  }

  #takeMeta(attributes: Attributes): void {
    const content = readValue(attributes, 'content')
    if (content === null) return
    const name = (readValue(attributes, 'property') ?? readValue(attributes, 'name'))?.toLowerCase()
    if (name === 'og:url') this.ogUrl ??= content
    if ((name === 'robots' || name === OWN_NAME) && this.robots.length < MAX_DIRECTIVES)
      this.robots.push(...content.toLowerCase().split(/[\s,]+/))
    if (name === 'generator' && this.generators.length < MAX_GENERATORS) this.generators.push(content)
    if (readValue(attributes, 'http-equiv')?.toLowerCase() === 'refresh') this.refresh ??= content
  }
}

/** The value of an attribute; null if it is absent or blank. */
function readValue(attributes: Attributes, name: string): string | null {
  const value = attributes.get(name)?.trim()
  return value === undefined || value === '' ? null : copyText(value)
}

function readRels(attributes: Attributes): readonly string[] {
  return (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
}
