import { foldName, readRawName, readRawValue, splitPairs } from '../../url/query-pairs.ts'
import { splitUrl } from '../../url/url-parts.ts'

/** A URL in pieces, as the normalizer wrote it. */
export interface ParsedUrl {
  /** Spellings of a site are counted from 0: what is noted of them can stand in a row of numbers. */
  readonly number: number
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
  /** What stands behind the host: path and query. */
  readonly resource: string
  readonly pairs: readonly QueryPair[]
  /** What its path begins with, up to two segments, the longest first: by these rules may be limited. */
  readonly prefixes: readonly string[]
}

/** Two URLs of which something says that they are one page: some rule would make them equal. */
export type Pair = readonly [from: ParsedUrl, to: ParsedUrl]

/** What the rules found so far make of one or more URLs of a site, and what these URLs show. Never changes once a state has it. */
export interface Form extends ParsedUrl {
  /** The path prefix by which rules may be limited. */
  readonly scope: string
  /** The content that most of its URLs show; -1 where none is known. */
  readonly label: number
  /** Numbers of the URLs, in order. */
  readonly urls: readonly number[]
  /** The number of the first state that had it just so. */
  readonly since: number
}

export interface QueryPair {
  readonly text: string
  /** As the normalizer compares it. */
  readonly name: string
  readonly value: string
}

/** @param text as the normalizer writes it */
export function parseUrl(text: string, number: number): ParsedUrl {
  const parts = splitUrl(text)
  if (typeof parts === 'string') throw new TypeError(`${text} was normalized and is no URL: ${parts}`)
  const { scheme, host, port, path, query, fragment } = parts
  const pairs = splitPairs(query).map((pair) => ({
    text: pair,
    name: foldName(readRawName(pair)),
    value: readRawValue(pair),
  }))
  // A piece of the text, not put together anew for every rewrite that looks at it.
  const end = text.length - fragment.length
  const resource = text.slice(end - path.length - query.length, end)
  return {
    number,
    text,
    scheme,
    host: host + port,
    path,
    query,
    fragment,
    resource,
    pairs,
    prefixes: listPrefixes(path),
  }
}

function listPrefixes(path: string): string[] {
  if (path.includes('//')) return []
  const second = path.indexOf('/', 1)
  if (second === -1) return path === '/' || path === '' ? [] : [path]
  const third = path.indexOf('/', second + 1)
  const first = path.slice(0, second)
  if (second === path.length - 1) return [first]
  return [third === -1 ? path : path.slice(0, third), first]
}

/** Fewer parameters, then shorter, then first in the alphabet: what rules lead to. */
export function compareForms(a: ParsedUrl, b: ParsedUrl): number {
  return a.pairs.length - b.pairs.length || a.text.length - b.text.length || (a.text < b.text ? -1 : 1)
}

/** Where a form stands: its section or, outside of sections, the first segment of its path; empty for the home page. */
export const readPlace = ({ scope, prefixes }: Form): string => (scope === '' ? (prefixes.at(-1) ?? '') : scope)

/** No two forms of a state share it: what is noted of forms can stand in a row of numbers. */
export const readFirstUrl = ({ urls }: Form): number => urls[0] as number
