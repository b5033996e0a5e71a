import type { Policy, PolicyRef } from '@canonist/core'
import type { Known } from '../canonicalize/options.ts'
import type { CanonicalizeResult } from '../canonicalize/result.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { IngestOptions, IngestReport, Lines } from './ingest/ingest.ts'
import type { Page, PageRecord } from './page-record.ts'
import type { Upkeep } from './upkeep.ts'

export interface RegistryOptions {
  /** What the first write puts in force (`dedupe` where it is not given); another than the one in force is refused. */
  readonly policy?: PolicyRef | undefined
  /** Never writes: the registry must be there. */
  readonly readOnly?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

export interface HostOptions {
  /** Whether `boe.es` also stands for `www.boe.es`. */
  readonly subdomains?: boolean | undefined
}

/** What `existsFn` tells of a page that is known. */
export interface KnownPage {
  readonly id: number
  readonly key: string
}

/** Pages, every URL that leads to them with the evidence, and what a person must decide. */
export interface Registry extends Upkeep {
  /** What was opened, for messages. */
  readonly name: string
  /** The policy that keys are made by. */
  readonly policy: Policy

  /**
   * Takes in lines: each is normalized, and linked to its page, which is made where it is new. What cannot be normalized
   * is recorded and left for review. Broken off and called again with the same `source` it goes on where it stopped.
   */
  ingest(lines: Lines, options?: IngestOptions): Promise<IngestReport>
  /** Stores what `canonicalize` found: the winner as a page, its aliases with their proof. Null where nothing was found. */
  record(result: CanonicalizeResult): Promise<PageRecord | null>

  /** The page that a URL leads to, in any of its spellings. */
  find(url: string): Promise<PageRecord | null>
  /** By the 64 hex digits of a page's key. */
  findByKey(key: string): Promise<PageRecord | null>
  pagesOfHost(host: string, options?: HostOptions): AsyncIterable<PageRecord>
  /** Pages whose canonical URL begins so; the prefix must name a whole host. */
  pagesWithPrefix(prefix: string): AsyncIterable<PageRecord>
  /** For `canonicalize`: the first of the URLs that is known. */
  existsFn(): (urls: readonly string[]) => Promise<Known<KnownPage> | null>

  exportPages(): AsyncIterable<Page>
  exportAliases(): AsyncIterable<ExportedAlias>
  exportRejected(): AsyncIterable<ExportedRejected>
  exportReviews(): AsyncIterable<ExportedReview>

  close(): Promise<void>
}
