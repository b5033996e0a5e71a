import { foldName, readRawName, readRawValue, splitPairs } from '@canonist/core/internal/url/query-pairs'
import { splitUrl } from '@canonist/core/internal/url/url-parts'

/** A normalized URL and its parts. */
export interface ParsedUrl {
  /** Spellings of a site are numbered from 0, so that arrays can be indexed by them. */
  readonly number: number
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
  /** Path and query. */
  readonly resource: string
  readonly pairs: readonly QueryPair[]
  /** The first one or two segments of the path, the longest first. Rules may be limited to these. */
  readonly prefixes: readonly string[]
}

/** Two URLs that seem to be one page, so that some rule may make them equal. */
export type Pair = readonly [from: ParsedUrl, to: ParsedUrl]

/** The spelling of one or more URLs under the current rules, with their content. Immutable. */
export interface Form extends ParsedUrl {
  /** The path prefix that rules may be limited to. */
  readonly scope: string
  /** The content that most of its URLs show; -1 if unknown. */
  readonly label: number
  /** Numbers of the URLs, in order. */
  readonly urls: readonly number[]
  /** The number of the first state with this form, unchanged since. */
  readonly since: number
}

export interface QueryPair {
  readonly text: string
  /** Folded, as the normalizer compares it. */
  readonly name: string
  readonly value: string
}

/** @param text normalized */
export function parseUrl(text: string, number: number): ParsedUrl {
  const parts = splitUrl(text)
  if (typeof parts === 'string') throw new TypeError(`The normalized URL ${text} is invalid: ${parts}`)
  const { scheme, host, port, path, query, fragment } = parts
  const pairs = splitPairs(query).map((pair) => ({
    text: pair,
    name: foldName(readRawName(pair)),
    value: readRawValue(pair),
  }))
  // A slice of the text, so that rewrites need not join path and query.
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

/** Fewer parameters first, then shorter ones, then by code units: the order in which rules prefer forms. */
export function compareForms(a: ParsedUrl, b: ParsedUrl): number {
  return a.pairs.length - b.pairs.length || a.text.length - b.text.length || (a.text < b.text ? -1 : 1)
}

/** The place of a form: its section or, outside of sections, the first segment of its path. Empty for the home page. */
export const readPlace = ({ scope, prefixes }: Form): string => (scope === '' ? (prefixes.at(-1) ?? '') : scope)

/** Different for each form of a state, so that arrays can be indexed by it. */
export const readFirstUrl = ({ urls }: Form): number => urls[0] as number
