import type { Declared } from '../extract/declared.ts'
import { areCompatible } from '../extract/languages.ts'
import { linksWithRel } from '../extract/link-header.ts'
import { checkUrl } from '../net/gate/check-url.ts'
import type { DocumentFacts, FeedFacts, PageFacts } from './content.ts'
import type { Decision } from './decision.ts'
import type { Declaration } from './result.ts'
import { guessScheme, unwrapFeedScheme } from './feed-schemes.ts'
import type { Landing } from './landing.ts'
import type { Presets } from './presets.ts'
import { hasForbiddenCharacters, isHttp, plainUrl } from './read-input.ts'
import type { Warning } from './result.ts'

type Found = Declared & { readonly by: Declaration['by'] }

/** The URL that the document declares as its own, if it is one that may be asked; it is not yet believed. */
export function findDeclaration(
  landing: Landing,
  { presets, input, inquiry: { warn } }: Pick<Decision, 'presets' | 'input' | 'inquiry'>,
): Declaration | null {
  const document = landing.content.document()
  const found = choose(document, landing.url, presets, warn)
  if (found === null) return null
  const url = readDeclared(found)
  if (url === null) return refuse(warn, 'declared_malformed')
  const isOwn = presets.classOf(url) === presets.classOf(landing.url)
  const allowPort = new URL(url).origin === new URL(input.url).origin ? 'any' : 'default'
  // What differs only cosmetically is tested like any variant, if at all.
  if (!isOwn && !checkUrl(url, { reservedNames: 'resolve', allowPort }).ok) return refuse(warn, 'declared_blocked')
  if (document.kind === 'page' && isOtherLanguage(document, url, landing.url, presets)) {
    return refuse(warn, 'declared_other_language')
  }
  return { url, by: found.by }
}

function refuse(warn: (warning: Warning) => void, warning: Warning): null {
  warn(warning)
  return null
}

function choose(document: DocumentFacts, at: string, presets: Presets, warn: (warning: Warning) => void): Found | null {
  if (document.kind === 'feed') return chooseSelf(document, at, presets)
  const canonicals = document.kind === 'page' ? document.canonicals : linksWithRel(document.linkHeader, 'canonical')
  const distinct = new Map(canonicals.map((canonical) => [withoutFragment(canonical), canonical]))
  if (distinct.size > 1) return refuse(warn, 'canonical_conflict')
  const [canonical] = distinct.values()
  if (canonical !== undefined) return { ...canonical, by: 'canonical' }
  return document.kind === 'page' ? chooseOgUrl(document, at) : null
}

const withoutFragment = ({ raw, url }: Declared): string => (url ?? raw).replace(/#.*$/s, '')

/** Of several, the one that is a spelling of where the feed was found; else the first. */
function chooseSelf({ selfs }: FeedFacts, at: string, { classOf }: Presets): Found | null {
  const own = selfs.find(({ url }) => url !== null && isHttpUrl(url) && classOf(url) === classOf(at))
  const chosen = own ?? selfs[0]
  return chosen === undefined ? null : { ...chosen, by: 'self' }
}

/** Of the same host only: sharing tags often name a parent page or a campaign's host. */
function chooseOgUrl({ ogUrl }: PageFacts, at: string): Found | null {
  const isNear = ogUrl !== null && ogUrl.url !== null && URL.parse(ogUrl.url)?.host === new URL(at).host
  return isNear ? { ...ogUrl, by: 'og' } : null
}

const isHttpUrl = (url: string): boolean => /^https?:/i.test(url)

/** Null for what is no URL or is not of the web. */
function readDeclared({ raw, url }: Found): string | null {
  if (hasForbiddenCharacters(raw.trim()) || url === null) return null
  const whole = isHttpUrl(url) ? { text: url } : guessScheme(unwrapFeedScheme(url))
  const parsed = whole === null ? null : URL.parse(whole.text)
  return parsed === null || !isHttp(parsed) ? null : plainUrl(parsed)
}

/** Whether the page lists the URL as its version in another language: a translation is not the same page. */
function isOtherLanguage(page: PageFacts, url: string, at: string, { classOf }: Presets): boolean {
  const languagesOf = (wanted: string): string[] =>
    page.hreflang
      .filter((link) => link.lang !== 'x-default' && isHttpUrl(link.url) && classOf(link.url) === classOf(wanted))
      .map(({ lang }) => lang)
  if (classOf(url) === classOf(at)) return false
  const own = languagesOf(at)
  const spoken = own.length > 0 || page.lang === null ? own : [page.lang]
  const listed = languagesOf(url)
  // Where nobody says which language this is, the content must tell.
  if (spoken.length === 0 || listed.length === 0) return false
  return !listed.some((lang) => spoken.some((mine) => areCompatible(mine, lang)))
}
