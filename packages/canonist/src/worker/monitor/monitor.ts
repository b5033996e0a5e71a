import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WorkerFrontier } from '../patience.ts'
import type { Gauge, Meters } from './meters.ts'

export interface MonitorOptions {
  readonly host: string
  /** 0: one of the system's choice. */
  readonly port: number
  readonly meters: Meters
  readonly frontier: Pick<WorkerFrontier, 'statsByReason'>
  /** Why the worker cannot work; null where it can. */
  readonly trouble: () => string | null
}

export interface Monitor {
  readonly port: number
  close(): Promise<void>
}

/** A door for those who watch: `/healthz` tells whether the worker can work, `/metrics` what it has done. */
export async function openMonitor(options: MonitorOptions): Promise<Monitor> {
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*$/s, '')
    if (path === '/healthz') return health(options, response)
    if (path === '/metrics') return void metrics(options, response)
    return answer(response, 404, 'There are /healthz and /metrics here.\n')
  })
  // Who holds a connection open must not keep the worker from ending.
  server.keepAliveTimeout = 1000
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, { port, host }: MonitorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  response.end(body)
}

function health({ trouble }: MonitorOptions, response: ServerResponse): void {
  const why = trouble()
  answer(response, why === null ? 200 : 503, why === null ? 'ok\n' : `${why}\n`)
}

async function metrics({ meters, frontier }: MonitorOptions, response: ServerResponse): Promise<void> {
  try {
    const counts = await frontier.statsByReason()
    const depth: Gauge = {
      name: 'frontier_depth',
      says: 'URLs of the queue, by state and reason.',
      values: counts.map(({ state, reason, urls }) => [{ state, reason: reason ?? '' }, urls]),
    }
    answer(response, 200, meters.text([depth]))
  } catch {
    // What the worker itself has counted can be told without the database.
    answer(response, 200, meters.text())
  }
}
