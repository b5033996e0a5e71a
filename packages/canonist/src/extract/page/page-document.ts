import type { CommonDocument } from '../common-document.ts'
import type { Declared } from '../declared.ts'
import type { PageSignature } from '../page-signature.ts'
import type { Shingles } from '../text/shingles.ts'

/** The same page in another language, as the page says. */
export interface Alternate {
  readonly lang: string
  readonly url: string
}

/** Where the page sends its reader by itself, and after how long. */
export interface MetaRefresh {
  readonly seconds: number
  /** null: it loads itself anew. */
  readonly to: Declared | null
}

/** A page. Its claims are taken from its headers and its head alone: what stands in the body may be a visitor's. */
export interface PageDocument extends CommonDocument {
  readonly kind: 'page'
  readonly title: string | null
  readonly lang: string | null
  /** Each says something new. */
  readonly canonicals: readonly Declared[]
  readonly ogUrl: Declared | null
  readonly hreflang: readonly Alternate[]
  readonly prev: string | null
  readonly next: string | null
  /** Up to 10,000 distinct http(s) URLs that the page links to, in order. */
  readonly pageLinks: readonly string[]
  /** Up to 10,000 names that a fragment may lead to. */
  readonly anchors: ReadonlySet<string>
  /** Those of them that are not named with `rel=nofollow` alone. */
  readonly followedLinks: readonly string[]
  /** What the page tells robots in its head, such as `nofollow`, in lower case. */
  readonly robots: readonly string[]
  /** Several generators are joined by `; `. */
  readonly generator: string | null
  readonly metaRefresh: MetaRefresh | null
  /** The words that a visitor sees, in lower case. */
  readonly words: () => readonly string[]
  readonly signature: PageSignature
  /** The text outside of navigation, header and footer, as it is written. */
  readonly mainText: () => string
  /** Runs of words of that text, to compare a page with its AMP or mobile form. */
  readonly mainShingles: Shingles
  /** Of the text outside of navigation, header and footer. */
  readonly simhash: string
}
