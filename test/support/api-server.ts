import { request, type IncomingHttpHeaders } from 'node:http'
import { pino } from 'pino'
import {
  bindServer,
  type ApiServer,
  type BoundServer,
  type ServeOptions,
} from '@canonist/server/internal/http/serve-api'
import type { Canonist } from '@canonist/server/internal/canonist/open-canonist'

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON. */
  readonly json: Readonly<Record<string, unknown>>
}

export interface TestServer {
  readonly url: string
  call(path: string, call?: Call): Promise<Answer>
  stop(graceMs?: number): Promise<void>
}

export const SILENT = pino({ level: 'silent' })

/** Serves a database on a free port of loopback. */
export async function serveForTest(canonist: Canonist, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const server = await startForTest((bound) => bound.serve(canonist), options)
  return {
    url: server.url,
    call: (path, call) => send(new URL(path, server.url).href, call),
    stop: (graceMs = 1000) => server.stop(graceMs),
  }
}

/** Starts a server on a free port of loopback; its stop also gives up the port. */
export async function startForTest(
  start: (bound: BoundServer) => Promise<ApiServer>,
  options: Partial<ServeOptions> = {},
): Promise<ApiServer> {
  const bound = await bindServer({ port: 0, owner: 'ada', log: SILENT, ...options })
  try {
    const server = await start(bound)
    return { url: server.url, stop: (graceMs) => server.stop(graceMs).finally(() => bound.release()) }
  } catch (error) {
    bound.release()
    throw error
  }
}

/** One request on a connection of its own. Not by fetch: that sets Host and Origin itself. */
export function send(url: string, { method, headers = {}, body }: Call = {}): Promise<Answer> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const bytes = isRaw ? body : JSON.stringify(body)
  const isChunked = headers['transfer-encoding'] !== undefined
  const length = bytes === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }
  const type = bytes === undefined ? {} : { 'content-type': 'application/json', ...length }
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: method ?? (body === undefined ? 'GET' : 'POST'), headers: { ...type, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))))
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString()
  return {
    status,
    headers,
    text,
    get json() {
      return JSON.parse(text) as Readonly<Record<string, unknown>>
    },
  }
}
