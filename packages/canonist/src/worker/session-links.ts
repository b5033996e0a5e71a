import { createNormalizer, definePolicy } from '@canonist/core'

/** What nobody would write by hand: sixteen letters and digits or more, or a UUID. `sid=5` chooses a page. */
const TOKEN =
  /(?<![\w-])(?:(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{16,}|\d{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/gi

/** Some, because a policy may hold them to be different pages; no more, because the next visit makes up others. */
export const MOST_SESSIONS = 3
const MEMORY = 100_000

/** Knows session identifiers in URLs, and bounds how many URLs are taken in that differ in nothing else. */
export class SessionLinks {
  readonly #asItIs = createNormalizer('rfc3986')
  readonly #sessionless = createNormalizer(definePolicy({ name: 'sessionless', session: true }))
  #taken = new Map<string, Set<string>>()

  /**
   * The URL without the session identifier that it holds; null where it holds none.
   *
   * @example new SessionLinks().without('https://a.example/x;jsessionid=0A1B2C3D4E5F60718293') // 'https://a.example/x'
   */
  without(url: string): string | null {
    const tokens = url.match(TOKEN) ?? []
    const page = tokens.length === 0 ? null : this.#sessionless(url)
    if (page === null || page === this.#asItIs(url)) return null
    return tokens.some((token) => !page.includes(token)) ? page : null
  }

  isTooMany(url: string): boolean {
    const page = this.without(url)
    if (page === null) return false
    if (this.#taken.size >= MEMORY) this.#taken = new Map()
    const taken = this.#taken.get(page) ?? new Set()
    if (taken.size >= MOST_SESSIONS) return !taken.has(url)
    this.#taken.set(page, taken.add(url))
    return false
  }
}
