import type { Document, FeedDocument, PageDocument } from '../extract/document.ts'
import { checkUrl } from '../net/check-url.ts'
import { guessScheme, unwrapFeedScheme } from './feed-schemes.ts'
import type { Landing } from './landing.ts'
import type { Presets } from './presets.ts'
import { hasForbiddenCharacters, isHttp } from './read-input.ts'
import type { Warning } from './result.ts'

/** What a document says its own URL is. */
export interface Declaration {
  readonly url: string
  readonly by: 'self' | 'canonical' | 'og'
}

type Found = { readonly raw: string; readonly url: string | null; readonly by: Declaration['by'] }

/** The URL that the document declares as its own, if it is one that may be asked; it is not yet believed. */
export function findDeclaration(
  landing: Landing,
  presets: Presets,
  warn: (warning: Warning) => void,
): Declaration | null {
  const document = landing.document()
  const found = choose(document, landing.url, presets, warn)
  if (found === null) return null
  const url = readDeclared(found)
  if (url === null) return refuse(warn, 'declared_malformed')
  if (!checkUrl(url, { reservedNames: 'resolve' }).ok) return refuse(warn, 'declared_blocked')
  if (document.kind === 'page' && isOtherLanguage(document, url, landing.url, presets)) {
    return refuse(warn, 'declared_other_language')
  }
  return { url, by: found.by }
}

function refuse(warn: (warning: Warning) => void, warning: Warning): null {
  warn(warning)
  return null
}

function choose(document: Document, at: string, presets: Presets, warn: (warning: Warning) => void): Found | null {
  if (document.kind === 'feed') return chooseSelf(document, at, presets)
  if (document.kind === 'page') return chooseCanonical(document, at, warn)
  const link = document.linkHeader.find(({ rels }) => rels.includes('canonical'))
  return link === undefined ? null : { raw: link.raw, url: link.url, by: 'canonical' }
}

/** Of several, the one that is a spelling of where the feed was found; else the first. */
function chooseSelf({ selfs }: FeedDocument, at: string, { classOf }: Presets): Found | null {
  const own = selfs.find(({ url }) => url !== null && isHttpUrl(url) && classOf(url) === classOf(at))
  const chosen = own ?? selfs[0]
  return chosen === undefined ? null : { ...chosen, by: 'self' }
}

function chooseCanonical(
  { canonicals, ogUrl }: PageDocument,
  at: string,
  warn: (warning: Warning) => void,
): Found | null {
  const [first, ...others] = canonicals
  if (others.some(({ url, raw }) => (url ?? raw) !== (first?.url ?? first?.raw))) {
    return refuse(warn, 'canonical_conflict')
  }
  if (first !== undefined) return { ...first, by: 'canonical' }
  // Sharing tags often name a parent page or a campaign's host.
  const isNear = ogUrl !== null && ogUrl.url !== null && URL.parse(ogUrl.url)?.host === new URL(at).host
  return isNear ? { ...ogUrl, by: 'og' } : null
}

const isHttpUrl = (url: string): boolean => /^https?:/i.test(url)

/** Null for what is no URL or is not of the web. */
function readDeclared({ raw, url }: Found): string | null {
  if (hasForbiddenCharacters(raw.trim()) || url === null) return null
  const whole = isHttpUrl(url) ? { text: url } : guessScheme(unwrapFeedScheme(url))
  const parsed = whole === null ? null : URL.parse(whole.text)
  if (parsed === null || !isHttp(parsed)) return null
  parsed.hash = ''
  return parsed.href
}

/** Whether the page lists the URL as its version in another language: a translation is not the same page. */
function isOtherLanguage(page: PageDocument, url: string, at: string, { classOf }: Presets): boolean {
  const languagesOf = (wanted: string): string[] =>
    page.hreflang.filter((link) => isHttpUrl(link.url) && classOf(link.url) === classOf(wanted)).map(({ lang }) => lang)
  const listed = languagesOf(url)
  if (listed.length === 0 || classOf(url) === classOf(at)) return false
  const own = languagesOf(at).filter((lang) => lang !== 'x-default')
  const spoken = own.length > 0 || page.lang === null ? own : [page.lang]
  return !listed.some((lang) => spoken.some((mine) => areCompatible(mine, lang)))
}

/** `en` speaks for `en-GB` and the other way round; `en-US` does not speak for `en-GB`. */
function areCompatible(a: string, b: string): boolean {
  const [short, long] = [a.toLowerCase(), b.toLowerCase()].toSorted((x, y) => x.length - y.length) as [string, string]
  return long === short || long.startsWith(`${short}-`)
}
