import type { UrlSettings } from '@canonist/core'
import { decodeText, readFoldedName, readName, splitPairs, readValue, replacePairs } from './pairs.ts'

type Languages = UrlSettings['languages']

/** The language that a URL names, and how to name another one in its place. */
export interface UrlLanguage {
  readonly language: string
  /** The index of the spelling that the URL uses. */
  readonly position: number
  readonly say: (token: string) => string
}

/** The first segment of the path that is a language, else the first parameter that chooses one. */
export function findUrlLanguage(url: string, languages: Languages): UrlLanguage | null {
  return findPathLanguage(url, languages) ?? findQueryLanguage(url, languages)
}

function findPathLanguage(url: string, languages: Languages): UrlLanguage | null {
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

function findQueryLanguage(url: string, languages: Languages): UrlLanguage | null {
  const params = new Set(languages.params)
  const pairs = splitPairs(url)
  for (const [at, pair] of pairs.entries()) {
    const found = params.has(readFoldedName(pair)) ? readToken(readValue(pair), languages) : null
    if (found === null) continue
    const say = (token: string): string =>
      replacePairs(url, pairs.with(at, `${readName(pair)}=${token}${found.region}`))
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
  const [, token = '', region = ''] = /^(.+?)([-_][a-z]{2})?$/is.exec(decodeText(text)) ?? []
  for (const [language, spellings] of Object.entries(tokens)) {
    const position = spellings.indexOf(token.toLowerCase())
    if (position !== -1) return { language, position, region }
  }
  return null
}

/** The URL in another language, by each of its spellings; the one that goes with the present spelling comes first. */
export function translateUrl({ position, say }: UrlLanguage, language: string, { tokens }: Languages): string[] {
  const spellings = tokens[language] ?? []
  const matching = spellings[position]
  return [...new Set(matching === undefined ? spellings : [matching, ...spellings])].map(say)
}

/** The language of a tag (`es-ES`), by the names that the policy has for it. */
export function findTagLanguage(tag: string, languages: Languages): string | null {
  return readToken(tag.split(/[-_]/, 1)[0] ?? '', languages)?.language ?? null
}
