import type { Attributes } from '../markup/attributes.ts'
import { ownCopy } from '../text/own-copy.ts'

const MAX_LINKS = 10_000
const MAX_CANONICALS = 100
const MAX_ALTERNATES = 1000
const MAX_GENERATORS = 10
/** Anchors behind these are not read. */
export const MAX_ANCHORS = 10_000
const MAX_DIRECTIVES = 100
/** Pages may speak to one robot alone. */
const OWN_NAME = 'canonist'

/** What the tags of a page say, as written: a base URL counts wherever it stands, so nothing is resolved before the end. */
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
  /** Those of the links that somebody vouches for: not only named with `rel=nofollow`. */
  readonly followedLinks = new Set<string>()
  /** What robots are told. */
  readonly robots: string[] = []

  take(name: string, attributes: Attributes, isInHead: boolean): void {
    if (attributes.size > 0) this.#takePlace(name, attributes)
    if (name === 'a' || name === 'area') this.#takeAnchor(attributes)
    else if (name === 'html') this.lang ??= valueOf(attributes, 'lang') ?? valueOf(attributes, 'xml:lang')
    else if (name === 'base') this.base ??= valueOf(attributes, 'href')
    else if (!isInHead) return
    else if (name === 'link') this.#takeLink(attributes)
    else if (name === 'meta') this.#takeMeta(attributes)
  }

  /** Where a fragment may lead. https://html.spec.whatwg.org/#the-indicated-part-of-the-document */
  #takePlace(name: string, attributes: Attributes): void {
    if (this.anchors.size >= MAX_ANCHORS) return
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    if (id !== undefined && id !== '') this.anchors.add(ownCopy(id))
  }

  #takeAnchor(attributes: Attributes): void {
    const href = valueOf(attributes, 'href')
    if (href === null || href.startsWith('#')) return
    const rels = attributes.has('rel') ? relsOf(attributes) : []
    if (this.links.size < MAX_LINKS) this.links.add(href)
    if (this.followedLinks.size < MAX_LINKS && !rels.includes('nofollow')) this.followedLinks.add(href)
    this.#takeNeighbour(rels, href)
  }

  #takeLink(attributes: Attributes): void {
    const href = valueOf(attributes, 'href')
    if (href === null) return
    const rels = relsOf(attributes)
    if (rels.includes('canonical') && this.canonicals.length < MAX_CANONICALS) this.canonicals.push(href)
    this.#takeNeighbour(rels, href)
    const lang = valueOf(attributes, 'hreflang')
    const isAlternate = lang !== null && rels.includes('alternate') && this.alternates.length < MAX_ALTERNATES
    if (isAlternate) this.alternates.push({ lang, href })
  }

  #takeNeighbour(rels: readonly string[], href: string): void {
    if (rels.includes('next')) this.next ??= href
    if (rels.includes('prev') || rels.includes('previous')) this.prev ??= href
  }

  #takeMeta(attributes: Attributes): void {
    const content = valueOf(attributes, 'content')
    if (content === null) return
    const name = (valueOf(attributes, 'property') ?? valueOf(attributes, 'name'))?.toLowerCase()
    if (name === 'og:url') this.ogUrl ??= content
    if ((name === 'robots' || name === OWN_NAME) && this.robots.length < MAX_DIRECTIVES)
      this.robots.push(...content.toLowerCase().split(/[\s,]+/))
    if (name === 'generator' && this.generators.length < MAX_GENERATORS) this.generators.push(content)
    if (valueOf(attributes, 'http-equiv')?.toLowerCase() === 'refresh') this.refresh ??= content
  }
}

/** An attribute that says something. */
function valueOf(attributes: Attributes, name: string): string | null {
  const value = attributes.get(name)?.trim()
  return value === undefined || value === '' ? null : ownCopy(value)
}

function relsOf(attributes: Attributes): readonly string[] {
  return (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
}
