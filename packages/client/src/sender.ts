import { createClientError } from './errors.ts'
import { readLines } from './lines.ts'
import { readProblem } from './read-problem.ts'
import {
  findSystemCode,
  findWait,
  isNotConnected,
  mayRepeat,
  resolveRetry,
  sleep,
  type Repeats,
  type RetryOptions,
  type RetrySettings,
} from './retry.ts'

export interface ClientOptions {
  /** Of the server: `http://127.0.0.1:4480/`. In a page that the server itself serves, an empty string. */
  readonly url: string | URL
  /** Sent as `Authorization: Bearer TOKEN`. Pages use `login` instead, which keeps the token out of reach of scripts. */
  readonly token?: string | undefined
  /** Sent with every request, for example for a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sends the requests (the `fetch` of the platform). */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined
  readonly retry?: RetryOptions | undefined
  /**
   * Whether `fetch` can send a body while it reads the response, as that of Node can (true in Node, else false). If not, streams are
   * sent in batches.
   */
  readonly streamsRequests?: boolean | undefined
}

export interface Outgoing {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: NonNullable<RequestInit['body']> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly repeats: Repeats
  readonly signal?: AbortSignal | undefined
}

/** Sends requests to one server, again where that helps, and turns every failure into a `CanonistError`. */
export class Sender {
  readonly retry: RetrySettings
  readonly streamsRequests: boolean
  /** Ends everything. */
  readonly signal: AbortSignal | undefined
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #fetch: typeof globalThis.fetch

  constructor({ url, token, headers, fetch = globalThis.fetch, signal, retry, streamsRequests }: ClientOptions) {
    this.#base = String(url).replace(/\/$/, '')
    this.#headers = { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    this.#fetch = fetch
    this.signal = signal
    this.retry = resolveRetry(retry)
    this.streamsRequests = streamsRequests ?? isNode()
  }

  /** @param read reads the response; if the connection is lost meanwhile, the request counts as one without a response */
  async send<T>(outgoing: Outgoing, read: (response: Response) => Promise<T>): Promise<T> {
    const signal = joinSignals(this.signal, outgoing.signal)
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#sendOnce(outgoing, signal, read)
      } catch (error) {
        if (attempt >= this.retry.attempts || !mayRepeat(error, outgoing.repeats)) throw error
        const waitMs = findWait(attempt, error.retryAfterMs, this.retry)
        if (waitMs === null) throw error
        await sleep(waitMs, signal)
      }
    }
  }

  /** Sends a request, and reads its response line by line. The connection ends when the caller stops to read. */
  async *readLines(outgoing: Outgoing): AsyncGenerator<string, void, void> {
    const { body } = await this.send(outgoing, async (response) => response)
    if (body === null) return
    try {
      yield* readLines(body)
    } catch (error) {
      throw this.#wrap(error, outgoing.path, joinSignals(this.signal, outgoing.signal))
    }
  }

  async #sendOnce<T>(
    { method, path, body, headers }: Outgoing,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const response = await this.#request(path, {
      method,
      headers: { ...this.#headers, ...headers },
      // With a redirect a POST would become a GET, and the token would go to another place.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      // Node refuses to stream a body without it; browsers ignore it for other bodies.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
    if (!response.ok) throw await readProblem(response, this.#base + path)
    try {
      return await read(response)
    } catch (error) {
      throw this.#wrap(error, path, signal)
    }
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const send = this.#fetch
    try {
      return await send(this.#base + path, init)
    } catch (error) {
      throw this.#wrap(error, path, init.signal ?? undefined)
    }
  }

  /** `fetch` and streams fail with a TypeError when the network does. Anything else goes to the caller as it is. */
  #wrap(error: unknown, path: string, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted === true) return signal.reason
    if (!(error instanceof TypeError)) return error
    const isUnreachable = isNotConnected(error) || findSystemCode(error) === undefined
    return createClientError(isUnreachable ? 'client/unreachable' : 'client/interrupted', this.#base + path, {
      cause: error,
    })
  }
}

export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length < 2 ? given[0] : AbortSignal.any(given)
}

/** Bun and Deno name a Node version, too, and a page in Electron has both. */
function isNode(): boolean {
  const { process, document } = globalThis as {
    readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
    readonly document?: unknown
  }
  const { node, bun, deno } = process?.versions ?? {}
  return node !== undefined && bun === undefined && deno === undefined && document === undefined
}
