import type { ReasonCount } from '../../frontier/count-urls.ts'
import type { FrontierGauges } from '../../frontier/read-gauges.ts'
import type { ServerGauges } from '../../frontier/read-server-gauges.ts'
import type { WorkerClock } from '../worker-clock.ts'
import type { WorkerFrontier } from '../retrying-frontier.ts'
import type { Gauge, Labels } from './meters.ts'

export type WatchedFrontier = Pick<WorkerFrontier, 'countByReason' | 'readGauges' | 'readServerGauges'>

const CACHE_MS = 5000

/** Reads the gauges of the whole queue, at most once every five seconds, however many clients request them. */
export class GaugeReader {
  readonly #frontier: WatchedFrontier
  readonly #clock: WorkerClock
  #read: Promise<Gauge[]> | null = null
  #until = 0

  constructor(frontier: WatchedFrontier, clock: WorkerClock) {
    this.#frontier = frontier
    this.#clock = clock
  }

  read(): Promise<Gauge[]> {
    if (this.#read !== null && this.#clock.now() < this.#until) return this.#read
    this.#until = this.#clock.now() + CACHE_MS
    this.#read = this.#measure()
    // Do not cache a failure: the next request retries.
    this.#read.catch(() => (this.#read = null))
    return this.#read
  }

  async #measure(): Promise<Gauge[]> {
    const counts = await this.#frontier.countByReason()
    const gauges = await this.#frontier.readGauges()
    const server = await this.#frontier.readServerGauges()
    return [...listDepths(counts), ...listQueueGauges(gauges), ...(server === null ? [] : listServerGauges(server))]
  }
}

function listDepths(counts: readonly ReasonCount[]): Gauge[] {
  const depth = counts.map(({ state, reason, urls }): [Labels, number] => [{ state, reason: reason ?? '' }, urls])
  const leased = counts.filter(({ state }) => state === 'leased').reduce((sum, { urls }) => sum + urls, 0)
  return [
    { name: 'frontier_depth', says: 'URLs in the queue, by state and reason.', values: depth },
    createGauge('frontier_inflight', 'URLs leased by any worker.', leased),
  ]
}

function listQueueGauges({ hosts, oldestDueAgeMs, lowWaterLagMs }: FrontierGauges): Gauge[] {
  const says = 'Hosts with URLs to fetch, by availability.'
  const states = Object.entries(hosts).map(([state, count]): [Labels, number] => [{ state }, count])
  const age = 'How long the most overdue host has been ready for a request.'
  const lag = 'Age of the mark from which ready hosts are searched.'
  return [
    { name: 'frontier_hosts', says, values: states },
    createGauge('frontier_oldest_due_age_s', age, oldestDueAgeMs / 1000),
    ...(lowWaterLagMs === null ? [] : [createGauge('frontier_low_water_lag_s', lag, lowWaterLagMs / 1000)]),
  ]
}

function listServerGauges({ deadTuples, oldestXminAgeMs }: ServerGauges): Gauge[] {
  const tables = Object.entries(deadTuples).map(([table, count]): [Labels, number] => [{ table }, count])
  const age = 'How long the oldest transaction has kept old row versions from being removed.'
  return [
    { name: 'frontier_dead_tuples', says: 'Old row versions that are not removed yet, by table.', values: tables },
    createGauge('frontier_oldest_xmin_age_s', age, oldestXminAgeMs / 1000),
  ]
}

const createGauge = (name: string, says: string, value: number): Gauge => ({ name, says, values: [[{}, value]] })
