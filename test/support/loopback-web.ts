import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { testAuthority, type CertificateFault, type TestAuthority } from './test-authority.ts'

/**
 * A web of any number of hosts on 127.0.0.1: one plain and one TLS server on ports of the system's choice. Its test
 * authority signs a certificate for every host name that is asked for.
 *
 * @example
 * const web = await startLoopbackWeb({
 *   'http://a.example/feed': { status: 301, headers: { location: 'https://a.example/feed' } },
 *   'https://a.example/feed': { headers: { 'content-type': 'application/rss+xml' }, body: '<rss>…</rss>' },
 * })
 * const fetcher = createFetcher({ connectTo: web.connectTo, ca: web.ca })
 * await fetcher.follow('http://a.example/feed')
 * web.requests.map(({ url }) => url)      // what was asked, in order
 * await fetcher.close()
 * await web.close()
 */
export interface LoopbackWeb {
  /** For `connectTo`: every host's port 80 and 443 lead here. */
  readonly connectTo: Readonly<Record<string, string>>
  /** The same for the command line: `--connect-to` values. */
  readonly connectToFlags: readonly string[]
  /** The certificate of the authority, as PEM. */
  readonly ca: string
  readonly plainPort: number
  readonly tlsPort: number
  /** Every request so far, in order of arrival. */
  readonly requests: readonly SeenRequest[]
  /** Connections that were opened, whether they asked for something or not. */
  readonly connections: () => number
  close(): Promise<void>
}

export interface SeenRequest {
  readonly method: string
  /** Scheme, host and path as a URL. */
  readonly url: string
  readonly scheme: 'http' | 'https'
  readonly host: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Milliseconds since the web was started. */
  readonly at: number
  /** 1 for the first connection, and so on: equal numbers shared one. */
  readonly connection: number
}

export interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly delayMs?: number
}

/** Answers by hand: for drips, resets and whatever else a page cannot say. */
export type Handler = (request: IncomingMessage, response: ServerResponse, seen: SeenRequest) => unknown

/** By whole URL; what has no entry is 404. A handler may stand in place of a page. */
export type Routes = Readonly<Record<string, Page | Handler>>

export interface LoopbackWebOptions {
  /** Hosts whose certificate is not in order. */
  readonly faults?: Readonly<Record<string, CertificateFault>>
}

export async function startLoopbackWeb(
  web: Handler | Routes,
  { faults = {} }: LoopbackWebOptions = {},
): Promise<LoopbackWeb> {
  const authority = await testAuthority()
  const handler = typeof web === 'function' ? web : createHandler(web)
  const book = openBook()
  const plain = createServer(book.answering('http', handler))
  const secure = createTlsServer(await tlsOptions(authority, faults), book.answering('https', handler))
  for (const server of [plain, secure]) server.on('connection', book.number)
  // Whoever breaks off within TLS is heard of only here.
  secure.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  const [plainPort, tlsPort] = [await listenOnLoopback(plain), await listenOnLoopback(secure)]
  return {
    connectTo: { ':80': `127.0.0.1:${plainPort}`, ':443': `127.0.0.1:${tlsPort}` },
    connectToFlags: [`:80:127.0.0.1:${plainPort}`, `:443:127.0.0.1:${tlsPort}`],
    ca: authority.ca,
    plainPort,
    tlsPort,
    requests: book.requests,
    connections: book.connections,
    async close() {
      book.hangUp()
      await Promise.all([shut(plain), shut(secure)])
    },
  }
}

/** Writes down who came and what they asked. */
function openBook() {
  const start = performance.now()
  const requests: SeenRequest[] = []
  const sockets = new Map<Socket, number>()
  let connections = 0
  return {
    requests,
    connections: () => connections,
    number(socket: Socket): void {
      connections += 1
      sockets.set(socket, connections)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    },
    answering: (scheme: 'http' | 'https', handler: Handler) => (request: IncomingMessage, response: ServerResponse) => {
      const seen = describe(request, scheme, performance.now() - start, sockets.get(findRawSocket(request)) ?? 0)
      requests.push(seen)
      void handler(request, response, seen)
    },
    hangUp(): void {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/** The TCP connection: over TLS, the request knows only the layer above. */
function findRawSocket({ socket }: IncomingMessage): Socket {
  const { _parent: parent } = socket as Socket & { readonly _parent?: Socket }
  return parent ?? socket
}

function describe(request: IncomingMessage, scheme: 'http' | 'https', at: number, connection: number): SeenRequest {
  const { method = '', headers, url: path = '' } = request
  const host = headers.host ?? ''
  return { method, url: `${scheme}://${host}${path}`, scheme, host, path, headers, at, connection }
}

function createHandler(routes: Routes): Handler {
  return (request, response, seen) => {
    const route = routes[seen.url] ?? { status: 404, body: 'There is nothing here.' }
    return typeof route === 'function' ? route(request, response, seen) : send(response, route)
  }
}

/** Sends a page; for handlers that answer by page now and then. */
export function send(response: ServerResponse, { status = 200, headers = {}, body = '', delayMs = 0 }: Page): void {
  setTimeout(() => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.statusCode = status
    response.end(body)
  }, delayMs)
}

async function tlsOptions(authority: TestAuthority, faults: Readonly<Record<string, CertificateFault>>) {
  const contexts = new Map<string, Promise<SecureContext>>()
  const create = async (host: string): Promise<SecureContext> =>
    createSecureContext(await authority.identityFor(host, faults[host]))
  return {
    ...(await authority.identityFor('127.0.0.1', faults['127.0.0.1'])),
    SNICallback(host: string, done: (error: Error | null, context?: SecureContext) => void) {
      const context = contexts.get(host) ?? create(host)
      contexts.set(host, context)
      context.then((made) => done(null, made), done)
    },
  }
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
