import { findBefore } from './find-before.ts'

/**
 * Labels that registries put between a name and a country code: `amazon.co.uk`, `amazon.com.br`. The core has no public
 * suffix list; these labels cover the sites that use one name in many countries.
 */
export const SECOND_LEVEL_LABELS: readonly string[] = [
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gov',
  'ne',
  'net',
  'or',
  'org',
]

const SECOND_LEVEL = /* @__PURE__ */ new Set(SECOND_LEVEL_LABELS)

/** Where the ending of a host name begins: its last label, or the last two of `co.uk` and the like. */
export function findEnding(host: string): number {
  const last = host.lastIndexOf('.')
  if (last === -1 || host.length - last !== 3) return last + 1
  const second = host.lastIndexOf('.', last - 1)
  return SECOND_LEVEL.has(host.slice(second + 1, last)) ? second + 1 : last + 1
}

/** `amazon.*`: the name under every ending. */
export const isOpenDomain = (domain: string): boolean => domain.endsWith('.*')

/**
 * The site keys that cover a host or another site key, the most specific first.
 *
 * @example listCoveringDomains('www.a.co.uk') // ['www.a.co.uk', 'www.a.*', 'a.co.uk', 'a.*', 'co.uk', 'uk']
 */
export function listCoveringDomains(domain: string): string[] {
  const ending = isOpenDomain(domain) ? domain.length - 1 : findEnding(domain)
  const keys: string[] = []
  for (let at = 0; at < domain.length; at = findBefore('.', domain, at, domain.length) + 1) {
    if (isOpenDomain(domain) && at >= ending) break
    keys.push(domain.slice(at))
    if (at < ending && !isOpenDomain(domain)) keys.push(`${domain.slice(at, ending)}*`)
  }
  return keys
}

/**
 * Data by domain, where a domain covers its subdomains and `name.*` covers the name under every ending. A lookup reads no
 * more of a host than the longest domain is long, so that a host with thousands of labels costs no more than any other.
 */
export class DomainMap<Data> {
  readonly #data = new Map<string, Data>()
  /** By the name and its dot: `amazon.` for `amazon.*`. */
  readonly #open = new Map<string, Data>()
  #longest = 0
  #longestOpen = 0
  #lastHost: string | null = null
  #lastFound: Data | null = null

  constructor(entries: Iterable<readonly [domain: string, data: Data]>) {
    for (const [domain, data] of entries) {
      if (isOpenDomain(domain)) this.#open.set(domain.slice(0, -1), data)
      else this.#data.set(domain, data)
    }
    for (const domain of this.#data.keys()) this.#longest = Math.max(this.#longest, domain.length)
    for (const name of this.#open.keys()) this.#longestOpen = Math.max(this.#longestOpen, name.length)
  }

  /** The data of the longest domain that covers the host; of two that cover as much, of the one without a star. */
  find(host: string): Data | null {
    // Lists are often sorted by host, so the previous host is looked up again.
    if (host !== this.#lastHost) {
      this.#lastHost = host
      this.#lastFound = this.#look(host)
    }
    return this.#lastFound
  }

  /** The same for the host between two offsets of a text. */
  findWithin(text: string, from: number, end: number): Data | null {
    const last = this.#lastHost
    // Compared in place: a URL that is normalized in several rounds mostly keeps its host, and needs no copy of it.
    const isLast = last !== null && end - from === last.length && text.startsWith(last, from)
    return isLast ? this.#lastFound : this.find(text.slice(from, end))
  }

  #look(host: string): Data | null {
    const ending = this.#open.size === 0 ? 0 : findEnding(host)
    const excess = host.length - Math.max(this.#longest, this.#longestOpen + host.length - ending)
    let at = excess > 0 ? findBefore('.', host, excess - 1, host.length) + 1 : 0
    while (at < host.length) {
      const data = this.#data.get(host.slice(at)) ?? (at < ending ? this.#open.get(host.slice(at, ending)) : undefined)
      if (data !== undefined) return data
      at = findBefore('.', host, at, host.length) + 1
    }
    return null
  }
}
