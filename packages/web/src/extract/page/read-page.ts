import type { CommonDocument } from '../common-document.ts'
import { declare, removeDuplicates, resolveUrl, type Declared } from '../declared.ts'
import { lazy } from '../lazy.ts'
import { filterByRel, type LinkHeader } from '../link-header.ts'
import { computeSimhash } from '../simhash.ts'
import { toOneLine } from '../text/copy-text.ts'
import { listWords } from '../text/words.ts'
import type { PageClaims } from './page-claims.ts'
import type { Alternate, PageDocument, MetaRefresh } from './page-document.ts'
import { scanPage } from './page-scan.ts'
import { shingleText, signPage } from '../page-signature.ts'

/** Reads the claims of a page. Whatever takes more than one pass is computed on demand. */
export function readPage(common: CommonDocument, url: string): PageDocument {
  const { claims, text, title: rawTitle } = scanPage(common.text)
  const [base, title] = [findBase(claims, url), toOneLine(rawTitle)]
  const signature = lazy(() => signPage(title, claims.lang, text.visible()))
  const targets = new LinkTargets(base)
  const pageLinks = lazy(() => targets.resolveAll(claims.links))
  const followedLinks = lazy(() => targets.resolveAll(claims.followedLinks))
  const mainShingles = lazy(() => shingleText(text.main()))
  const fingerprint = lazy(() => computeSimhash(text.main()))
  return {
    ...common,
    kind: 'page',
    title,
    ...resolveClaims(claims, common.linkHeader, base),
    words: () => listWords(text.visible()),
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

function resolveClaims(claims: PageClaims, header: readonly LinkHeader[], base: string) {
  const declared = claims.canonicals.map((raw) => declare(raw, base)).filter((canonical) => canonical !== null)
  return {
    lang: claims.lang,
    anchors: claims.anchors,
    robots: claims.robots,
    canonicals: removeDuplicates([...filterByRel(header, 'canonical').map(toDeclared), ...declared]),
    ogUrl: claims.ogUrl === null ? null : declare(claims.ogUrl, base),
    hreflang: [...listHeaderAlternates(header), ...listAlternates(claims, base)],
    prev: filterByRel(header, 'prev')[0]?.url ?? resolveOptional(claims.prev, base),
    next: filterByRel(header, 'next')[0]?.url ?? resolveOptional(claims.next, base),
    generator: toOneLine(claims.generators.join('; ')),
    metaRefresh: claims.refresh === null ? null : readMetaRefresh(claims.refresh, base),
  }
}

function toDeclared({ raw, url }: LinkHeader): Declared {
  return { raw, url }
}

/** https://html.spec.whatwg.org/#set-the-frozen-base-url */
function findBase({ base }: PageClaims, url: string): string {
  const resolvedBase = base === null ? null : resolveUrl(base, url)
  return resolvedBase === null || /^(?:data|javascript):/.test(resolvedBase) ? url : resolvedBase
}

function resolveOptional(raw: string | null, base: string): string | null {
  return raw === null ? null : resolveUrl(raw, base)
}

function listHeaderAlternates(header: readonly LinkHeader[]): readonly Alternate[] {
  return filterByRel(header, 'alternate').flatMap(({ url, hreflang }) =>
    url === null ? [] : hreflang.map((lang) => ({ lang, url })),
  )
}

function listAlternates({ alternates }: PageClaims, base: string): readonly Alternate[] {
  return alternates.flatMap(({ lang, href }) => {
    const url = resolveUrl(href, base)
    return url === null ? [] : [{ lang, url }]
  })
}

/** Resolves each link of a page once: most links are in both lists, and a base URL may be long. */
class LinkTargets {
  readonly #base: string
  readonly #byHref = new Map<string, string | null>()

  constructor(base: string) {
    this.#base = base
  }

  /** The distinct http(s) URLs, in order. */
  resolveAll(hrefs: Iterable<string>): readonly string[] {
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

/** Reads the content of a refresh, in the spirit of https://html.spec.whatwg.org/#shared-declarative-refresh-steps */
function readMetaRefresh(content: string, base: string): MetaRefresh | null {
  const match = /^\s*(\d{1,9})(?:\.[\d.]*)?(?:[\s;,]+(?:url\s*=\s*)?(.*))?$/is.exec(content)
  if (match === null) return null
  return { seconds: Number(match[1]), to: declare(unquote(match[2] ?? ''), base) }
}

function unquote(text: string): string {
  return /^(["'])(.*?)(?:\1|$)/s.exec(text)?.[2] ?? text
}
