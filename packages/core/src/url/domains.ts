/**
 * Data by domain, where a domain covers its subdomains. Only as many labels of a host are looked at as the longest
 * domain has, so that a host with thousands of labels costs no more than any other.
 */
export class DomainMap<Data> {
  readonly #data: ReadonlyMap<string, Data>
  #mostLabels: number

  constructor(entries: Iterable<readonly [domain: string, data: Data]>) {
    this.#data = new Map(entries)
    this.#mostLabels = 0
    for (const domain of this.#data.keys()) this.#mostLabels = Math.max(this.#mostLabels, countLabels(domain))
  }

  /** The data of the longest domain that covers the host. */
  find(host: string): Data | null {
    for (const start of this.#starts(host)) {
      const data = this.#data.get(start === 0 ? host : host.slice(start))
      if (data !== undefined) return data
    }
    return null
  }

  entries(): Iterable<[string, Data]> {
    return this.#data.entries()
  }

  /** Where the domains that may cover the host begin, the longest first. */
  #starts(host: string): number[] {
    const starts: number[] = []
    for (let dot = host.length; starts.length < this.#mostLabels;) {
      dot = dot === 0 ? -1 : host.lastIndexOf('.', dot - 1)
      starts.push(dot + 1)
      if (dot === -1) break
    }
    return starts.toReversed()
  }
}

const countLabels = (domain: string): number => domain.split('.').length
