import { Meters as MeterSet, type Gauge } from '../../text/meters.ts'

/** Upper ends of what is counted together, in seconds. */
const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60] as const
const RATIOS = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const
const COUNTS = [0, 1, 2, 3, 5, 10, 20, 50, 200] as const

/** What is counted, by name: what it says, for people who read it from outside. */
const COUNTERS = {
  frontier_submitted_total: 'Links that were taken in.',
  frontier_new_total: 'Links that were new to the queue.',
  frontier_duplicate_total: 'Links that the queue had already, in whatever spelling.',
  frontier_alias_hit_total:
    'Links that led to a page by another URL of it: by a redirect, or by what it was merged with.',
  frontier_claimed_total: 'URLs that were handed to this worker.',
  frontier_completed_total: 'Results that were written, by state and reason.',
  frontier_lease_expired_total: 'Leases of any worker that this one found to be over.',
  frontier_lease_lost_total: 'Results that came too late, and leases that were lost on the way.',
  frontier_renamed_total: 'URLs that moved to where their redirects ended.',
  frontier_rename_conflict_total: 'URLs whose final URL another page has already.',
  frontier_dead_total: 'URLs that died, by reason.',
  worker_requests_total: 'Requests for pages.',
  worker_database_troubles_total: 'Failures of the database that were waited out.',
} as const

const HISTOGRAMS = {
  frontier_claim_seconds: { says: 'How long a claim took.', ends: SECONDS },
  frontier_claim_fill_ratio: { says: 'What a claim got, of what it asked for.', ends: RATIOS },
  frontier_complete_seconds: { says: 'How long it took to write results.', ends: SECONDS },
  frontier_complete_batch_size: { says: 'Results that were written together.', ends: COUNTS },
  worker_visit_seconds: { says: 'How long a visit took, with waiting.', ends: SECONDS },
  worker_politeness_wait_seconds: { says: 'How long a visit waited for hosts.', ends: SECONDS },
  worker_redirect_hops: { says: 'Redirects of a visit.', ends: COUNTS },
} as const

/** What is read off this worker when somebody asks. */
const OWN_GAUGES = {
  frontier_lease_age_max_s: 'How long this worker has had the lease that it has had longest.',
  worker_visits: 'URLs that this worker is fetching.',
} as const

export type GaugeName = keyof typeof OWN_GAUGES
export type CounterName = keyof typeof COUNTERS
export type HistogramName = keyof typeof HISTOGRAMS
export type { Gauge, Labels } from '../../text/meters.ts'

/** Counts what a worker does. */
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
