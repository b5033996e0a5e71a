import type { Policy } from '@canonist/core'
import { toRawUrl, splitFragment } from '../spelling.ts'
import { createPageNormalizer, type PageNormalizer } from '../canonical-url.ts'
import { hashShort } from '../stored-hash.ts'
import { explainRejection, normalizeLine } from './judge-line.ts'
import type { Line, InvalidLine } from './line.ts'
import { isSpelledAlike, type CanonicalUrl, type FetchUrl, type RawUrl } from '@canonist/core/internal/text/stages'

/** A spelling that occurs in a batch, with its count. */
export interface SeenUrl {
  readonly rawUrl: RawUrl
  readonly canonicalUrl: CanonicalUrl
  count: number
  /** The index of the first spelling of its page in the batch. */
  readonly first: number
  /** How to fetch the page, chosen among all its spellings in the batch; null except on the first spelling. */
  page: SeenPage | null
}

export interface SeenPage {
  readonly fetchUrl: FetchUrl
  /** Whether `fetchUrl` is the plain spelling of the canonical URL. */
  readonly isClean: boolean
}

export interface SeenInvalidLine extends InvalidLine {
  readonly rawHash: string
  count: number
}

/** The distinct lines of a batch, in the order in which they first occurred. */
export interface MergedLines {
  readonly urls: readonly SeenUrl[]
  readonly invalidLines: readonly SeenInvalidLine[]
  /** Lines, without empty ones. */
  readonly seen: number
  readonly rejected: number
}

export function mergeLines(lines: readonly Line[], policy: Policy): MergedLines {
  const normalize = createPageNormalizer(policy)
  const urls: SeenUrls = { byRaw: new Map(), firstByPage: new Map() }
  const invalidLines = new Map<string, SeenInvalidLine>()
  let seen = 0
  let rejected = 0
  for (const line of lines) {
    if (line === '') continue
    seen += 1
    if (typeof line === 'string' && countUrl(urls, toRawUrl(line), normalize)) continue
    rejected += 1
    countInvalidLine(invalidLines, typeof line === 'string' ? explainRejection(line, policy) : line)
  }
  return {
    urls: [...urls.byRaw.values()],
    invalidLines: [...invalidLines.values()].toSorted(compareHashes),
    seen,
    rejected,
  }
}

interface SeenUrls {
  readonly byRaw: Map<RawUrl, SeenUrl>
  /** The first spelling of each page. */
  readonly firstByPage: Map<CanonicalUrl, SeenUrl>
}

/** Returns false if the line is not a valid URL. */
function countUrl({ byRaw, firstByPage }: SeenUrls, rawUrl: RawUrl, normalize: PageNormalizer): boolean {
  const known = byRaw.get(rawUrl)
  if (known !== undefined) {
    known.count += 1
    return true
  }
  const canonicalUrl = normalizeLine(rawUrl, normalize)
  if (canonicalUrl === null) return false
  const first = firstByPage.get(canonicalUrl)
  const url: SeenUrl = { rawUrl, canonicalUrl, count: 1, first: first?.first ?? byRaw.size, page: null }
  byRaw.set(rawUrl, url)
  if (first === undefined) firstByPage.set(canonicalUrl, url)
  choosePage(first, url)
  return true
}

/** Chooses the canonical URL as fetch URL if it occurs as a spelling; otherwise the first spelling. */
function choosePage(first: SeenUrl | undefined, url: SeenUrl): void {
  if (first?.page?.isClean === true) return
  const page = readPage(url)
  if (first === undefined) url.page = page
  else if (page.isClean) first.page = page
}

function readPage({ rawUrl, canonicalUrl }: SeenUrl): SeenPage {
  const { fetchUrl } = splitFragment(rawUrl)
  const isCanonical = isSpelledAlike(fetchUrl, canonicalUrl)
  return { fetchUrl, isClean: isCanonical || fetchUrl === splitFragment(canonicalUrl).fetchUrl }
}

function countInvalidLine(all: Map<string, SeenInvalidLine>, line: InvalidLine): void {
  const rawHash = hashShort(line.raw)
  const known = all.get(rawHash)
  if (known === undefined) all.set(rawHash, { ...line, rawHash, count: 1 })
  else known.count += 1
}

function compareHashes(a: { readonly rawHash: string }, b: { readonly rawHash: string }): number {
  return a.rawHash < b.rawHash ? -1 : 1
}
