import type { CheckOptions, PassReport } from './pass/pass.ts'
import type { Observation } from './observation.ts'
import type { PageFilter } from './page-filter.ts'
import type { CheckPriority } from './priority.ts'
import type { EffectivePolicy } from './effective-policy.ts'
import type { HistoryOptions } from './sql/observations.sql.ts'
import type { ListedVerdict, VerdictListFilter, PageVerdict } from './sql/verdicts.sql.ts'
import type { TurnedAway } from './sql/pages.sql.ts'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import type { HealthVerdict } from './words.ts'

/** A page that is due for a check. */
export interface DuePage {
  readonly pageId: number
  readonly url: string
  readonly host: string
  /** The priority of the page, else that of the policy. */
  readonly priority: CheckPriority
  readonly verdict: string | null
  /** ISO 8601; null before the first check. */
  readonly checkedAt: string | null
  readonly dueAt: string | null
}

/** The link health of a registry. */
export interface Health {
  /** The location without the password, for messages. */
  readonly name: string
  /** The policy that gives the allowlist and priorities: the caller's, that of the newest admission, or the registry's own. */
  readonly effectivePolicy: EffectivePolicy
  /** Runs one pass over the due pages, or over those that the filter selects. Each result is stored at once. */
  check(options: CheckOptions): Promise<PassReport>
  /** The pages that a pass would check now, in order. */
  streamDue(filter?: PageFilter): AsyncIterable<DuePage>
  /** Pages that are neither checked nor reported, because their newest admission is a rejection. */
  countTurnedAway(filter?: PageFilter): Promise<TurnedAway>
  /** The current verdicts. */
  streamVerdicts(filter?: PageFilter): AsyncIterable<PageVerdict>
  /** A part of the current verdicts: ordered by page, or with `host` by link type and URL. */
  listVerdicts(filter?: VerdictListFilter, options?: PartOptions): Promise<ListPart<ListedVerdict>>
  /** The number of pages by verdict, read from stored counters. */
  countVerdicts(): Promise<Readonly<Record<HealthVerdict, number>>>
  /** The stored observations of a page, oldest first. */
  readHistory(pageId: number): Promise<Observation[]>
  /** The same in parts, from either end. The cursor is the time of the last item. */
  listHistory(pageId: number, options?: HistoryOptions): Promise<ListPart<Observation>>
  /** The observations that verdicts follow from, by page id. Pass at most some hundred pages at once. */
  readEvidence(pages: readonly PageVerdict[]): Promise<ReadonlyMap<number, readonly Observation[]>>
  /** The ids of the pages that URLs lead to, with their fragment or else without it; null for unknown URLs. */
  locate(urls: readonly string[]): Promise<(number | null)[]>
  /** Sets how often pages are checked; null leaves it to the policy. */
  setPriority(pageIds: readonly number[], priority: CheckPriority | null): Promise<void>
  close(): Promise<void>
}
