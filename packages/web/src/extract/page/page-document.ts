import type { CommonDocument } from '../common-document.ts'
import type { Declared } from '../declared.ts'
import type { PageSignature } from '../page-signature.ts'
import type { Shingles } from '../text/shingles.ts'

/** The same page in another language, as the page declares. */
export interface Alternate {
  readonly lang: string
  readonly url: string
}

/** The automatic redirect of a page, and its delay. */
export interface MetaRefresh {
  readonly seconds: number
  /** null: the page reloads itself. */
  readonly to: Declared | null
}

/** A page. Its claims come from its headers and its head only: a visitor may have written parts of the body. */
export interface PageDocument extends CommonDocument {
  readonly kind: 'page'
  readonly title: string | null
  readonly lang: string | null
  /** Without duplicates. */
  readonly canonicals: readonly Declared[]
  readonly ogUrl: Declared | null
  readonly hreflang: readonly Alternate[]
  readonly prev: string | null
  readonly next: string | null
  /** Up to 10,000 distinct http(s) URLs that the page links to, in order. */
  readonly pageLinks: readonly string[]
  /** Up to 10,000 names that a fragment may refer to. */
  readonly anchors: ReadonlySet<string>
  /** The links that occur at least once without `rel=nofollow`. */
  readonly followedLinks: readonly string[]
  /** The directives for robots in the head, such as `nofollow`, in lower case. */
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
