/**
 * Data by domain, where a domain covers its subdomains. Only as many labels of a host are looked at as the longest
 * domain has, so that a host with thousands of labels costs no more than any other.
 */
export class DomainMap<Data> {
  readonly #data: ReadonlyMap<string, Data>
  #mostLabels: number
  #lastHost: string | null = null
  #lastFound: Data | null = null

  constructor(entries: Iterable<readonly [domain: string, data: Data]>) {
    this.#data = new Map(entries)
    this.#mostLabels = 0
    for (const domain of this.#data.keys()) this.#mostLabels = Math.max(this.#mostLabels, countLabels(domain))
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
    let at = host.length
    for (let labels = this.#mostLabels; labels > 0 && at > 0; labels--) at = host.lastIndexOf('.', at - 1)
    do {
      const data = this.#data.get(host.slice(++at))
      if (data !== undefined) return data
      at = host.indexOf('.', at)
    } while (at !== -1)
    return null
  }

  entries(): Iterable<[string, Data]> {
    return this.#data.entries()
  }
}

const countLabels = (domain: string): number => domain.split('.').length
