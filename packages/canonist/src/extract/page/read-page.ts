import type { CommonDocument } from '../common-document.ts'
import { declare, distinctDeclared, resolveUrl, type Declared } from '../declared.ts'
import { lazy } from '../lazy.ts'
import { linksWithRel, type LinkHeader } from '../link-header.ts'
import { simhash } from '../simhash.ts'
import { oneLine } from '../text/own-copy.ts'
import { wordsOf } from '../text/words.ts'
import { readMetaRefresh } from './meta-refresh.ts'
import type { PageClaims } from './page-claims.ts'
import type { Alternate, PageDocument } from './page-document.ts'
import { scanPage } from './page-scan.ts'
import { shingleText, signPage } from '../page-signature.ts'

/** What a page claims. What costs more than one pass over it is worked out when it is asked for. */
export function readPage(common: CommonDocument, url: string): PageDocument {
  const { claims, text, title: rawTitle } = scanPage(common.text)
  const [base, title] = [baseOf(claims, url), oneLine(rawTitle)]
  const signature = lazy(() => signPage(title, claims.lang, text.visible()))
  const targets = new LinkTargets(base)
  const pageLinks = lazy(() => targets.of(claims.links))
  const followedLinks = lazy(() => targets.of(claims.followedLinks))
  const mainShingles = lazy(() => shingleText(text.main()))
  const fingerprint = lazy(() => simhash(text.main()))
  return {
    ...common,
    kind: 'page',
    title,
    ...settle(claims, common.linkHeader, base),
    words: () => wordsOf(text.visible()),
    mainText: () => text.main(),
    get pageLinks() {
      return pageLinks()
    },
    get followedLinks() {
      return followedLinks()
    },
    get signature() {
      return signature()
    },
    get mainShingles() {
      return mainShingles()
    },
    get simhash() {
      return fingerprint()
    },
  }
}

function settle(claims: PageClaims, header: readonly LinkHeader[], base: string) {
  const declared = claims.canonicals.map((raw) => declare(raw, base)).filter((canonical) => canonical !== null)
  return {
    lang: claims.lang,
    anchors: claims.anchors,
    robots: claims.robots,
    canonicals: distinctDeclared([...linksWithRel(header, 'canonical').map(asDeclared), ...declared]),
    ogUrl: claims.ogUrl === null ? null : declare(claims.ogUrl, base),
    hreflang: [...alternatesOfHeader(header), ...alternatesOf(claims, base)],
    prev: linksWithRel(header, 'prev')[0]?.url ?? resolved(claims.prev, base),
    next: linksWithRel(header, 'next')[0]?.url ?? resolved(claims.next, base),
    generator: oneLine(claims.generators.join('; ')),
    metaRefresh: claims.refresh === null ? null : readMetaRefresh(claims.refresh, base),
  }
}

function asDeclared({ raw, url }: LinkHeader): Declared {
  return { raw, url }
}

/** https://html.spec.whatwg.org/#set-the-frozen-base-url */
function baseOf({ base }: PageClaims, url: string): string {
  const resolvedBase = base === null ? null : resolveUrl(base, url)
  return resolvedBase === null || /^(?:data|javascript):/.test(resolvedBase) ? url : resolvedBase
}

function resolved(raw: string | null, base: string): string | null {
  return raw === null ? null : resolveUrl(raw, base)
}

function alternatesOfHeader(header: readonly LinkHeader[]): readonly Alternate[] {
  return linksWithRel(header, 'alternate').flatMap(({ url, hreflang }) =>
    url === null ? [] : hreflang.map((lang) => ({ lang, url })),
  )
}

function alternatesOf({ alternates }: PageClaims, base: string): readonly Alternate[] {
  return alternates.flatMap(({ lang, href }) => {
    const url = resolveUrl(href, base)
    return url === null ? [] : [{ lang, url }]
  })
}

/** Resolves the links of a page, each once: most are links to follow as well, and a base URL may be long. */
class LinkTargets {
  readonly #base: string
  readonly #byHref = new Map<string, string | null>()

  constructor(base: string) {
    this.#base = base
  }

  /** The distinct http(s) URLs, in order. */
  of(hrefs: Iterable<string>): readonly string[] {
    const urls = [...hrefs].map((href) => this.#resolve(href))
    return [...new Set(urls)].filter((url) => url !== null)
  }

  #resolve(href: string): string | null {
    const known = this.#byHref.get(href)
    if (known !== undefined) return known
    const url = resolveUrl(href, this.#base)
    const target = url !== null && /^https?:/.test(url) ? url : null
    this.#byHref.set(href, target)
    return target
  }
}
