import type { Hono } from 'hono'
import { Meters, type Gauge, type Labels } from '@canonist/core/internal/text/meters'
import { checkSchema } from '@canonist/registry/internal/store/migrate'
import { readMigrations } from '@canonist/registry/internal/store/migration-files'
import { SYSTEM_CLOCK } from '@canonist/crawl/internal/worker/worker-clock'
import { GaugeReader } from '@canonist/crawl/internal/worker/monitor/gauge-reader'
import type { CanonistSource } from '../canonist/canonist-source.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import type { ApiEnv } from './api-env.ts'
import { requireRole } from './authenticate.ts'
import type { OpenRequests } from './request-life.ts'

const COUNTERS = {
  api_requests_total: 'Requests that were answered, by operation and status.',
} as const

const HISTOGRAMS = {
  api_request_seconds: {
    says: 'Time until the response began, by operation.',
    ends: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  },
} as const

/** Counts requests. */
export class ApiMeters extends Meters<typeof COUNTERS, typeof HISTOGRAMS> {
  constructor() {
    super(COUNTERS, HISTOGRAMS)
  }

  countRequest(operation: string, status: number, seconds: number): void {
    this.add('api_requests_total', { operation, status: String(status) })
    this.observe('api_request_seconds', seconds, { operation })
  }
}

export interface MetricsOptions {
  readonly source: CanonistSource
  readonly meters: ApiMeters
  readonly openRequests: OpenRequests
}

/** `/metrics`: the service itself, the queue and the registry. */
export function addMetrics(api: Hono<ApiEnv>, { source, meters, openRequests }: MetricsOptions): void {
  const readGauges = createGaugeReader()
  api.get('/metrics', async (c) => {
    requireRole(c, 'read')
    const own: Gauge = {
      name: 'api_open_requests',
      says: 'Requests that are being answered.',
      values: [[{}, openRequests.size]],
    }
    // The service's own counters do not need the database.
    const gauges = await source.use(readGauges).catch(() => [])
    return c.body(meters.text([own, ...gauges]), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** `/healthz`: the process answers. `/readyz`: so does its database, and its schema is the one of this version. */
export function addHealth(api: Hono<ApiEnv>, source: CanonistSource): void {
  api.get('/healthz', (c) => c.body('ok', 200, TEXT))
  api.get('/readyz', async (c) => {
    // Throws where the database does not answer, or no longer has the schema of this version.
    await source.use(({ context: { database } }) => checkSchema(database, readMigrations(database.dialect)))
    return c.body('ok', 200, TEXT)
  })
}

export type { Gauge } from '@canonist/core/internal/text/meters'

/** What is measured of the queue and the registry, for Prometheus. The queue is read again every few seconds at most. */
function createGaugeReader(): (canonist: Canonist) => Promise<Gauge[]> {
  const readers = new WeakMap<Canonist, GaugeReader>()
  return async (canonist) => {
    const reader = readers.get(canonist) ?? new GaugeReader(await canonist.frontier(), SYSTEM_CLOCK)
    readers.set(canonist, reader)
    return [...(await readRegistry(canonist)), ...(await reader.read())]
  }
}

async function readRegistry(canonist: Canonist): Promise<Gauge[]> {
  const { pages, aliases, rejected, reviews, verdicts } = await (await canonist.registry()).readCounts()
  const byReview = reviews.map(({ state, kind, reviews: count }): [Labels, number] => [{ state, kind }, count])
  return [
    { name: 'registry_pages', says: 'Pages, by link type.', values: labelCounts('link_type', pages) },
    { name: 'registry_aliases', says: 'URLs that lead to pages.', values: [[{}, aliases]] },
    { name: 'registry_rejected', says: 'Rejected inputs, by code.', values: labelCounts('code', rejected) },
    { name: 'registry_reviews', says: 'Reviews, by state and kind.', values: byReview },
    {
      name: 'registry_verdicts',
      says: 'Pages, by their verdict of link health.',
      values: labelCounts('verdict', verdicts),
    },
  ]
}

const labelCounts = (name: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([value, count]) => [{ [name]: value }, count])
