import { parseUrl, type ParsedUrl } from './form.ts'
import type { Claim } from './site-log.ts'

interface Logged {
  readonly urls: readonly string[]
  readonly claims: readonly Claim[]
}

/** What of an edit tells whether it may change a URL. */
interface UrlFilter {
  readonly mayChange: (url: ParsedUrl) => boolean
}

/**
 * How the rules found so far spell the URLs of a site, and those that its claims name. When rules are added, only what they
 * may change is spelled anew: from the URL itself, not from its last spelling, which the policy will never see.
 */
export class UrlSpellings {
  readonly #raw: readonly ParsedUrl[]
  readonly #numbers: ReadonlyMap<string, number>
  /** All that was ever taken apart. */
  readonly #parsed: Map<string, ParsedUrl>
  #spelled: readonly ParsedUrl[]

  constructor({ urls, claims }: Logged) {
    const numbers = new Map(urls.map((url, number) => [url, number]))
    for (const url of claims.flatMap(({ from, to }) => [from, to]))
      if (!numbers.has(url)) numbers.set(url, numbers.size)
    this.#numbers = numbers
    this.#raw = Array.from(numbers.keys(), parseUrl)
    this.#parsed = new Map(this.#raw.map((parsed) => [parsed.text, parsed]))
    this.#spelled = this.#raw
  }

  /** @param number of a URL of the site: they come first */
  get(number: number): ParsedUrl {
    return this.#spelled[number] as ParsedUrl
  }

  /** @param url one of the site or of its claims */
  find(url: string): ParsedUrl {
    return this.get(this.#numbers.get(url) ?? -1)
  }

  /** How many spellings there are, those of before counted in. */
  get count(): number {
    return this.#parsed.size
  }

  /** The URL itself, in pieces. */
  findRaw(url: string): ParsedUrl {
    return this.#raw[this.#numbers.get(url) ?? -1] as ParsedUrl
  }

  /** @param edits those of the rules that were added; null where rules before them may have come to mean something else */
  update(normalize: (url: string) => string, edits: readonly UrlFilter[] | null): void {
    const mayChange = (parsed: ParsedUrl): boolean => edits === null || edits.some((edit) => edit.mayChange(parsed))
    this.#spelled = this.#raw.map((raw, number) => {
      const last = this.get(number)
      return mayChange(last) || (raw !== last && mayChange(raw)) ? this.#parse(normalize(raw.text)) : last
    })
  }

  /** Many URLs have one spelling, and some of them another one's. */
  #parse(text: string): ParsedUrl {
    let parsed = this.#parsed.get(text)
    if (parsed === undefined) this.#parsed.set(text, (parsed = parseUrl(text, this.#parsed.size)))
    return parsed
  }
}
