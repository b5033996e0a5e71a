import type { PageDocument } from '../extract/document.ts'
import { foldedName, nameOf, pairsOf, valueOf } from './pairs.ts'

/** A parameter of a URL that may count pages. */
export interface PageParam {
  /** As spelled. */
  readonly name: string
  /** Where it stands among the pairs. */
  readonly at: number
  /** null: it counts nothing. */
  readonly page: number | null
}

const WHOLE_NUMBER = /^\d{1,9}$/

const pageOf = (pair: string): number | null => (WHOLE_NUMBER.test(valueOf(pair)) ? Number(valueOf(pair)) : null)

/** The parameters of the URL that the policy says count pages. */
export function pageParamsOf(url: string, params: readonly string[]): PageParam[] {
  const names = new Set(params.map((name) => name.toLowerCase()))
  return pairsOf(url).flatMap((pair, at) =>
    names.has(foldedName(pair)) ? [{ name: nameOf(pair), at, page: pageOf(pair) }] : [],
  )
}

/** The pages that a page links to, on its own path, by one parameter. */
export interface LinkedPages {
  readonly param: string
  readonly last: number
  /** Whether the links are those of a list in pages, and not of single things with numbers. */
  readonly isList: boolean
}

/** What the links of a page tell of the list that it is part of; null where they tell of none. */
export function linkedPages(page: PageDocument | null, url: string, params: readonly string[]): LinkedPages | null {
  if (page === null) return null
  const found = params.map((param) => pagesBy(page, url, param))
  return found.find((pages) => pages?.isList === true) ?? null
}

function pagesBy(page: PageDocument, url: string, param: string): LinkedPages | null {
  const numbersIn = (links: readonly (string | null)[]): number[] =>
    links.flatMap((link) => (link !== null && placeOf(link) === placeOf(url) ? pagesOf(link, param) : []))
  const neighbours = numbersIn([page.prev, page.next])
  const numbers = [...numbersIn(page.pageLinks), ...neighbours]
  if (numbers.length === 0) return null
  const first = numbers.reduce((least, number) => Math.min(least, number))
  // A name of one letter numbers posts as often as pages, and posts have neighbours too: such a list must begin.
  const isList = first <= 2 || (neighbours.length > 0 && param.length > 1)
  return { param, last: numbers.reduce((most, number) => Math.max(most, number)), isList }
}

const placeOf = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^http:/, 'https:')
    .replace(/\/$/, '')

const pagesOf = (link: string, param: string): number[] =>
  pageParamsOf(link, [param]).flatMap(({ page }) => (page === null ? [] : [page]))
