import fc from 'fast-check'
import type { Route } from './simulated-web.ts'

// A web as sites are built: a host behaves alike on all of its pages, and a page alike in all of its spellings.

interface Site {
  readonly prefers: 'www' | 'bare' | 'neither'
  readonly hasHttps: boolean
  /** Whether http sends to https, or serves as well. */
  readonly forces: boolean
}

interface Page {
  readonly status: 200 | 403 | 404 | 503
  readonly slash: 'any' | 'always' | 'never' | 'needed' | 'loses'
  readonly languages: readonly string[]
  readonly declares: boolean
  readonly pages: number
  readonly movedTo: string | null
}

const LANGUAGES = ['es', 'ca', 'fr']
const TOKENS = new Map([...LANGUAGES.map((language) => [language, language] as const), ['cas', 'es'], ['cat', 'ca']])

const site: fc.Arbitrary<Site> = fc.record({
  prefers: fc.constantFrom('www', 'bare', 'neither'),
  hasHttps: fc.constantFrom(true, true, false),
  forces: fc.boolean(),
})

const page = (places: fc.Arbitrary<string>): fc.Arbitrary<Page> =>
  fc.record({
    status: fc.constantFrom(200, 200, 200, 403, 404, 503),
    slash: fc.constantFrom('any', 'always', 'never', 'needed', 'loses'),
    languages: fc.subarray(LANGUAGES),
    declares: fc.boolean(),
    pages: fc.constantFrom(0, 0, 4),
    movedTo: fc.option(places, { freq: 4, nil: null }),
  })

/** Webs whose pages may have moved to these places. */
export function coherentWeb(places: fc.Arbitrary<string>): fc.Arbitrary<(url: string) => Route> {
  return fc.tuple(fc.func(site), fc.func(page(places))).map(([chooseSite, choosePage]) => (url) => {
    const at = new URL(url)
    const domain = at.hostname.replace(/^www\./, '')
    const traits = chooseSite(domain)
    return redirectToDoor(at, domain, traits) ?? servePage(at, (name) => choosePage(`${domain} ${name}`))
  })
}

const moved = (at: URL, change: (url: URL) => void): Route => {
  const to = new URL(at.href)
  change(to)
  return { status: 301, location: to.href }
}

/** What the host does before any page is looked at. */
function redirectToDoor(at: URL, domain: string, { prefers, hasHttps, forces }: Site): Route | null {
  if (!hasHttps && at.protocol === 'https:') return { fails: 'ECONNREFUSED' }
  if (hasHttps && forces && at.protocol === 'http:') return moved(at, (url) => (url.protocol = 'https:'))
  const isWww = at.hostname !== domain
  if (prefers === 'www' && !isWww) return moved(at, (url) => (url.hostname = `www.${domain}`))
  return prefers === 'bare' && isWww ? moved(at, (url) => (url.hostname = domain)) : null
}

function servePage(at: URL, choosePage: (name: string) => Page): Route {
  const segments = at.pathname.split('/').filter((segment) => segment !== '')
  const [token = '', ...rest] = segments
  const language = TOKENS.get(token) ?? TOKENS.get(at.searchParams.get('lang') ?? '')
  const name = TOKENS.has(token) ? rest.join('/') : segments.join('/')
  const page = choosePage(name)
  if (page.movedTo !== null) return { status: 302, location: page.movedTo }
  if (language !== undefined && !page.languages.includes(language)) return { status: 404 }
  return redirectToSlash(at, page) ?? { ...page, ...describePage(at, page, TOKENS.has(token)) }
}

function redirectToSlash(at: URL, { slash }: Page): Route | null {
  const [path, isSlashed] = [at.pathname, at.pathname.endsWith('/')]
  if (path === '/') return null
  if (slash === 'never' && isSlashed) return moved(at, (url) => (url.pathname = path.replace(/\/+$/, '')))
  if (isSlashed) return null
  if (slash === 'always') return moved(at, (url) => (url.pathname = `${path}/`))
  if (slash === 'needed') return { status: 404 }
  return slash === 'loses' ? moved(at, (url) => (url.pathname = '/lost-and-found/')) : null
}

function describePage(at: URL, { declares, languages, pages }: Page, isInPath: boolean): Route {
  const inLanguage = (language: string): string => at.pathname.replace(/^\/\w+/, `/${language}`)
  const hreflang = Object.fromEntries(
    languages.map((language) => [language, `${at.origin}${inLanguage(language)}${at.search}`]),
  )
  const link = (number: number): string =>
    moved(at, (url) => url.searchParams.set('page', String(number))).location ?? ''
  return {
    hreflang: declares && isInPath ? hreflang : {},
    links: pages === 0 ? [] : [link(2), link(pages)].map((href) => href.replaceAll('&', '&amp;')),
  }
}
