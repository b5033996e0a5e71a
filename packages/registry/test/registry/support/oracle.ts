import { normalize, tryNormalize } from '@canonist/core'
import type { IngestReport } from '../../../src/registry/ingest/ingest.ts'
import { inOrder } from './in-order.ts'

/** What a registry must do, said as simply as possible: maps by canonical URL, no keys, no batches, no database. */
export class Oracle {
  readonly #pages = new Set<string>()
  /** A page that was proved to be another. */
  readonly #mergedInto = new Map<string, string>()
  /** A URL that never was a page, and the page that it was proved to lead to. */
  readonly #leadsTo = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly rejected = new Map<string, number>()

  add(lines: readonly string[]): IngestReport {
    const report = { seen: 0, new: 0, duplicates: 0, rejected: 0 }
    for (const line of lines) {
      if (line === '') continue
      report.seen += 1
      report[this.#addLine(line)] += 1
    }
    return report
  }

  #addLine(line: string): 'new' | 'duplicates' | 'rejected' {
    const outcome = tryNormalize(line)
    if (!outcome.ok) {
      this.rejected.set(line, (this.rejected.get(line) ?? 0) + 1)
      return 'rejected'
    }
    this.#count(line)
    if (this.#findRoot(outcome.url) !== null) return 'duplicates'
    this.#pages.add(outcome.url)
    return 'new'
  }

  record(url: string, from: readonly string[]): void {
    const winner = normalize(url)
    this.#pages.add(winner)
    this.#mergedInto.delete(winner)
    this.#leadsTo.delete(winner)
    for (const raw of new Set([...from, url])) {
      this.#count(raw)
      const own = normalize(raw)
      if (own === winner) continue
      if (this.#pages.has(own)) this.#merge(own, winner)
      else this.#leadsTo.set(own, winner)
    }
  }

  /** The page of a known URL was seen; a URL that only leads to it proves nothing new. */
  recordKnown(root: string, url: string): void {
    for (const raw of new Set([root, url])) if (normalize(raw) === root) this.#count(raw)
  }

  #merge(page: string, winner: string): void {
    for (const [other, into] of this.#mergedInto)
      if (into === page && other !== winner) this.#mergedInto.set(other, winner)
    this.#mergedInto.set(page, winner)
  }

  #count(raw: string): void {
    this.#counts.set(raw, (this.#counts.get(raw) ?? 0) + 1)
  }

  #findRoot(canonicalUrl: string): string | null {
    const page = this.#pages.has(canonicalUrl) ? canonicalUrl : this.#leadsTo.get(canonicalUrl)
    return page === undefined ? null : (this.#mergedInto.get(page) ?? page)
  }

  find(url: string): { readonly canonicalUrl: string; readonly aliases: [string, number][] } | null {
    const outcome = tryNormalize(url)
    const root = outcome.ok ? this.#findRoot(outcome.url) : null
    if (root === null) return null
    const aliases = [...this.#counts].filter(([raw]) => this.#findRoot(normalize(raw)) === root)
    return { canonicalUrl: root, aliases: inOrder(aliases) }
  }

  /** Pages that stand for themselves. */
  pages(): string[] {
    return [...this.#pages].filter((page) => !this.#mergedInto.has(page)).toSorted()
  }

  counts(): [string, number][] {
    return inOrder(this.#counts)
  }
}
