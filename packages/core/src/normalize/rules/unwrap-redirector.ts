import { REDIRECTORS, type Redirector } from '../../policy/redirectors.ts'
import { DomainMap } from '../../url/domains.ts'
import { percentDecode } from '../../url/percent.ts'
import { foldName, rawName, rawValue, splitPairs } from '../../url/query-pairs.ts'
import type { UrlParts } from '../../url/url-parts.ts'
import type { Jump } from '../rule.ts'

export const unwrapRedirector: Jump = {
  id: 'unwrap-redirector',
  tier: 'lossy',
  target(url) {
    if (url.query === '') return null
    for (const redirector of redirectorsOf(url.host)) {
      if (redirector.path !== '*' && redirector.path !== (url.path || '/')) continue
      const target = findTarget(url, redirector)
      if (target !== null) return target
    }
    return null
  },
}

/** Only a whole http(s) URL: whatever else stands in the parameter is the site's own business. */
function findTarget(url: UrlParts, { param }: Redirector): string | null {
  const pairs = splitPairs(url.query)
  for (const name of typeof param === 'string' ? [param] : param) {
    const pair = pairs.find((each) => foldName(rawName(each)) === name)
    const value = pair === undefined ? '' : percentDecode(rawValue(pair))
    if (/^https?:\/\/./i.test(value)) return value
  }
  return null
}

let byDomain: DomainMap<Redirector[]> | undefined

/** Domains of redirectors do not lie within each other, so the longest one that covers the host is the only one. */
function redirectorsOf(host: string): Redirector[] {
  byDomain ??= new DomainMap(indexByDomain())
  return byDomain.find(host) ?? []
}

function indexByDomain(): Map<string, Redirector[]> {
  const index = new Map<string, Redirector[]>()
  for (const redirector of REDIRECTORS) {
    for (const domain of redirector.hosts) index.set(domain, [...(index.get(domain) ?? []), redirector])
  }
  return index
}
