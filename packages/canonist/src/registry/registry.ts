import type { Lists } from './lists/lists.ts'
import type { Policy, KnownPolicy } from '@canonist/core'
import type { KnownUrl } from '../canonicalize/options.ts'
import type { Admission } from '../admit/admission.ts'
import type { HostFacts } from '../admit/host-facts.ts'
import type { CanonicalizeResult } from '../canonicalize/result.ts'
import type {
  StoredAdmission,
  AdmissionChange,
  AdmissionOptions,
  AdmissionReceipt,
} from './admissions/stored-admission.ts'
import type { HomePageDecision } from './admissions/find-home-page-decision.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { NamedFact } from './sql/read-facts.ts'
import type { IngestOptions, IngestReport, Lines } from './ingest/ingest.ts'
import type { Page, PageRecord } from './page-record.ts'
import type { Maintenance } from './maintenance.ts'
import type { KeyHex } from '../text/stages.ts'

export interface RegistryOptions {
  /** What the first write puts in force (`dedupe` where it is not given); another than the one in force is refused. */
  readonly policy?: KnownPolicy | undefined
  /** What the first write puts in force where nothing is yet; a registry that has a policy keeps it. */
  readonly policyIfNew?: KnownPolicy | undefined
  /** Never writes: the registry must be there. */
  readonly readOnly?: boolean | undefined
  /** Makes none where there is none. */
  readonly mustExist?: boolean | undefined
  /** How long invalid lines are kept after they were last seen, in milliseconds (a year). */
  readonly keepRejectedMs?: number | undefined
  /** How many earlier records of an original are kept besides the one that counts (50). */
  readonly keepAdmissions?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

export interface HostPagesOptions {
  /** Whether `boe.es` also stands for `www.boe.es`. */
  readonly subdomains?: boolean | undefined
}

/** What `existsFn` tells of a page that is known. */
export interface KnownPage {
  readonly id: number
  readonly key: KeyHex
}

/** Pages, every URL that leads to them with the evidence, and what a person must decide. */
export interface Registry extends Lists, Maintenance {
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

  /**
   * Stores what `admit` decided, whole: what is let in as a page with what leads to it, what is turned away among the
   * rejected inputs, and what a person must look at as reviews. The last one of an original is in force, those before
   * stay; an offline one gives way to what the network proved under the same policy.
   */
  recordAdmission(admission: Admission, options?: AdmissionOptions): Promise<AdmissionReceipt>
  /** What recording it would change; nothing is written. */
  previewAdmission(admission: Admission, options?: AdmissionOptions): Promise<AdmissionChange>
  /** All that was recorded of a URL as an original or as a canonical URL: what is in force first, then the newest. */
  findAdmissions(url: string): Promise<StoredAdmission[]>
  /** What is in force of the URLs that lead to a page. */
  findPageAdmissions(pageId: number): Promise<StoredAdmission[]>
  /** Whether a person lets a home page or a section page be cited; null where nobody has decided. */
  findHomePageDecision(url: string): Promise<HomePageDecision | null>
  /** For `admit`: what is known of hosts, and where to keep what is found out. */
  getHostFacts(): HostFacts
  /** All that is known of a host. */
  streamFacts(host: string): AsyncIterable<NamedFact>

  /** The page that a URL leads to, in any of its spellings. */
  find(url: string): Promise<PageRecord | null>
  /** By the 64 hex digits of a page's key. */
  findByKey(key: string): Promise<PageRecord | null>
  findByHost(host: string, options?: HostPagesOptions): AsyncIterable<PageRecord>
  /** Pages whose canonical URL begins so; the prefix must name a whole host. */
  findByPrefix(prefix: string): AsyncIterable<PageRecord>
  /** For `canonicalize`: the first of the URLs that is known. */
  createExistsFn(): (urls: readonly string[]) => Promise<KnownUrl<KnownPage> | null>

  exportPages(): AsyncIterable<Page>
  exportAliases(): AsyncIterable<ExportedAlias>
  exportRejected(): AsyncIterable<ExportedRejected>
  exportReviews(): AsyncIterable<ExportedReview>
  exportAdmissions(): AsyncIterable<StoredAdmission>
  exportFacts(): AsyncIterable<NamedFact>

  close(): Promise<void>
}
