import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SYSTEM_CLOCK, type WorkerClock } from '../worker-clock.ts'
import { GaugeReader, type WatchedFrontier } from './gauge-reader.ts'
import type { Meters } from './meters.ts'

// Not imported: see net/node-http.ts.
const { createServer } = process.getBuiltinModule('node:http')

export interface MonitorOptions {
  /** The address to listen on. Default: 127.0.0.1, so that only this machine has access. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  readonly meters: Meters
  readonly frontier: WatchedFrontier
  readonly clock?: WorkerClock | undefined
  /** Why the worker cannot work at the moment; null if it can. */
  readonly trouble?: (() => string | null) | undefined
  /** Why the worker is slower than it could be; null if it is not. */
  readonly strain?: (() => string | null) | undefined
}

export interface Monitor {
  readonly port: number
  close(): Promise<void>
}

/** Serves `/healthz`, whether the worker can work, and `/metrics`, what it has done. */
export async function openMonitor(options: MonitorOptions): Promise<Monitor> {
  const gauges = new GaugeReader(options.frontier, options.clock ?? SYSTEM_CLOCK)
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*$/s, '')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response)
    if (path === '/healthz') return sendHealth(options, response)
    if (path === '/metrics') return void sendMetrics(options, gauges, response)
    return sendText(response, 404, 'Not found. Request /healthz or /metrics.\n')
  })
  // A client that keeps its connection open must not keep the worker from ending.
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

function listen(server: Server, { port = 0, host = '127.0.0.1' }: MonitorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  response.end(body)
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('allow', 'GET, HEAD')
  sendText(response, 405, 'Method not allowed. Use GET or HEAD.\n')
}

/** Strain does not change the status: a worker that is only slow must not be restarted by its health check. */
function sendHealth({ trouble, strain }: MonitorOptions, response: ServerResponse): void {
  const [why, slowed] = [trouble?.() ?? null, strain?.() ?? null]
  if (why !== null) sendText(response, 503, `${why}\n`)
  else sendText(response, 200, slowed === null ? 'ok\n' : `degraded: ${slowed}\n`)
}

async function sendMetrics({ meters }: MonitorOptions, gauges: GaugeReader, response: ServerResponse): Promise<void> {
  // The counters of the worker are served even if the database is away.
  sendText(response, 200, meters.text(await gauges.read().catch(() => [])))
}
