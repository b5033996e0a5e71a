import type { Declared } from '../extract/declared.ts'
import { areCompatible } from '../extract/languages.ts'
import { filterByRel } from '../extract/link-header.ts'
import { checkUrl } from '../net/gate/check-url.ts'
import type { DocumentFacts, FeedFacts, PageFacts } from './content.ts'
import type { CanonicalizeContext } from './context.ts'
import type { Declaration } from './result.ts'
import { guessScheme, unwrapFeedScheme } from './feed-schemes.ts'
import type { Landing } from './landing.ts'
import type { Presets } from './presets.ts'
import { hasForbiddenCharacters, isHttp, toPlainUrl } from './read-input.ts'
import type { CanonicalizeWarning } from './result.ts'

type Found = Declared & { readonly by: Declaration['by'] }

/** The URL that the document declares as its own, if it may be requested. It is not proved yet. */
export function findDeclaration(
  landing: Landing,
  {
    presets,
    input,
    guard,
    requester: { warn },
  }: Pick<CanonicalizeContext, 'presets' | 'input' | 'guard' | 'requester'>,
): Declaration | null {
  const document = landing.content.document()
  const found = choose(document, landing.url, presets, warn)
  if (found === null) return null
  const url = readDeclared(found)
  if (url === null) return warnAndIgnore(warn, 'declared_malformed')
  const isOwn = presets.getClass(url) === presets.getClass(landing.url)
  const allowPort = new URL(url).origin === new URL(input.url).origin ? 'any' : 'default'
  // What differs only cosmetically is tested like any variant, if at all.
  if (!isOwn && !checkUrl(url, { reservedNames: 'resolve', allowPort }).ok)
    return warnAndIgnore(warn, 'declared_blocked')
  if (!guard.mayReplace(url, landing.content)) return warnAndIgnore(warn, 'declared_without_credential')
  if (document.kind === 'page' && isOtherLanguage(document, url, landing.url, presets)) {
    return warnAndIgnore(warn, 'declared_other_language')
  }
  return { url, by: found.by }
}

function warnAndIgnore(warn: (warning: CanonicalizeWarning) => void, warning: CanonicalizeWarning): null {
  warn(warning)
  return null
}

function choose(
  document: DocumentFacts,
  at: string,
  presets: Presets,
  warn: (warning: CanonicalizeWarning) => void,
): Found | null {
  if (document.kind === 'feed') return chooseSelf(document, at, presets)
  const canonicals = document.kind === 'page' ? document.canonicals : filterByRel(document.linkHeader, 'canonical')
  const distinct = new Map(canonicals.map((canonical) => [removeFragment(canonical), canonical]))
  if (distinct.size > 1) return warnAndIgnore(warn, 'canonical_conflict')
  const [canonical] = distinct.values()
  if (canonical !== undefined) return { ...canonical, by: 'canonical' }
  return document.kind === 'page' ? chooseOgUrl(document, at) : null
}

const removeFragment = ({ raw, url }: Declared): string => (url ?? raw).replace(/#.*$/s, '')

/** Of several, the one that is a spelling of where the feed was found; else the first. */
function chooseSelf({ selfs }: FeedFacts, at: string, { getClass }: Presets): Found | null {
  const own = selfs.find(({ url }) => url !== null && isHttpUrl(url) && getClass(url) === getClass(at))
  const chosen = own ?? selfs[0]
  return chosen === undefined ? null : { ...chosen, by: 'self' }
}

/** Of the same host only: sharing tags often name a parent page or a campaign's host. */
function chooseOgUrl({ ogUrl }: PageFacts, at: string): Found | null {
  const isNear = ogUrl !== null && ogUrl.url !== null && URL.parse(ogUrl.url)?.host === new URL(at).host
  return isNear ? { ...ogUrl, by: 'og' } : null
}

const isHttpUrl = (url: string): boolean => /^https?:/i.test(url)

/** Null if it is not an http or https URL. */
function readDeclared({ raw, url }: Found): string | null {
  if (hasForbiddenCharacters(raw.trim()) || url === null) return null
  const whole = isHttpUrl(url) ? { text: url } : guessScheme(unwrapFeedScheme(url))
  const parsed = whole === null ? null : URL.parse(whole.text)
  return parsed === null || !isHttp(parsed) ? null : toPlainUrl(parsed)
}

/** Whether the page lists the URL as its version in another language: a translation is not the same page. */
function isOtherLanguage(page: PageFacts, url: string, at: string, { getClass }: Presets): boolean {
  const listLanguages = (wanted: string): string[] =>
    page.hreflang
      .filter((link) => link.lang !== 'x-default' && isHttpUrl(link.url) && getClass(link.url) === getClass(wanted))
      .map(({ lang }) => lang)
  if (getClass(url) === getClass(at)) return false
  const own = listLanguages(at)
  const spoken = own.length > 0 || page.lang === null ? own : [page.lang]
  const listed = listLanguages(url)
  // If the languages are not declared, the content decides.
  if (spoken.length === 0 || listed.length === 0) return false
  return !listed.some((lang) => spoken.some((mine) => areCompatible(mine, lang)))
}
