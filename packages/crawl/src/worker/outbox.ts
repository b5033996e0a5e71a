import type { Completed, Completion, CompletionResult } from '../frontier/complete/completion.ts'
import type { LeaseRef } from '../frontier/claim/claim.ts'
import type { CanonicalClaim } from '../frontier/accept-canonicals.ts'
import type { WorkerClock } from './worker-clock.ts'
import type { Lease } from './lease.ts'
import type { Meters } from './monitor/meters.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'
import type { VisitReport } from './visit-url.ts'

/** A finished visit whose result is to be written. */
export interface FinishedVisit {
  readonly lease: Lease
  readonly visit: VisitReport
  readonly ms: number
  /** By the clock of the worker. */
  readonly endedAt: number
}

export interface OutboxOptions {
  readonly frontier: Pick<WorkerFrontier, 'complete' | 'acceptCanonicals'>
  readonly clock: WorkerClock
  readonly meters: Meters
  /** How long results are collected at most before they are written together. */
  readonly gatherMs: number
  /** Writes what must be stored before the results, so that nothing is lost in between; may add to the results. */
  readonly prepare: (finished: readonly FinishedVisit[]) => Promise<readonly FinishedVisit[]>
  readonly onWritten: (finished: FinishedVisit, answer: CompletionResult) => void
  readonly onFailure: (error: unknown) => void
}

const MAX_BATCH = 200
const MIN_GATHER_MS = 10

/**
 * Writes results to the database in batches: results that arrive during a write form the next batch.
 *
 * A result is *waiting*, *being written*, or *written*, which frees its lease.
 *
 * Must never drop a result, nor write one before the links of its page.
 */
export class Outbox {
  readonly #options: OutboxOptions
  #waiting: FinishedVisit[] = []
  #writing: readonly FinishedVisit[] = []
  #run: Promise<void> | null = null

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#waiting.length + this.#writing.length
  }

  add(finished: FinishedVisit): void {
    this.#waiting.push(finished)
    this.#run ??= this.#writeAll()
  }

  /** Leases that must still be renewed. */
  listLeases(): LeaseRef[] {
    return [...this.#writing, ...this.#waiting].map(({ lease }) => lease.claim)
  }

  /** Resolves when all results are written. */
  async flush(): Promise<void> {
    while (this.#run !== null) await this.#run
  }

  async #writeAll(): Promise<void> {
    const { clock, gatherMs, onFailure } = this.#options
    try {
      while (this.#waiting.length > 0) {
        if (this.#waiting.length < MAX_BATCH) await clock.sleep(Math.min(gatherMs, this.#computeSpareMs()))
        this.#writing = this.#waiting.splice(0, MAX_BATCH)
        await this.#write(this.#writing)
      }
    } catch (error) {
      onFailure(error)
    } finally {
      this.#writing = []
      this.#run = null
    }
  }

  /** While the hosts must rest anyway, waiting for more results costs nothing. */
  #computeSpareMs(): number {
    const delays = this.#waiting.map(({ lease }) => lease.claim.delayMs)
    return Math.max(MIN_GATHER_MS, Math.min(...delays) / 2)
  }

  async #write(gathered: readonly FinishedVisit[]): Promise<void> {
    const { prepare, onWritten } = this.#options
    const batch = await prepare(gathered)
    const answers = await this.#complete(batch)
    const unfit: FinishedVisit[] = []
    const claims: CanonicalClaim[] = []
    for (const [index, finished] of batch.entries()) {
      const answer = answers[index]
      if (answer?.ok === false && answer.code === 'invalid_final_url') unfit.push(toBadLocation(finished))
      else if (answer !== undefined) onWritten(finished, answer)
      if (answer?.ok === true) claims.push(...listCanonicalClaims(finished, answer))
    }
    if (claims.length > 0) await this.#options.frontier.acceptCanonicals(claims)
    if (unfit.length > 0) await this.#write(unfit)
  }

  async #complete(batch: readonly FinishedVisit[]): Promise<CompletionResult[]> {
    const { frontier, clock, meters } = this.#options
    const start = clock.now()
    const answers = await frontier.complete(batch.map((finished) => toCompletion(finished, start)))
    meters.observe('frontier_complete_seconds', (clock.now() - start) / 1000)
    meters.observe('frontier_complete_batch_size', batch.length)
    return answers
  }
}

/** A page that was merged into another one has no claim. */
function listCanonicalClaims({ visit }: FinishedVisit, { id, state, winner }: Completed): CanonicalClaim[] {
  const canonicalUrl = visit.page?.canonical ?? null
  return canonicalUrl === null || state !== 'fetched' || winner !== null ? [] : [{ id, canonicalUrl }]
}

/** Adds the time that the result waited here to the time since the request. */
function toCompletion({ lease, visit: { outcome }, endedAt }: FinishedVisit, now: number): Completion {
  const { sinceRequestMs } = outcome
  const since = sinceRequestMs === undefined ? {} : { sinceRequestMs: sinceRequestMs + now - endedAt }
  return { claim: lease.claim, outcome: { ...outcome, ...since } }
}

/** The redirects led to a URL that cannot be normalized. */
function toBadLocation(finished: FinishedVisit): FinishedVisit {
  const { visit } = finished
  const sinceRequestMs = visit.outcome.sinceRequestMs
  const detail = 'the final URL cannot be normalized'
  const outcome = { kind: 'failed', reason: 'redirect_bad_location', detail, sinceRequestMs } as const
  return { ...finished, visit: { ...visit, outcome } }
}

/** Marks pages with the same bytes as another page. They stay separate pages: empty pages have the same bytes, too. */
export async function markCopies(
  frontier: Pick<WorkerFrontier, 'recordContents'>,
  finished: readonly FinishedVisit[],
): Promise<readonly FinishedVisit[]> {
  const known = finished.flatMap(({ lease: { claim }, visit: { outcome } }) => {
    const contentHash = outcome.kind === 'fetched' ? (outcome.contentHash ?? null) : null
    return contentHash === null ? [] : [{ id: claim.id, contentHash }]
  })
  const urls = await frontier.recordContents(known)
  const byId = new Map(known.map(({ id }, index) => [id, urls[index] ?? null]))
  return finished.map((one) => markCopy(one, byId.get(one.lease.claim.id) ?? null))
}

function markCopy(finished: FinishedVisit, url: string | null): FinishedVisit {
  const { visit } = finished
  if (url === null || visit.outcome.kind !== 'fetched') return finished
  const copy = { reason: 'duplicate_content', detail: `same bytes as ${url}` } as const
  return { ...finished, visit: { ...visit, outcome: { ...visit.outcome, ...copy } } }
}
