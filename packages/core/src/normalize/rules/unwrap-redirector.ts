import { REDIRECTORS, type Redirector } from '../../policy/redirectors.ts'
import { DomainMap } from '../../url/domains.ts'
import { percentDecode } from '../../url/percent.ts'
import { foldName, readRawName, readRawValue, splitPairs } from '../../url/query-pairs.ts'
import type { UrlParts } from '../../url/url-parts.ts'
import type { Jump } from '../rule.ts'

export const unwrapRedirector: Jump = {
  id: 'unwrap-redirector',
  tier: 'lossy',
  target(url) {
    if (url.query === '') return null
    for (const redirector of findRedirectors(url.host)) {
      if (redirector.path !== '*' && redirector.path !== (url.path || '/')) continue
      const target = findTarget(url, redirector)
      if (target !== null) return target
    }
    return null
  },
}

/** Only a whole http(s) URL counts: any other value of the parameter means something to the site itself. */
function findTarget(url: UrlParts, { param }: Redirector): string | null {
  const pairs = splitPairs(url.query)
  for (const name of typeof param === 'string' ? [param] : param) {
    const pair = pairs.find((each) => foldName(readRawName(each)) === name)
    const value = pair === undefined ? '' : percentDecode(readRawValue(pair))
    if (/^https?:\/\/./i.test(value)) return value
  }
  return null
}

let byDomain: DomainMap<Redirector[]> | undefined

/** No redirector's domain covers another's, so the longest domain that covers the host is the only one. */
function findRedirectors(host: string): Redirector[] {
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
