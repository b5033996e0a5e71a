import type { SettingsAt } from '@canonist/core'
import { decoded, foldedName, nameOf, pairsOf, valueOf, withPairs } from './pairs.ts'

type Languages = SettingsAt['languages']

/** The language that a URL names, and how to name another one in its place. */
export interface UrlLanguage {
  readonly language: string
  /** Which of its spellings stands there. */
  readonly position: number
  readonly say: (token: string) => string
}

/** The first segment of the path that is a language, else the first parameter that chooses one. */
export function urlLanguage(url: string, languages: Languages): UrlLanguage | null {
  return languageOfPath(url, languages) ?? languageOfQuery(url, languages)
}

function languageOfPath(url: string, languages: Languages): UrlLanguage | null {
  const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?]*)([^?]*)(.*)$/s.exec(url) ?? []
  const segments = path.split('/')
  for (const [at, segment] of segments.entries()) {
    const found = readToken(segment, languages)
    if (found === null) continue
    const say = (token: string): string => `${origin}${segments.with(at, token + found.region).join('/')}${query}`
    return { ...found, say }
  }
  return null
}

function languageOfQuery(url: string, languages: Languages): UrlLanguage | null {
  const params = new Set(languages.params)
  const pairs = pairsOf(url)
  for (const [at, pair] of pairs.entries()) {
    const found = params.has(foldedName(pair)) ? readToken(valueOf(pair), languages) : null
    if (found === null) continue
    const say = (token: string): string => withPairs(url, pairs.with(at, `${nameOf(pair)}=${token}${found.region}`))
    return { ...found, say }
  }
  return null
}

interface Token {
  readonly language: string
  readonly position: number
  /** `-ES` of `ca-ES`. */
  readonly region: string
}

function readToken(text: string, { tokens }: Languages): Token | null {
  const [, token = '', region = ''] = /^(.+?)([-_][a-z]{2})?$/is.exec(decoded(text)) ?? []
  for (const [language, spellings] of Object.entries(tokens)) {
    const position = spellings.indexOf(token.toLowerCase())
    if (position !== -1) return { language, position, region }
  }
  return null
}

/** The URL in another language, by each of its spellings; the one that goes with the present spelling comes first. */
export function inLanguage({ position, say }: UrlLanguage, language: string, { tokens }: Languages): string[] {
  const spellings = tokens[language] ?? []
  const matching = spellings[position]
  return [...new Set(matching === undefined ? spellings : [matching, ...spellings])].map(say)
}

/** The language of a tag (`es-ES`), by the names that the policy has for it. */
export function languageOfTag(tag: string, languages: Languages): string | null {
  return readToken(tag.split(/[-_]/, 1)[0] ?? '', languages)?.language ?? null
}
