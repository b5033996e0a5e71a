import type { FetchFn } from '../../../src/net/exchange.ts'
import type { Route, Routes, Scenario } from './scenario.ts'

export const PUBLIC_ADDRESS = '93.184.216.34'

/** Every route that a URL has, in turn. */
export function createAnswers(web: Routes): (url: string) => { route: Route; count: number } {
  const hits = new Map<string, number>()
  return (url) => {
    const count = hits.get(url) ?? 0
    hits.set(url, count + 1)
    const found = web[url] ?? { status: 404, body: 'nothing here' }
    const routes = typeof found === 'string' ? [{ body: found }] : Array.isArray(found) ? found : [found as Route]
    return { route: routes[Math.min(count, routes.length - 1)] as Route, count }
  }
}

export function readBody({ body = '' }: Route, count: number): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body.replaceAll('{n}', String(count))) : body
}

export function listHeaders({ location, headers = {} }: Route, count: number): Record<string, string> {
  const all = location === undefined ? headers : { ...headers, location }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value.replaceAll('{n}', String(count))]))
}

export const findStatus = ({ status, location }: Route): number => status ?? (location === undefined ? 200 : 301)

/** The web of a scenario as a function, and a list of what was asked of it. */
export function simulateWeb(web: Routes): { fetchFn: FetchFn; asked: string[] } {
  const answer = createAnswers(web)
  const asked: string[] = []
  const fetchFn: FetchFn = async (url, { headers }) => {
    asked.push(url)
    const { route, count } = answer(url)
    if (route.fails !== undefined) throw Object.assign(new Error(route.fails), { code: route.fails })
    if (route.needsAuthorization !== undefined && headers['authorization'] !== route.needsAuthorization) {
      return { status: 401, headers: {}, body: 'who are you?' }
    }
    return { status: findStatus(route), headers: listHeaders(route, count), body: readBody(route, count) }
  }
  return { fetchFn, asked }
}

export function createDns({ dns = {} }: Pick<Scenario, 'dns'>): (host: string) => Promise<string[]> {
  return async (host) => [...(dns[host] ?? [PUBLIC_ADDRESS])]
}

/** The caller's database; undefined where the scenario has none. */
export function createExists({ known }: Scenario) {
  if (known === undefined) return undefined
  return async (urls: string[]) => {
    const url = urls.find((candidate) => candidate in known)
    if (url === undefined) return null
    const value = known[url] as number | string
    return typeof value === 'string' ? { url: value } : { url, data: value }
  }
}
