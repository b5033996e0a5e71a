import type { SettingsAt } from '@canonist/core'
import type { Context } from './context.ts'
import { declaredVariants, spellingsOf } from './declared-variants.ts'
import type { Draft } from './draft.ts'
import { isServed, type Answered, type Requests } from './requests.ts'
import { inLanguage, languageOfTag, urlLanguage, type UrlLanguage } from './url-language.ts'
import { wireUrl } from './wire.ts'

/** A version of the page that was seen. */
export interface Variant {
  readonly url: string
  readonly visit: Answered
}

/** Looks for versions of one page: those that it declares, else those whose URL differs only in its language. */
export class LanguageSearch {
  readonly language: string | null
  readonly declared: ReadonlyMap<string, string>
  /** Whether every question was answered. */
  isComplete = true
  /** Languages whose version was asked for in vain. */
  readonly missing = new Set<string>()
  readonly #draft: Draft
  readonly #context: Context
  readonly #requests: Requests
  readonly #languages: SettingsAt['languages']
  readonly #named: UrlLanguage | null

  constructor(draft: Draft, context: Context, requests: Requests, languages: SettingsAt['languages']) {
    this.#draft = draft
    this.#context = context
    this.#requests = requests
    this.#languages = languages
    this.#named = urlLanguage(draft.url, languages)
    this.declared = declaredVariants(draft.page, languages, context.rules)
    this.language = this.#named?.language ?? this.#ownDeclaration() ?? this.#ownTag()
  }

  /** Whether there is anything to look for. */
  get hasVariants(): boolean {
    return this.#named !== null || this.declared.size > 0
  }

  /** The version in a language, declared or guessed, if it answers in its own place. */
  find(language: string): Promise<Variant | null> {
    const declared = this.declared.get(language)
    const told = declared === undefined ? [] : spellingsOf(declared, this.#context.rules)
    return this.#firstOf(language, [...new Set([...told, ...this.#guesses(language)])])
  }

  /** By the likeliest spelling alone, and only where the page does not tell of its versions itself. */
  async guess(language: string): Promise<Variant | null> {
    return this.declared.size > 0 ? null : this.#firstOf(language, this.#guesses(language).slice(0, 1))
  }

  async #firstOf(language: string, urls: readonly string[]): Promise<Variant | null> {
    for (const url of urls) {
      const visit = url === this.#draft.url ? null : await this.#probe(url)
      if (visit !== null && this.#saysTheSame(url, language, visit)) return { url, visit }
    }
    this.missing.add(language)
    return null
  }

  #guesses(language: string): readonly string[] {
    return this.#named === null ? [] : inLanguage(this.#named, language, this.#languages)
  }

  async #probe(url: string): Promise<Answered | null> {
    if (this.#draft.probesLeft === 0) return this.#giveUp()
    this.#draft.probesLeft -= 1
    const visit = await this.#requests.get(wireUrl(url))
    if (!visit.ok) return this.#giveUp()
    return isServed(visit) ? visit : null
  }

  #giveUp(): null {
    this.isComplete = false
    return null
  }

  /** A version that names another one as its own would be left again the next time. */
  #saysTheSame(url: string, language: string, visit: Answered): boolean {
    const named = urlLanguage(url, this.#languages)?.language ?? language
    const declared = declaredVariants(visit.page(), this.#languages, this.#context.rules).get(language)
    const isItself = declared === undefined || spellingsOf(declared, this.#context.rules).includes(url)
    return named === language && isItself
  }

  #ownDeclaration(): string | null {
    for (const [language, url] of this.declared) {
      if (spellingsOf(url, this.#context.rules).includes(this.#draft.url)) return language
    }
    return null
  }

  #ownTag(): string | null {
    const tag = this.#draft.page?.lang ?? null
    return tag === null ? null : languageOfTag(tag, this.#languages)
  }
}
