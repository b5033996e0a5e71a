import type { FetchFn } from '../../../src/net/exchange.ts'

/** What a URL of the little web answers; what has no route is 404. */
export interface Route {
  readonly status?: number
  readonly location?: string
  /** Nobody answers: a Node error code. */
  readonly fails?: string
  readonly title?: string
  readonly lang?: string
  /** Versions in other languages that the page declares. */
  readonly hreflang?: Readonly<Record<string, string>>
  readonly links?: readonly string[]
  readonly next?: string
  /** Instead of the status, for HEAD. */
  readonly head?: number
}

/** By whole URL, or for any URL. */
export type Routes = Readonly<Record<string, Route>> | ((url: string) => Route)

export interface SimulatedWeb {
  readonly fetchFn: FetchFn
  readonly dnsFn: (host: string) => Promise<string[]>
  /** Method and URL of every request, in order. */
  readonly asked: string[]
  /** Every name that was looked up. */
  readonly lookedUp: string[]
}

export const PUBLIC_ADDRESS = '93.184.216.34'

export function simulateWeb(routes: Routes): SimulatedWeb {
  const asked: string[] = []
  const lookedUp: string[] = []
  return {
    asked,
    lookedUp,
    fetchFn: async (url, { method }) => {
      asked.push(`${method} ${url}`)
      const route = typeof routes === 'function' ? routes(url) : (routes[url] ?? { status: 404 })
      if (route.fails !== undefined) throw Object.assign(new Error(route.fails), { code: route.fails })
      const status = (method === 'HEAD' ? route.head : undefined) ?? route.status ?? 200
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return {
        status,
        headers: route.location === undefined ? headers : { ...headers, location: route.location },
        body: writePage(route),
      }
    },
    dnsFn: async (host) => {
      lookedUp.push(host)
      return [PUBLIC_ADDRESS]
    },
  }
}

function writePage({ title = 'Portal', lang, hreflang = {}, links = [], next }: Route): string {
  return [
    `<!doctype html><html${lang === undefined ? '' : ` lang="${lang}"`}><head><title>${title}</title>`,
    ...Object.entries(hreflang).map(([tag, href]) => `<link rel="alternate" hreflang="${tag}" href="${href}">`),
    next === undefined ? '' : `<link rel="next" href="${next}">`,
    '</head><body>',
    ...links.map((href) => `<a href="${href}">link</a>`),
    '</body></html>',
  ].join('')
}
