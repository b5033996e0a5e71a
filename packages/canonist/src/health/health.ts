import type { CheckOptions, PassReport } from './pass/pass.ts'
import type { Observation } from './observation.ts'
import type { PageFilter } from './page-filter.ts'
import type { CheckPriority } from './priority.ts'
import type { EffectivePolicy } from './effective-policy.ts'
import type { ListedVerdict, VerdictListFilter } from './sql/list-verdicts.ts'
import type { PageVerdict } from './sql/stream-verdicts.ts'
import type { TurnedAway } from './sql/count-turned-away.ts'
import type { ListPart, PartOptions } from '../store/list-part.ts'
import type { HealthVerdict } from './words.ts'

/** A page that would be looked at now. */
export interface DuePage {
  readonly pageId: number
  readonly url: string
  readonly host: string
  /** Of the page, or else of the policy. */
  readonly priority: CheckPriority
  readonly verdict: string | null
  /** ISO 8601; null where nobody has looked yet. */
  readonly checkedAt: string | null
  readonly dueAt: string | null
}

/** The links of a registry, and how they are. */
export interface Health {
  /** What was opened, for messages. */
  readonly name: string
  /** Whose allowlist and priorities count: the caller's policy, that of the newest admission, or the registry's own. */
  readonly effectivePolicy: EffectivePolicy
  /** One pass over what is due, or over what the filter says. Each page is written down as soon as it was looked at. */
  check(options: CheckOptions): Promise<PassReport>
  /** What a pass would look at now, in order. */
  streamDue(filter?: PageFilter): AsyncIterable<DuePage>
  /** Pages that are neither asked nor told of, since their newest admission is a rejection. */
  countTurnedAway(filter?: PageFilter): Promise<TurnedAway>
  /** The verdicts in force. */
  streamVerdicts(filter?: PageFilter): AsyncIterable<PageVerdict>
  /** A part of the verdicts in force: all of them in the order of their pages, those of a host by link type and URL. */
  listVerdicts(filter?: VerdictListFilter, options?: PartOptions): Promise<ListPart<ListedVerdict>>
  /** How many pages have which verdict; kept, not counted. */
  countVerdicts(): Promise<Readonly<Record<HealthVerdict, number>>>
  /** What was seen of a page, as far as it is kept, the oldest first. */
  readHistory(pageId: number): Promise<Observation[]>
  /** A part of the same; the cursor is the time of its last item. */
  listHistory(pageId: number, options?: PartOptions): Promise<ListPart<Observation>>
  /** The observations that verdicts follow from, by the ids of their pages; of some hundred pages at once. */
  readEvidence(pages: readonly PageVerdict[]): Promise<ReadonlyMap<number, readonly Observation[]>>
  /** The ids of the pages that URLs lead to; null where one is unknown. */
  locate(urls: readonly string[]): Promise<(number | null)[]>
  /** How often pages are looked at; null leaves it to the policy. */
  setPriority(pageIds: readonly number[], priority: CheckPriority | null): Promise<void>
  close(): Promise<void>
}
