import { createHash } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket, type SecureContext } from 'node:tls'
import { createRandom, type Random } from './random-url.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { drip } from './raw-server.ts'
import { randomAnswer, type AnswerContext, type RandomAnswer } from './random-answer.ts'
import { testAuthority, type CertificateFault, type TestAuthority } from './test-authority.ts'

/**
 * A web of many small sites on loopback, plain and over TLS, that answers at random within and outside the grammar of HTTP.
 * Every site belongs to one case: `c7-0.example.org` to `c7-3.example.org` to case 7. What a URL answers depends on nothing but
 * the URL, so a case can be run again by itself.
 */
export interface RandomServer {
  readonly plainPort: number
  readonly tlsPort: number
  readonly ca: string
  /** Requests so far, and hosts that no case should ask for. */
  readonly report: () => ServerReport
  close(): void
}

export interface ServerReport {
  readonly requests: number
  readonly strangers: readonly string[]
}

export const SITES_EACH = 4
export const nameSite = (seed: number, at: number): string => `c${seed}-${at}.example.org`

const SITE = /^c(\d+)-[0-3]\.example\.org$/
const PATHS = ['/', '/a', '/a/', '/feed', '/feed?utm_source=x', '/b?id=1&page=2', '/es/a', '/%7Eu', '/x//y', '/z#f']

/** A random URL of the case's own sites. */
export function linkIn(seed: number, random: Random): string {
  const path = PATHS[random(PATHS.length)] ?? '/'
  return `${random(2) === 0 ? 'http' : 'https'}://${nameSite(seed, random(SITES_EACH))}${path}`
}

const hashToNumber = (text: string): number => createHash('sha1').update(text).digest().readUInt32LE()

const CERTIFICATE_FAULTS: readonly CertificateFault[] = ['expired', 'wrong-name', 'self-signed']

export async function startRandomServer(): Promise<RandomServer> {
  const authority = await testAuthority()
  const book = new RequestBook()
  const sockets = new Set<Socket>()
  const good = await authority.identityFor('*.example.org')
  const secure = createTlsServer({ ...good, SNICallback: await chooseIdentity(authority) }, (socket) =>
    serve(socket, 'https', book),
  )
  secure.on('tlsClientError', () => undefined)
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const plain = createServer((socket) => (track(socket), serve(socket, 'http', book)))
  secure.on('connection', track)
  const [plainPort, tlsPort] = [await listenOnLoopback(plain), await listenOnLoopback(secure)]
  book.port = plainPort
  return {
    plainPort,
    tlsPort,
    ca: authority.ca,
    report: () => ({ requests: book.requests, strangers: [...book.strangers] }),
    close() {
      for (const socket of sockets) socket.destroy()
      plain.close()
      secure.close()
    },
  }
}

class RequestBook {
  port = 0
  requests = 0
  readonly strangers = new Set<string>()
}

type Choose = (done: (error: Error | null, context?: SecureContext) => void, socket: TLSSocket) => void

/** How a handshake goes, by what the name of the site hashes to: most go well. */
async function chooseIdentity({ identityFor }: TestAuthority) {
  const contexts = await Promise.all(
    CERTIFICATE_FAULTS.map(async (fault) => createSecureContext(await identityFor('*.example.org', fault))),
  )
  const faults: readonly Choose[] = [
    ...contexts.map(
      (context): Choose =>
        (done) =>
          done(null, context),
    ),
    (_, socket) => void socket.destroy(),
    (done) => done(new Error('an alert')),
    () => undefined,
  ]
  return function choose(this: TLSSocket, name: string, done: (error: Error | null, context?: SecureContext) => void) {
    const fault = faults[hashToNumber(`tls ${name}`) % 60]
    return fault === undefined ? done(null) : fault(done, this)
  }
}

/** Answers request after request on one connection. */
function serve(socket: Socket, scheme: string, book: RequestBook): void {
  let text = ''
  let isBusy = false
  const next = async (): Promise<void> => {
    const end = text.indexOf('\r\n\r\n')
    if (isBusy || end === -1) return
    const head = text.slice(0, end)
    text = text.slice(end + 4)
    isBusy = true
    const answer = answerTo(head, scheme, book)
    await deliver(socket, answer, head.startsWith('HEAD'))
    isBusy = false
    if (socket.writable) await next()
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    void next()
  })
}

function answerTo(head: string, scheme: string, book: RequestBook): RandomAnswer {
  const [, path = '/'] = head.split(' ', 3)
  const host = /^host: *(\S*)/im.exec(head)?.[1] ?? ''
  book.requests += 1
  const site = SITE.exec(host)
  if (site === null) book.strangers.add(host)
  const seed = Number(site?.[1] ?? 0)
  const context: AnswerContext = { path, port: book.port, link: (random) => linkIn(seed, random) }
  return randomAnswer(createRandom(hashToNumber(`${scheme}://${host}${path}`)), context)
}

/** A connection over TLS cannot be reset from here. */
const hangUp = (socket: Socket): unknown => (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy())

async function deliver(
  socket: Socket,
  { bytes, delivery, cut, isKeptOpen }: RandomAnswer,
  isHead: boolean,
): Promise<void> {
  const sent = isHead ? bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4) : bytes
  switch (delivery) {
    case 'pieces':
      for (let at = 0; at < sent.length && socket.writable; at += cut + 100) {
        socket.write(sent.subarray(at, at + cut + 100))
        await new Promise((resolve) => setImmediate(resolve))
      }
      break
    case 'drip':
      socket.write(sent.subarray(0, cut))
      return drip(socket, 'a', 30)
    case 'stop':
      return void socket.write(sent.subarray(0, cut))
    case 'end':
      return void socket.end(sent.subarray(0, cut))
    case 'reset':
      return void socket.write(sent.subarray(0, cut), () => hangUp(socket))
    case 'whole':
      socket.write(sent)
  }
  if (!isKeptOpen) socket.end()
}
