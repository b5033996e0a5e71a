import type { Edit } from './edit.ts'
import { parseForm, type ParsedUrl } from './form.ts'
import type { SiteData } from './site-data.ts'

/**
 * How the rules found so far spell the URLs of a site, and those that its claims name. When rules are added, only what they
 * may change is spelled anew: from the URL itself, not from its last spelling, which the policy will never see.
 */
export class Spelling {
  readonly #raw: readonly ParsedUrl[]
  readonly #numbers: ReadonlyMap<string, number>
  #spelled: readonly ParsedUrl[]

  constructor({ urls, claims }: SiteData) {
    const all = new Set(urls)
    for (const { from, to } of claims) all.add(from).add(to)
    this.#raw = Array.from(all, parseForm)
    this.#numbers = new Map(this.#raw.map(({ text }, number) => [text, number]))
    this.#spelled = this.#raw
  }

  /** @param number of a URL of the site: they come first */
  at(number: number): ParsedUrl {
    return this.#spelled[number] as ParsedUrl
  }

  /** @param url one of the site or of its claims */
  of(url: string): ParsedUrl {
    return this.at(this.#numbers.get(url) ?? -1)
  }

  /** The URL itself, in pieces. */
  raw(url: string): ParsedUrl {
    return this.#raw[this.#numbers.get(url) ?? -1] as ParsedUrl
  }

  /** @param edits those of the rules that were added; null where rules before them may have come to mean something else */
  spell(normalize: (url: string) => string, edits: readonly Edit[] | null): void {
    const before = new Map(this.#spelled.map((parsed) => [parsed.text, parsed]))
    const parse = (text: string): ParsedUrl => {
      const known = before.get(text) ?? parseForm(text)
      before.set(text, known)
      return known
    }
    const mayChange = remember((parsed) => edits === null || edits.some((edit) => edit.mayChange(parsed)))
    this.#spelled = this.#raw.map((raw, number) => {
      const last = this.at(number)
      return mayChange(last) || mayChange(raw) ? parse(normalize(raw.text)) : last
    })
  }
}

/** Many URLs have one spelling. */
function remember(look: (parsed: ParsedUrl) => boolean): (parsed: ParsedUrl) => boolean {
  const known = new Map<ParsedUrl, boolean>()
  return (parsed) => {
    let answer = known.get(parsed)
    if (answer === undefined) known.set(parsed, (answer = look(parsed)))
    return answer
  }
}
