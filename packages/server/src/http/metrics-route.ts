import type { Hono } from 'hono'
import { createGaugeReader, type Gauge } from '../app/metrics/read-gauges.ts'
import type { CanonistSource } from '../app/canonist-source.ts'
import { Meters } from '@canonist/core/internal/text/meters'
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
