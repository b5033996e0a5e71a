import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** One answer, or what is done instead of answering. */
export type Scripted =
  | Partial<Omit<ScriptedAnswer, 'act'>>
  | ((request: IncomingMessage, response: ServerResponse) => void)

interface ScriptedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body: unknown
}

export interface ScriptedServer {
  readonly url: string
  /** `GET /api/v1/status`, in order of arrival. */
  readonly requests: readonly SeenRequest[]
}

export interface SeenRequest {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Milliseconds, by the clock of `performance`. */
  readonly at: number
}

/** A server on loopback that answers one request after the other as the script says, and the last answer for all others. */
export async function startScriptedServer(...script: readonly Scripted[]): Promise<ScriptedServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const answer = script[Math.min(requests.length, script.length - 1)] ?? {}
    const seen = { line: `${request.method} ${request.url}`, headers: request.headers, body: '', at: performance.now() }
    requests.push(seen)
    if (typeof answer === 'function') return answer(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.body = Buffer.concat(chunks).toString()
      const { status = 200, headers = {}, body = {} } = answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const port = await listenOnLoopback(server)
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/`, requests }
}

/** A problem as the service answers it. */
export function problem(status: number, code: string, retryAfter?: string): Scripted {
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'id-1' }
  return {
    status,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': retryAfter },
    body: { type: `urn:canonist:error:${code}`, title: 'T.', status, code, detail: `D ${code}.`, fix: 'F.' },
  }
}
