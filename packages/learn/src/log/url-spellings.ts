import { parseUrl, type ParsedUrl } from './form.ts'
import type { Claim } from './site-log.ts'

interface Logged {
  readonly urls: readonly string[]
  readonly claims: readonly Claim[]
}

/** The part of an edit that decides whether it may change a URL. */
interface UrlFilter {
  readonly mayChange: (url: ParsedUrl) => boolean
}

/**
 * The URLs of a site and of its claims, as the current rules spell them. When rules are added, only the URLs that they may change
 * are spelled again: from the raw URL, not from the last spelling, which the policy will never see.
 */
export class UrlSpellings {
  readonly #raw: readonly ParsedUrl[]
  readonly #numbers: ReadonlyMap<string, number>
  /** Every spelling that was ever parsed. */
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

  /** @param number of a URL; those of the site come before those of claims */
  get(number: number): ParsedUrl {
    return this.#spelled[number] as ParsedUrl
  }

  /** @param url of the site or of its claims */
  find(url: string): ParsedUrl {
    return this.get(this.#numbers.get(url) ?? -1)
  }

  /** The number of a spelling, including earlier ones; -1 if no URL was ever spelled like that. */
  findNumber(text: string): number {
    return this.#parsed.get(text)?.number ?? -1
  }

  /** How many spellings there are, including earlier ones. */
  get count(): number {
    return this.#parsed.size
  }

  /** The URL before any rule, parsed. */
  findRaw(url: string): ParsedUrl {
    return this.#raw[this.#numbers.get(url) ?? -1] as ParsedUrl
  }

  /** @param edits of the added rules; null if the meaning of earlier rules may have changed */
  update(normalize: (url: string) => string, edits: readonly UrlFilter[] | null): void {
    const mayChange = (parsed: ParsedUrl): boolean => edits === null || edits.some((edit) => edit.mayChange(parsed))
    this.#spelled = this.#raw.map((raw, number) => {
      const last = this.get(number)
      return mayChange(last) || (raw !== last && mayChange(raw)) ? this.#parse(normalize(raw.text)) : last
    })
  }

  /** Many URLs have the same spelling, which is parsed once. */
  #parse(text: string): ParsedUrl {
    let parsed = this.#parsed.get(text)
    if (parsed === undefined) this.#parsed.set(text, (parsed = parseUrl(text, this.#parsed.size)))
    return parsed
  }
}
