import type { CanonicalizeOptions } from '../../../src/canonicalize/options.ts'
import { page, rss } from './documents.ts'
import type { Route } from './scenario.ts'

// Webs whose documents declare each other, or redirect to each other, in a circle.

/** How the URL that a document declares leads to the next one: by a redirect, or directly. */
const ARRIVALS = [null, 301, 302, 307, 308] as const
type Arrival = (typeof ARRIVALS)[number]

/** How a document declares a URL. */
const DECLARATIONS = ['in the document', 'by a header'] as const
type DeclaredBy = (typeof DECLARATIONS)[number]

export const KINDS = ['page', 'feed'] as const

interface RingDocument {
  /** The URL that serves it. */
  readonly url: string
  /** Its place in the ring that it declares. */
  readonly next: number
  /** How that URL leads there. */
  readonly arrival: Arrival
  /** Null if it serves nothing, and redirects to the next one. */
  readonly by: DeclaredBy | null
}

export interface Ring {
  readonly kind: (typeof KINDS)[number]
  readonly documents: readonly RingDocument[]
}

const at = (path: string): string => `https://example.com/${path}`

/** Every URL of the ring, with what it serves. */
export function listRoutes({ kind, documents }: Ring): Record<string, Route> {
  const routes: Record<string, Route> = {}
  for (const [index, { url, next, arrival, by }] of documents.entries()) {
    const target = documents[next]?.url ?? url
    const named = arrival === null ? target : at(`from-${index}`)
    if (arrival !== null) routes[named] = { status: arrival, location: target }
    routes[url] = by === null ? { status: arrival ?? 301, location: named } : declare(kind, by, named)
  }
  return routes
}

function declare(kind: Ring['kind'], by: DeclaredBy, url: string): Route {
  if (kind === 'page') {
    return by === 'by a header'
      ? { headers: { 'content-type': 'text/html', link: `<${url}>; rel="canonical"` }, body: page() }
      : { body: page({ canonical: url }) }
  }
  return by === 'by a header'
    ? { headers: { link: `<${url}>; rel="self"` }, body: rss() }
    : { body: rss({ self: url }) }
}

/** Every ring of so many documents, each of which declares the one after it. */
export function* listRings(size: number, kind: Ring['kind']): Generator<Ring> {
  const choices = ARRIVALS.flatMap((arrival) => DECLARATIONS.map((by) => ({ arrival, by })))
  for (let number = 0; number < choices.length ** size; number += 1) {
    const documents = Array.from({ length: size }, (_, index) => {
      const choice = choices[Math.floor(number / choices.length ** index) % choices.length]
      return { url: at(`${index}`), next: (index + 1) % size, arrival: null, by: null, ...choice }
    })
    yield { kind, documents }
  }
}

/** Spellings of the place of a document: some of one class with others, some on other hosts. */
const SPELLINGS: readonly ((index: number) => string)[] = [
  (index) => `https://example.com/${index}`,
  (index) => `https://www.example.com/${index}`,
  (index) => `http://example.com/${index}`,
  (index) => `https://example.com/${index}/`,
  (index) => `https://example.com/ring?document=${index}`,
  (index) => `https://example.com/${index}?utm_source=ring`,
  (index) => `https://cdn.example.net/${index}`,
]

/** A ring that chance has made: documents may also declare any other one, and some only redirect. */
export function makeRing(size: number, chance: (below: number) => number): Ring {
  const pick = <Item>(items: readonly Item[]): Item => items[chance(items.length)] as Item
  const isRegular = chance(2) === 0
  const documents = Array.from({ length: size }, (_, index) => ({
    url: pick(SPELLINGS)(index),
    next: isRegular ? (index + 1) % size : chance(size),
    arrival: pick(ARRIVALS),
    by: chance(5) === 0 ? null : pick(DECLARATIONS),
  }))
  return { kind: pick(KINDS), documents }
}

export type RingOptions = Omit<CanonicalizeOptions<number>, 'fetchFn' | 'dnsFn'>

/** Options that change what is requested, or what counts as one URL. */
export const OPTIONS: readonly RingOptions[] = [
  {},
  { maxRequests: 99 },
  { maxRequests: 0 },
  { maxRequests: 1, useSignature: false },
  { temporaryRedirects: 'keep', maxRequests: 9 },
  { stripAllQuery: true, maxRequests: 9 },
  { stripAllQuery: true, temporaryRedirects: 'keep', maxRequests: 99 },
  { preferHttps: false, preferNoWww: false, maxRequests: 9 },
  { maxRedirects: 0, maxRequests: 9 },
  { checkBeforeFetch: true, existsFn: async () => null },
  { existsFn: async (urls) => ({ url: urls.at(-1) ?? '', data: urls.length }) },
  { verifyFn: (url) => !url.endsWith('1'), maxRequests: 9 },
  { hashFn: () => 'all alike', maxRequests: 9 },
  { expect: 'feed' },
]
