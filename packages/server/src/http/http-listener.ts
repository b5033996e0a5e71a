import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ApiError } from './errors.ts'
import type { Logger } from './log.ts'
import { refuseMalformed } from './refuse-malformed.ts'

const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 5000

/** For the rest of a body that no one reads, such as that of a GET. */
const REST_OF_BODY_MS = 500

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * An HTTP server that listens before it can answer, so that a port that is taken is noticed before a database is opened.
 *
 * It is *waiting* until `answer` is called: requests that arrive are kept and answered then. After that it is *answering*, until
 * `close` ends all connections. Must always be closed.
 */
export class HttpListener {
  readonly server: Server
  readonly #host: string
  readonly #early: [IncomingMessage, ServerResponse][] = []
  #answer: Answer = (request, response) => this.#early.push([request, response])

  static async open(host: string, port: number, log: Logger): Promise<HttpListener> {
    const listener = new HttpListener(host, log)
    await listen(listener.server, host, port)
    return listener
  }

  private constructor(host: string, log: Logger) {
    this.#host = host
    this.server = createServer({
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Refused by our own words.
      requireHostHeader: false,
    })
    const answer: Answer = (request, response) => {
      // Kept here: a body that was cut off gives up its connection.
      const { socket } = request
      response.once('finish', () => endUnreadBody(request, socket))
      return this.#answer(request, response)
    }
    this.server.on('request', answer)
    // Node would refuse an expectation that it does not know; a server may as well ignore it.
    this.server.on('checkExpectation', answer)
    refuseMalformed(this.server, log)
  }

  get address(): string {
    return readAddress(this.server).address
  }

  get url(): string {
    const { port, family } = readAddress(this.server)
    const host = this.#host
    const name = family === 'IPv6' && !host.startsWith('[') && host.includes(':') ? `[${host}]` : host
    return `http://${name}:${port}/`
  }

  answer(answer: Answer): void {
    this.#answer = answer
    for (const [request, response] of this.#early.splice(0)) answer(request, response)
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

/** A client that goes on sending after its response would hold the connection for ever. */
function endUnreadBody(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return
  setTimeout(() => {
    if (!request.complete) socket.destroySoon()
  }, REST_OF_BODY_MS).unref()
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ApiError('api/cannot-listen', { thing: `${host}:${port}`, detail: error.message, cause: error })),
    )
    server.listen(port, host.replaceAll(/[[\]]/g, ''), () => resolve())
  })
}

const readAddress = (server: Server): AddressInfo => server.address() as AddressInfo
