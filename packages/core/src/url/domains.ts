import { findBefore } from './find-before.ts'

/**
 * Data by domain, where a domain covers its subdomains. Only as much of a host is looked at as the longest domain is
 * long, so that a host with thousands of labels costs no more than any other.
 */
export class DomainMap<Data> {
  readonly #data: ReadonlyMap<string, Data>
  #longest = 0
  #lastHost: string | null = null
  #lastFound: Data | null = null

  constructor(entries: Iterable<readonly [domain: string, data: Data]>) {
    this.#data = new Map(entries)
    for (const domain of this.#data.keys()) this.#longest = Math.max(this.#longest, domain.length)
  }

  /** The data of the longest domain that covers the host. */
  find(host: string): Data | null {
    // Lists are often by host: the one before is asked for again.
    if (host !== this.#lastHost) {
      this.#lastHost = host
      this.#lastFound = this.#look(host)
    }
    return this.#lastFound
  }

  #look(host: string): Data | null {
    const excess = host.length - this.#longest
    let at = excess > 0 ? findBefore('.', host, excess - 1, host.length) + 1 : 0
    while (at < host.length) {
      const data = this.#data.get(host.slice(at))
      if (data !== undefined) return data
      at = findBefore('.', host, at, host.length) + 1
    }
    return null
  }
}
