import { type UrlSettings, normalize, tryNormalize } from '@canonist/core'
import type { Context } from './context.ts'
import type { Draft } from './draft.ts'
import { isServed, type AnsweredVisit, type Requests } from './requests.ts'
import { translateUrl, findTagLanguage, findUrlLanguage, type UrlLanguage } from './url-language.ts'
import { toRequestUrl, readHost } from './url-parts.ts'
import type { PageDocument } from '../extract/document.ts'
import { findUrlRefusal } from './read-input.ts'
import type { AdmissionRules } from './admission-rules.ts'

/** A version of the page that was served. */
export interface Variant {
  readonly url: string
  readonly visit: AnsweredVisit
}

/** Looks for versions of one page in other languages: those it declares, else URLs that differ only in the language. */
export class LanguageSearch {
  readonly language: string | null
  readonly declared: ReadonlyMap<string, string>
  /** Whether every request was answered. */
  isComplete = true
  /** Languages for which no version was found. */
  readonly missing = new Set<string>()
  readonly #draft: Draft
  readonly #context: Context
  readonly #requests: Requests
  readonly #languages: UrlSettings['languages']
  readonly #named: UrlLanguage | null

  constructor(draft: Draft, context: Context, requests: Requests, languages: UrlSettings['languages']) {
    this.#draft = draft
    this.#context = context
    this.#requests = requests
    this.#languages = languages
    this.#named = findUrlLanguage(draft.url, languages)
    this.declared = findDeclaredVariants(draft.page, languages, context.rules)
    this.language = this.#named?.language ?? this.#ownDeclaration() ?? this.#ownTag()
  }

  /** Whether there is anything to look for. */
  get hasVariants(): boolean {
    return this.#named !== null || this.declared.size > 0
  }

  /** The version in a language, declared or guessed, if it answers in its own place. */
  find(language: string): Promise<Variant | null> {
    const declared = this.declared.get(language)
    const declaredSpellings = declared === undefined ? [] : listSpellings(declared, this.#context.rules)
    return this.#findFirst(language, [...new Set([...declaredSpellings, ...this.#guesses(language)])])
  }

  /** Tries only the likeliest spelling, and only if the page does not declare its versions. */
  async guess(language: string): Promise<Variant | null> {
    return this.declared.size > 0 ? null : this.#findFirst(language, this.#guesses(language).slice(0, 1))
  }

  async #findFirst(language: string, urls: readonly string[]): Promise<Variant | null> {
    for (const url of urls) {
      const visit = url === this.#draft.url ? null : await this.#probe(url)
      if (visit !== null && this.#saysTheSame(url, language, visit)) return { url, visit }
    }
    this.missing.add(language)
    return null
  }

  #guesses(language: string): readonly string[] {
    return this.#named === null ? [] : translateUrl(this.#named, language, this.#languages)
  }

  async #probe(url: string): Promise<AnsweredVisit | null> {
    if (this.#draft.probesLeft === 0) return this.#giveUp()
    this.#draft.probesLeft -= 1
    const visit = await this.#requests.get(toRequestUrl(url))
    if (!visit.ok) return this.#giveUp()
    return isServed(visit) ? visit : null
  }

  #giveUp(): null {
    this.isComplete = false
    return null
  }

  /** A version that declares another one as its own would be replaced again the next time. */
  #saysTheSame(url: string, language: string, visit: AnsweredVisit): boolean {
    const named = findUrlLanguage(url, this.#languages)?.language ?? language
    const declared = findDeclaredVariants(visit.page(), this.#languages, this.#context.rules).get(language)
    const isItself = declared === undefined || listSpellings(declared, this.#context.rules).includes(url)
    return named === language && isItself
  }

  #ownDeclaration(): string | null {
    for (const [language, url] of this.declared) {
      if (listSpellings(url, this.#context.rules).includes(this.#draft.url)) return language
    }
    return null
  }

  #ownTag(): string | null {
    const tag = this.#draft.page?.lang ?? null
    return tag === null ? null : findTagLanguage(tag, this.#languages)
  }
}

/** The versions of a page in other languages that it declares itself, and that the policy lets in. */
export function findDeclaredVariants(
  page: PageDocument | null,
  languages: UrlSettings['languages'],
  rules: AdmissionRules,
): ReadonlyMap<string, string> {
  const variants = new Map<string, string>()
  for (const { lang, url } of page?.hreflang ?? []) {
    const language = findTagLanguage(lang, languages)
    if (language === null || variants.has(language)) continue
    const clean = cleanVariant(url, rules)
    if (clean !== null) variants.set(language, clean)
  }
  return variants
}

function cleanVariant(url: string, { forFound, gate }: AdmissionRules): string | null {
  if (findUrlRefusal(url) !== null) return null
  const clean = tryNormalize(url.replace(/^http:/, 'https:'), forFound)
  return clean.ok && gate(readHost(clean.url)) === 'allowed' ? clean.url : null
}

/** A declared URL as it would come out if it were admitted itself; as declared where the server wants it so. */
const listSpellings = (url: string, { policy }: AdmissionRules): string[] => [...new Set([normalize(url, policy), url])]
