import type { PageDocument } from '../extract/document.ts'
import { readFoldedName, readName, splitPairs, readValue } from './pairs.ts'

/** A parameter of a URL that may count pages. */
export interface PageParam {
  /** As spelled. */
  readonly name: string
  /** Its index among the pairs. */
  readonly at: number
  /** null: its value is not a page number. */
  readonly page: number | null
}

const WHOLE_NUMBER = /^\d{1,9}$/

const readPageNumber = (pair: string): number | null =>
  WHOLE_NUMBER.test(readValue(pair)) ? Number(readValue(pair)) : null

/** The parameters of the URL that the policy says count pages. */
export function listPageParams(url: string, params: readonly string[]): PageParam[] {
  const names = new Set(params.map((name) => name.toLowerCase()))
  return splitPairs(url).flatMap((pair, at) =>
    names.has(readFoldedName(pair)) ? [{ name: readName(pair), at, page: readPageNumber(pair) }] : [],
  )
}

/** The pages that a page links to, on its own path, by one parameter. */
export interface LinkedPages {
  readonly param: string
  readonly last: number
  /** Whether the links are those of a list in pages, and not of single things with numbers. */
  readonly isList: boolean
}

/** Finds the paginated list that a page is part of, by its links; null if there is none. */
export function findLinkedPages(page: PageDocument | null, url: string, params: readonly string[]): LinkedPages | null {
  if (page === null) return null
  const found = params.map((param) => findPagesBy(page, url, param))
  return found.find((pages) => pages?.isList === true) ?? null
}

function findPagesBy(page: PageDocument, url: string, param: string): LinkedPages | null {
  const numbersIn = (links: readonly (string | null)[]): number[] =>
    links.flatMap((link) => (link !== null && toPlace(link) === toPlace(url) ? listPages(link, param) : []))
  const neighbours = numbersIn([page.prev, page.next])
  const numbers = [...numbersIn(page.pageLinks), ...neighbours]
  if (numbers.length === 0) return null
  const first = numbers.reduce((least, number) => Math.min(least, number))
  // A name of one letter numbers posts as often as pages, and posts have neighbours too: such a list must begin.
  const isList = first <= 2 || (neighbours.length > 0 && param.length > 1)
  return { param, last: numbers.reduce((most, number) => Math.max(most, number)), isList }
}

const toPlace = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^http:/, 'https:')
    .replace(/\/$/, '')

const listPages = (link: string, param: string): number[] =>
  listPageParams(link, [param]).flatMap(({ page }) => (page === null ? [] : [page]))
