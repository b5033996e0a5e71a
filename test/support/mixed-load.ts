import { connect, type Socket } from 'node:net'

/** A request, and what its client does. */
interface Kind {
  readonly bytes: Buffer
  /** The status that it must get; null where its client hangs up before the response. */
  readonly status: number | null
  /** What the client waits for before it hangs up. */
  readonly hangsUp?: 'at once' | 'after the first bytes'
}

interface RequestParts {
  readonly method?: string
  readonly headers?: readonly string[]
  readonly body?: string
  /** Sends less of the body than the headers announce. */
  readonly sends?: number
}

/** The bytes of a request on a connection that stays open. */
function toBytes(path: string, { method = 'GET', headers = [], body = '', sends }: RequestParts = {}): Buffer {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, ...length].join('\r\n')
  return Buffer.from(`${head}\r\n\r\n${body.slice(0, sends)}`)
}

const JSON_BODY = 'Content-Type: application/json'
const NDJSON_BODY = 'Content-Type: application/x-ndjson'

function createKinds(token: string, urls: readonly string[]): Readonly<Record<string, Kind>> {
  const own = `Authorization: Bearer ${token}`
  const get = (path: string, status: number): Kind => ({ bytes: toBytes(path, { headers: [own] }), status })
  const post = (path: string, body: string, status: number, type = JSON_BODY): Kind => ({
    bytes: toBytes(path, { method: 'POST', headers: [own, type], body }),
    status,
  })
  const some = JSON.stringify({ urls: urls.slice(0, 3) })
  const lines = urls.slice(0, 3).map((url) => `${JSON.stringify({ url })}\n`)
  const halfBody = { method: 'POST', headers: [own, JSON_BODY], body: some, sends: 20 }
  return {
    normalize: post('/api/v1/normalize', some, 200),
    lines: post('/api/v1/normalize', lines.join(''), 200, NDJSON_BODY),
    lookup: get(`/api/v1/lookup?url=${encodeURIComponent(urls[0] ?? '')}`, 200),
    list: get('/api/v1/pages?limit=3', 200),
    unknownUrl: get('/api/v1/lookup?url=https://unknown.example/', 404),
    unknownPath: get('/api/v1/nothing', 404),
    invalidInput: post('/api/v1/normalize', '{"urls":7}', 422),
    invalidJson: post('/api/v1/normalize', '{"urls":', 422),
    rejectedLine: post('/api/v1/urls', '{"url":\n', 200, NDJSON_BODY),
    noToken: { bytes: toBytes('/api/v1/status'), status: 401 },
    abortedBody: { bytes: toBytes('/api/v1/normalize', halfBody), status: null, hangsUp: 'at once' },
    abortedList: { bytes: toBytes('/api/v1/pages', { headers: [own] }), status: null, hangsUp: 'at once' },
    events: {
      bytes: toBytes('/api/v1/events', { headers: [own] }),
      status: null,
      hangsUp: 'after the first bytes',
    },
  }
}

/** How many of a hundred requests are of which kind. */
const MIX: Readonly<Record<string, number>> = {
  normalize: 36,
  lines: 3,
  lookup: 24,
  list: 16,
  unknownUrl: 5,
  unknownPath: 3,
  invalidInput: 3,
  invalidJson: 2,
  rejectedLine: 1,
  noToken: 2,
  abortedBody: 2,
  abortedList: 1,
  events: 2,
}

export interface MixedLoad {
  /** Sends so many requests, and waits for all responses. Throws if one has another status than it should. */
  send(count: number): Promise<void>
  close(): void
}

export interface LoadOptions {
  readonly url: string
  readonly token: string
  /** Pages of the registry. */
  readonly urls: readonly string[]
  readonly connections?: number
}

/** Sends all kinds of requests over connections that stay open, and over some that their clients close. */
export function createMixedLoad({ url, token, urls, connections = 8 }: LoadOptions): MixedLoad {
  const port = Number(new URL(url).port)
  const kinds = createKinds(token, urls)
  const mix = Object.entries(MIX).flatMap(([name, share]) => Array.from({ length: share }, () => kinds[name] as Kind))
  const lasting = Array.from({ length: connections }, () => new LastingConnection(port))
  let sent = 0
  // 37 and 100 have no common factor: every kind comes in every hundred, and kinds alternate.
  const next = (): Kind => mix[((sent += 1) * 37) % mix.length] as Kind
  return {
    async send(count) {
      const end = sent + count
      const work = async (connection: LastingConnection): Promise<void> => {
        while (sent < end) {
          const kind = next()
          if (kind.hangsUp === undefined) await connection.send(kind)
          else await hangUp(port, kind)
        }
      }
      await Promise.all(lasting.map(work))
    },
    close() {
      for (const connection of lasting) connection.close()
    },
  }
}

function hangUp(port: number, { bytes, hangsUp }: Kind): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (hangsUp === 'at once') socket.destroy()
      })
    })
    socket.on('data', () => socket.destroy()).on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** One connection for any number of requests, one after the other. The server may close it; then the next request opens a new one. */
class LastingConnection {
  readonly #port: number
  #socket: Socket | null = null
  #answer: Buffer = Buffer.alloc(0)
  #onAnswer: ((status: number) => void) | null = null
  #onError: ((error: Error) => void) | null = null

  constructor(port: number) {
    this.#port = port
  }

  async send({ bytes, status: wanted }: Kind): Promise<void> {
    const socket = (this.#socket ??= this.#open())
    const status = await new Promise<number>((resolve, reject) => {
      this.#onAnswer = resolve
      this.#onError = reject
      socket.write(bytes)
    })
    if (status !== wanted) throw new Error(`${status} instead of ${wanted} for ${bytes.toString()}`)
  }

  close(): void {
    this.#onError = null
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.#onError?.(error))
    socket.on('close', () => {
      if (this.#onAnswer !== null) this.#onError?.(new Error(`closed after ${this.#answer.toString()}`))
      this.#socket = null
    })
    return socket
  }

  #read(chunk: Buffer): void {
    this.#answer = this.#answer.length === 0 ? chunk : Buffer.concat([this.#answer, chunk])
    const end = this.#answer.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#answer.toString('latin1', 0, end).toLowerCase()
    if (!isComplete(this.#answer, head, end + 4)) return
    this.#answer = Buffer.alloc(0)
    const onAnswer = this.#onAnswer
    this.#onAnswer = null
    if (head.includes('\r\nconnection: close')) {
      this.#socket?.destroy()
      this.#socket = null
    }
    onAnswer?.(Number(head.slice(9, 12)))
  }
}

function isComplete(answer: Buffer, head: string, bodyAt: number): boolean {
  if (head.includes('transfer-encoding: chunked')) return answer.subarray(-5).equals(LAST_CHUNK)
  const [, length = '0'] = /\r\ncontent-length: (\d+)/.exec(head) ?? []
  return answer.length >= bodyAt + Number(length)
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
