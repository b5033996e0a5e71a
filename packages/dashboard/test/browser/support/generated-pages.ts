/** One page of the generated crawl, with its place in the queue and its verdict. */
export interface GeneratedPage {
  readonly hostId: number
  readonly url: string
  readonly linkType: 'homepage' | 'section' | 'informative'
  /** Other spellings that lead to it. */
  readonly aliases: readonly string[]
  readonly state: 'fetched' | 'pending' | 'retry' | 'dead' | 'excluded'
  readonly reason: string | null
  readonly detail: string | null
  readonly status: number | null
  readonly verdict: 'healthy' | 'moved' | 'gone' | 'soft404' | null
}

/** Those with most pages. The operator's story is about the first one. */
const LARGE_HOSTS = [
  'legacy.example.edu',
  'forum.example.com',
  'news.example.net',
  'docs.example.org',
  'shop.example.com',
  'archive.example.org',
] as const

const WORDS = ['museum', 'library', 'gazette', 'harbour', 'garden', 'atlas', 'orchard', 'lantern'] as const
const SECTIONS = ['guide', 'news', 'product', 'people', 'report', 'topic'] as const

export function nameHost(id: number): string {
  // Some sites have a second host, which a policy may merge with the first.
  if (id > LARGE_HOSTS.length && id % 9 === 0) return `www.${nameHost(id - 1)}`
  return LARGE_HOSTS[id - 1] ?? `${WORDS[id % WORDS.length]}-${id}.example`
}

/** Every page with a number up to that of hosts is a home page; the rest is spread so that the first hosts have most. */
export function describePage(id: number, hosts: number): GeneratedPage {
  const hostId = id <= hosts ? id : 1 + Math.floor(hosts * spread(id) ** 3)
  const origin = `https://${nameHost(hostId)}`
  const linkType = id <= hosts ? 'homepage' : id % 10 === 1 ? 'section' : 'informative'
  const path = { homepage: '/', section: `/${SECTIONS[id % 6]}/${id}/`, informative: `/${SECTIONS[id % 6]}/${id}` }
  const url = `${origin}${path[linkType]}`
  return {
    hostId,
    url,
    linkType,
    aliases: listAliases(id, url),
    verdict: chooseVerdict(id),
    ...chooseState(id, hostId),
  }
}

/** Numbers from 0 to 1 that fill the range evenly: multiples of the golden ratio. */
const spread = (id: number): number => (id * 0.618_033_988_749_895) % 1

function listAliases(id: number, url: string): string[] {
  if (id % 4 !== 0) return []
  const tagged = `${url}?utm_source=newsletter`
  return id % 40 === 0
    ? [tagged, `${url}?fbclid=IwAR0example`, `${url}#comments`, url.replace('https:', 'HTTPS:')]
    : [tagged]
}

function chooseVerdict(id: number): GeneratedPage['verdict'] {
  if (id % 8 !== 0) return null
  if (id % 1000 === 0) return 'gone'
  if (id % 504 === 0) return 'soft404'
  return id % 248 === 0 ? 'moved' : 'healthy'
}

const FAILURES = [
  ['dead', 'not_found', null, 404],
  ['dead', 'gone', null, 410],
  ['dead', 'redirect_loop', 'redirects return to the page', 302],
  ['retry', 'server_error', 'HTTP 503', 503],
  ['retry', 'read_timeout', 'no data for 30 s', null],
  ['retry', 'connect_refused', null, null],
  ['excluded', 'robots_disallowed', 'Disallow: /search', null],
] as const
const LEGACY_FAILURE = ['dead', 'too_many_redirects', '6 redirects, limit 5', 302] as const

/** 86 % are fetched, 7 % wait, the rest has failed; each host has its own mixture of reasons. */
function chooseState(id: number, hostId: number): Pick<GeneratedPage, 'state' | 'reason' | 'detail' | 'status'> {
  const part = (id * 7919) % 1000
  if (part < 860) return { state: 'fetched', reason: null, detail: null, status: 200 }
  if (part < 930) return { state: 'pending', reason: null, detail: null, status: null }
  const own = FAILURES[(hostId * 3 + (part % 4) * (part % 3)) % FAILURES.length] ?? FAILURES[0]
  const [state, reason, detail, status] = hostId === 1 && part < 980 ? LEGACY_FAILURE : own
  return { state, reason, detail, status }
}
