import type { Lists } from './lists/lists.ts'
import type { Policy, KnownPolicy } from '@canonist/core'
import type { KnownUrl } from '@canonist/web/internal/canonicalize/options'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { HostFacts } from '@canonist/web/internal/admit/host-facts'
import type { CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import type {
  StoredAdmission,
  AdmissionChange,
  AdmissionOptions,
  AdmissionReceipt,
} from './admissions/stored-admission.ts'
import type { HomePageDecision } from './admissions/find-home-page-decision.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { NamedFact } from './sql/facts.sql.ts'
import type { IngestOptions, IngestReport, Lines } from './ingest/ingest.ts'
import type { Page, PageRecord } from './page-record.ts'
import type { Maintenance } from './maintenance.ts'
import type { KeyHex } from '@canonist/core/internal/text/stages'

export interface RegistryOptions {
  /** The policy of a new registry (default `dedupe`). Opening throws if the registry already uses another one. */
  readonly policy?: KnownPolicy | undefined
  /** The policy of a new registry; a registry that already has a policy keeps it. */
  readonly policyIfNew?: KnownPolicy | undefined
  /** Never writes: the registry must exist. */
  readonly readOnly?: boolean | undefined
  /** Throws instead of creating a database. */
  readonly mustExist?: boolean | undefined
  /** How long invalid lines are kept after they were last seen, in milliseconds (default: a year). */
  readonly keepRejectedMs?: number | undefined
  /** How many earlier records of an original are kept besides the current one (default 50). */
  readonly keepAdmissions?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

export interface HostPagesOptions {
  /** Whether `boe.es` includes `www.boe.es`. */
  readonly subdomains?: boolean | undefined
}

/** The `data` that `existsFn` returns for a known page. */
export interface KnownPage {
  readonly id: number
  readonly key: KeyHex
}

/** Stores pages, every URL that leads to them with the evidence, and the questions that a person must decide. */
export interface Registry extends Lists, Maintenance {
  /** The location of the database without its password, for messages. */
  readonly name: string
  /** The policy that keys are made by. */
  readonly policy: Policy

  /**
   * Adds lines: normalizes each one and links it to its page, which is created if it is new. Invalid lines are stored and raised for
   * review. If it is interrupted, call it again with the same `source` to resume.
   */
  ingest(lines: Lines, options?: IngestOptions): Promise<IngestReport>
  /** Stores a result of `canonicalize`: the winner as a page, its aliases with their proof. Null if it found nothing. */
  record(result: CanonicalizeResult): Promise<PageRecord | null>

  /**
   * Stores a result of `admit`: an accepted URL as a page with its aliases, a rejected one among the rejected inputs, and open questions as
   * reviews. The newest record of an original is the current one, except that an offline result never replaces what the network proved
   * under the same policy. Earlier records are kept.
   */
  recordAdmission(admission: Admission, options?: AdmissionOptions): Promise<AdmissionReceipt>
  /** Returns what recording the admission would change; writes nothing. */
  previewAdmission(admission: Admission, options?: AdmissionOptions): Promise<AdmissionChange>
  /** Finds the records that have this URL as original or canonical URL: the current ones first, then the newest. */
  findAdmissions(url: string): Promise<StoredAdmission[]>
  /** Finds the current records of the URLs that lead to a page. */
  findPageAdmissions(pageId: number): Promise<StoredAdmission[]>
  /** Finds whether a person allows a home page or section page to be cited; null if it is undecided. */
  findHomePageDecision(url: string): Promise<HomePageDecision | null>
  /** The `facts` option for `admit`: reads and stores facts about hosts. */
  getHostFacts(): HostFacts
  /** Streams all facts about a host. */
  streamFacts(host: string): AsyncIterable<NamedFact>

  /** Finds the page that a URL leads to, in any spelling. */
  find(url: string): Promise<PageRecord | null>
  /** Finds a page by its key of 64 hex digits. */
  findByKey(key: string): Promise<PageRecord | null>
  findByHost(host: string, options?: HostPagesOptions): AsyncIterable<PageRecord>
  /** Streams the pages whose canonical URL has this prefix, which must contain a whole host. */
  findByPrefix(prefix: string): AsyncIterable<PageRecord>
  /** Creates the `existsFn` option for `canonicalize`, which returns the canonical URL of the page that the first known URL leads to. */
  createExistsFn(): (urls: readonly string[]) => Promise<KnownUrl<KnownPage> | null>

  exportPages(): AsyncIterable<Page>
  exportAliases(): AsyncIterable<ExportedAlias>
  exportRejected(): AsyncIterable<ExportedRejected>
  exportReviews(): AsyncIterable<ExportedReview>
  exportAdmissions(): AsyncIterable<StoredAdmission>
  exportFacts(): AsyncIterable<NamedFact>

  close(): Promise<void>
}
