import { Meters as MeterSet, type Gauge } from '@canonist/core/internal/text/meters'

/** Upper bounds of the buckets, in seconds. */
const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60] as const
const RATIOS = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const
const COUNTS = [0, 1, 2, 3, 5, 10, 20, 50, 200] as const

/** Every counter with its help text. */
const COUNTERS = {
  frontier_submitted_total: 'Links submitted to the queue.',
  frontier_new_total: 'Submitted links that were new to the queue.',
  frontier_duplicate_total: 'Submitted links that the queue already had, in any spelling.',
  frontier_alias_hit_total: 'Submitted links that lead to a known page through a redirect or a merge.',
  frontier_claimed_total: 'URLs claimed by this worker.',
  frontier_completed_total: 'Results written, by state and reason.',
  frontier_lease_expired_total: 'Expired leases of any worker that this one found.',
  frontier_lease_lost_total: 'Results that came too late, and leases lost during a visit.',
  frontier_renamed_total: 'URLs that moved to the target of their redirects.',
  frontier_rename_conflict_total: 'URLs whose final URL belongs to another page.',
  frontier_dead_total: 'URLs that became dead, by reason.',
  worker_requests_total: 'Requests for pages.',
  worker_overloaded_total: 'URLs given back because the process had too little CPU time for the response.',
  worker_database_troubles_total: 'Temporary database failures that were retried.',
} as const

const HISTOGRAMS = {
  frontier_claim_seconds: { says: 'Duration of a claim.', ends: SECONDS },
  frontier_claim_fill_ratio: { says: 'URLs claimed, as a share of those requested.', ends: RATIOS },
  frontier_complete_seconds: { says: 'Duration of writing a batch of results.', ends: SECONDS },
  frontier_complete_batch_size: { says: 'Results per batch.', ends: COUNTS },
  worker_visit_seconds: { says: 'Duration of a visit, including waits.', ends: SECONDS },
  worker_politeness_wait_seconds: { says: 'Time that a visit waited for hosts.', ends: SECONDS },
  worker_redirect_hops: { says: 'Redirects per visit.', ends: COUNTS },
} as const

/** Gauges of this worker, read on each request. */
const OWN_GAUGES = {
  frontier_lease_age_max_s: 'Age of the oldest lease of this worker.',
  worker_visits: 'URLs that this worker is fetching.',
  worker_concurrency: 'How many URLs it may fetch at once now; fewer while its process is strained.',
  worker_late_ratio: 'The share of the last second in which its process was late.',
} as const

export type GaugeName = keyof typeof OWN_GAUGES
export type CounterName = keyof typeof COUNTERS
export type HistogramName = keyof typeof HISTOGRAMS
export type { Gauge, Labels } from '@canonist/core/internal/text/meters'

/** The metrics of a worker. */
export class Meters extends MeterSet<typeof COUNTERS, typeof HISTOGRAMS> {
  readonly #gauges = new Map<GaugeName, () => number>()

  constructor() {
    super(COUNTERS, HISTOGRAMS)
  }

  watch(name: GaugeName, read: () => number): void {
    this.#gauges.set(name, read)
  }

  override text(gauges: readonly Gauge[] = []): string {
    return super.text([...this.#ownGauges(), ...gauges])
  }

  #ownGauges(): Gauge[] {
    return [...this.#gauges].map(([name, value]) => ({ name, says: OWN_GAUGES[name], values: [[{}, value()]] }))
  }
}
