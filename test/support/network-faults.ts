import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import type { FetcherOptions } from '@canonist/web/internal/resolve/fetcher'
import { startDeafServer } from './deaf-server.ts'
import { startLoopbackWeb } from './loopback-web.ts'
import { answering, drip, startRawServer } from './raw-server.ts'

/** One way in which a network can fail, and what must come of it. */
export interface Fault {
  readonly name: string
  readonly code: NetErrorCode
  readonly url: string
  readonly options: FetcherOptions
}

export interface FaultServers {
  /** Plain data: they may be told to another process. */
  readonly faults: readonly Fault[]
  close(): Promise<void>
}

const OK = 'HTTP/1.1 200 OK\r\n'
const ZEROS = Buffer.alloc(32 * 1_048_576)
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const PUBLIC = '93.184.215.14'

type Talk = (socket: Socket) => void

const onRequest =
  (then: Talk): Talk =>
  (socket) =>
    void socket.once('data', () => then(socket))
const body = (encoding: string, bytes: Uint8Array): Talk =>
  onRequest((socket) => {
    socket.write(`${OK}content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`)
    socket.write(bytes)
  })

/** Writes for as long as somebody reads, a piece at a time: the readers live in the same process. */
function pour(socket: Socket, piece: string): void {
  const more = (): void => {
    if (!socket.writable) return
    if (socket.write(piece)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

type Entry = readonly [name: string, code: NetErrorCode, talk: Talk]

const TALKS: readonly Entry[] = [
  ['a reset at once', 'reset', (socket) => void socket.resetAndDestroy()],
  ['a goodbye after the request', 'reset', onRequest((socket) => socket.end())],
  ['a reset within the headers', 'reset', answering(`${OK}x-`, (socket) => socket.resetAndDestroy())],
  ['silence', 'headers_timeout', () => undefined],
  ['headers that drip', 'headers_timeout', onRequest((socket) => (socket.write(OK), drip(socket, 'x-a: b\r\n', 40)))],
  ['noise', 'protocol_error', answering(Buffer.from([0, 1, 2, 3]))],
  [
    'a flood of headers',
    'headers_too_large',
    onRequest((socket) => (socket.write(OK), pour(socket, `x-a: ${'b'.repeat(4000)}\r\n`))),
  ],
  [
    'a flood of hints',
    'protocol_error',
    onRequest((socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))),
  ],
  ['a body that is cut short', 'truncated', answering(`${OK}content-length: 9\r\n\r\nabc`, (socket) => socket.end())],
  ['a body that halts', 'read_timeout', answering(`${OK}content-length: 9\r\n\r\nabc`)],
  [
    'a body that drips',
    'total_timeout',
    onRequest((socket) => (socket.write(`${OK}content-length: 999\r\n\r\n`), drip(socket, 'x', 40))),
  ],
  ['a declared 10 GiB', 'body_too_large', answering(`${OK}content-length: 10737418240\r\n\r\n`)],
  [
    'a body without end',
    'body_too_large',
    onRequest((socket) => (socket.write(`${OK}\r\n`), pour(socket, 'x'.repeat(65_536)))),
  ],
  ['a gzip bomb', 'body_too_large', body('gzip', gzipSync(ZEROS))],
  ['a brotli bomb', 'body_too_large', body('br', brotliCompressSync(ZEROS, QUICK))],
  ['a zstd bomb', 'body_too_large', body('zstd', zstdCompressSync(ZEROS))],
  ['damaged gzip', 'bad_encoding', body('gzip', Buffer.from('not gzip at all'))],
]

const TLS_TALKS: readonly Entry[] = [
  ['a TLS handshake that halts', 'connect_timeout', () => undefined],
  ['plain HTTP instead of TLS', 'tls_error', answering(`${OK}\r\n`)],
]

/** The faults that need no server. */
export const DNS_FAULTS: readonly Fault[] = [
  {
    name: 'DNS that is silent',
    code: 'dns_timeout',
    url: 'https://www.boe.es/',
    options: { dnsFn: () => new Promise(() => undefined) },
  },
  {
    name: 'DNS that turns to the inside',
    code: 'private_address',
    url: 'https://www.boe.es/',
    options: { dnsFn: async () => [PUBLIC, '127.0.0.1'] },
  },
]

/** Servers for all other faults. */
export async function startFaultServers(): Promise<FaultServers> {
  const started = await Promise.all([startWebFaults(), startDeafFault(), startClosedFault(), startRawFaults()])
  return {
    faults: started.flatMap(({ faults }) => faults),
    async close() {
      for (const { close } of started) await close()
    },
  }
}

async function startWebFaults(): Promise<FaultServers> {
  const { connectTo, ca, close } = await startLoopbackWeb(
    (_, response, { path }) => {
      response.writeHead(302, { location: NEXT.get(path) ?? `${path}1` }).end()
    },
    { faults: { 'old.example': 'expired', 'other.example': 'wrong-name' } },
  )
  const fault = (name: string, code: NetErrorCode, url: string): Fault => ({
    name,
    code,
    url,
    options: { connectTo, ca },
  })
  const faults = [
    fault('an expired certificate', 'tls_error', 'https://old.example/'),
    fault('a certificate for another', 'tls_error', 'https://other.example/'),
    fault('a redirect in a circle', 'redirect_loop', 'https://a.example/loop'),
    fault('redirects without end', 'too_many_redirects', 'https://a.example/on'),
    fault('a redirect to the inside', 'private_address', 'https://a.example/inside'),
  ]
  return { faults, close }
}

const NEXT = new Map([
  ['/loop', '/loop'],
  ['/inside', 'http://10.0.0.1/'],
])

async function startDeafFault(): Promise<FaultServers> {
  const { port, close } = await startDeafServer()
  const options = { connectTo: { ':80': `127.0.0.1:${port}` } }
  const name = 'a connection that is never made'
  return { faults: [{ name, code: 'connect_timeout', url: 'http://a.example/', options }], close: async () => close() }
}

async function startClosedFault(): Promise<FaultServers> {
  const { connectTo, close } = await startRawServer(() => undefined)
  await close()
  const fault: Fault = {
    name: 'a closed port',
    code: 'connect_refused',
    url: 'http://a.example/',
    options: { connectTo },
  }
  return { faults: [fault], close: async () => undefined }
}

async function startRawFaults(): Promise<FaultServers> {
  const start = async ([name, code, talk]: Entry, url: string) => {
    const { connectTo, close } = await startRawServer(talk)
    return { fault: { name, code, url, options: { connectTo } }, close }
  }
  const started = await Promise.all([
    ...TALKS.map((entry) => start(entry, 'http://a.example/')),
    ...TLS_TALKS.map((entry) => start(entry, 'https://a.example/')),
  ])
  return {
    faults: started.map(({ fault }) => fault),
    async close() {
      await Promise.all(started.map(({ close }) => close()))
    },
  }
}
