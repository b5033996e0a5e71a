import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { chance, pick, type Random } from './random-url.ts'
import { hostileLocation } from './hostile-urls.ts'

/** How the bytes of an answer get onto the wire. */
export type Delivery = 'whole' | 'pieces' | 'drip' | 'stop' | 'end' | 'reset'

export interface RandomAnswer {
  readonly bytes: Buffer
  readonly delivery: Delivery
  /** How many bytes are sent before it stops, ends or resets. */
  readonly cut: number
  readonly isKeptOpen: boolean
}

/** What an answer may refer to. */
export interface AnswerContext {
  readonly path: string
  /** URLs of this very web. */
  readonly link: (random: Random) => string
  /** The port of the server itself, which no redirect may reach by its address. */
  readonly port: number
}

const REDIRECTS = [301, 302, 303, 307, 308]
const STATUSES = [201, 203, 204, 205, 206, 300, 304, 305, 400, 401, 403, 404, 405]
const RARE_STATUSES = [
  406, 408, 410, 412, 413, 418, 421, 425, 429, 429, 451, 500, 502, 503, 503, 504, 520, 599, 600, 999,
]
const STATUS_LINES = [
  'HTTP/1.1 20 OK',
  'HTTP/1.1 2000 OK',
  'HTTP/1.1 -1 OK',
  'HTTP/1.1 099 OK',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 1e3 OK',
  'HTTP/1.1',
  'HTTP/1.1 OK',
  'http/1.1 200 OK',
  'HTTP/2 200',
  'HTTP/9.9 200 OK',
  'ICY 200 OK',
  '\r\n\r\nHTTP/1.1 200 OK',
  'SSH-2.0-OpenSSH_9.6',
  '<html>',
  '\u0000\u0001\u0002',
  'HTTP/1.1 200 \u0000',
  '',
]

function statusLine(random: Random): string {
  if (chance(30, random)) return pick(STATUS_LINES, random)
  const others = pick([REDIRECTS, STATUSES, RARE_STATUSES], random)
  const status = chance(2, random) ? 200 : pick(others, random)
  return `HTTP/1.${chance(12, random) ? 0 : 1} ${status}${pick([' OK', ' ', '', ' caf\u00e9'], random)}`
}

const MEDIA_TYPES = [
  'text/html',
  'text/html; charset=utf-8',
  'application/rss+xml',
  'application/atom+xml; charset=utf-16',
  'text/plain',
  'application/feed+json',
  'application/pdf',
  'image/png',
  'text/html; charset=windows-1252',
  'text/html; charset=klingon',
  'text/html; charset="utf-7',
  'TEXT/HTML;;;charset=',
  '',
  '/',
  'text/html, image/png',
  'text/html; charset=shift_jis',
]
const RETRY_AFTER = [
  '0',
  '1',
  '-1',
  '1.5',
  '86400',
  '99999999999999999999',
  'Wed, 21 Oct 2015 07:28:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'soon',
  '',
  '0x10',
  '1e9',
  '1, 2',
  ' 3 ',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  '\u0661',
]
const ODD_HEADERS = [
  'x-a',
  ': b',
  'x a: b',
  'x-a : b',
  ' folded: yes',
  'x-\u0000: b',
  'x-a: \u0000',
  'x-a: caf\u00e9',
  `x-long: ${'a'.repeat(20_000)}`,
  'content-length: -1',
  'content-length: 1\r\ncontent-length: 2',
  'content-length: 0x10',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked\r\ntransfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: identity',
  'set-cookie: a=b\r\n'.repeat(150).trimEnd(),
  'alt-svc: h2=":443"',
  'refresh: 0; url=http://127.0.0.1/',
  'connection: upgrade\r\nupgrade: h2c',
  'link: <http://10.0.0.1/>; rel="canonical"',
  `link: ${'<a>,'.repeat(2000)}`,
  'location: /one\r\nlocation: /two',
  'date: never',
  'etag: "',
]

const INSIDE = [
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://localhost/',
  'http://169.254.169.254/latest/',
  'https://127.0.0.1/',
  'http://inside.example.net/',
]

function location(random: Random, { link, path, port }: AnswerContext): string {
  switch (random(8)) {
    case 0:
      return hostileLocation(random).replace(chance(4, random) ? /[\r\n]/g : /\p{Cc}/gu, '')
    case 1:
      return chance(3, random) ? `http://127.0.0.1:${port}/` : pick(INSIDE, random)
    case 2:
      return path
    case 3:
      return `${path}/${random(10)}`
    default:
      return link(random)
  }
}

const LANGUAGES = ['es', 'ca', 'x-default', '', '*']

function page(random: Random, context: AnswerContext): string {
  const href = (): string =>
    (chance(4, random) ? location(random, context) : context.link(random)).replaceAll('"', '&quot;')
  const parts = [
    () => `<link rel="canonical" href="${href()}">`,
    () => `<link rel="alternate" hreflang="${pick(LANGUAGES, random)}" href="${href()}">`,
    () => `<link rel="alternate" type="application/rss+xml" href="${href()}">`,
    () => `<meta property="og:url" content="${href()}">`,
    () => `<meta http-equiv="refresh" content="0;url=${href()}">`,
    () => `<base href="${href()}">`,
    () => `<a href="${href()}?page=${random(40)}">${random(40)}</a>`,
    () => `<p>${'word '.repeat(random(60))}`,
  ]
  return `<!doctype html><html><title>t</title>${some(9, random, () => pick(parts, random)())}</html>`
}

function feed(random: Random, { link }: AnswerContext): string {
  const items = some(
    5,
    random,
    () => `<item><guid>${random(9)}</guid><link>${link(random)}</link><title>t</title></item>`,
  )
  const self = chance(2, random) ? `<atom:link rel="self" href="${link(random)}"/>` : ''
  return `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${self}${items}</channel></rss>`
}

const AGENTS = ['*', 'canonist', 'Canonist/1', '', 'other']
const RULES = ['/', '', '/*', '/$', '*', '/a*b*c*d*e*f$', '/c', '%', '/\u00e9', '/'.repeat(3000)]

/** robots.txt of all shapes, sound ones included. */
function robots(random: Random): string {
  const lines = [
    () => `User-agent: ${pick(AGENTS, random)}`,
    () => `${pick(['Disallow', 'Allow', 'disallow ', 'Dis allow'], random)}: ${pick(RULES, random)}`,
    () => `Crawl-delay: ${pick(['0', '0.1', '-1', '1e9', 'x', '86400'], random)}`,
    () => pick(['\ufeff', '# only words', 'Sitemap: http://10.0.0.1/', '\u0000', ':', 'User-agent'], random),
  ]
  return some(12, random, () => pick(lines, random)() + pick(['\n', '\r\n', '\r', '\n\n'], random))
}

function some(most: number, random: Random, make: () => string): string {
  let text = ''
  for (let left = random(most + 1); left > 0; left -= 1) text += make()
  return text
}

function document(random: Random, context: AnswerContext): Buffer {
  if (context.path === '/robots.txt' && !chance(5, random)) return Buffer.from(robots(random))
  switch (random(10)) {
    case 0:
      return Buffer.alloc(0)
    case 1:
      return Buffer.from(Array.from({ length: random(400) }, () => random(256)))
    case 2:
      return Buffer.from(page(random, context), chance(2, random) ? 'utf16le' : 'latin1')
    case 3:
      return chance(5, random)
        ? Buffer.alloc(600_000, page(random, context))
        : Buffer.from(`{"version":"https://jsonfeed.org/version/1.1","items":[${random(9)}`)
    case 4:
    case 5:
      return Buffer.from(feed(random, context))
    default:
      return Buffer.from(page(random, context))
  }
}

const ZEROS = Buffer.alloc(8 * 1_048_576)
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, QUICK),
  zstd: (bytes) => zstdCompressSync(bytes),
}
const BOMBS = new Map(Object.entries(CODINGS).map(([coding, encode]) => [coding, encode(ZEROS)]))

interface Coded {
  readonly coding: string | null
  readonly bytes: Buffer
}

/** Compressed well, twice, too well, in part, wrongly or not at all. */
function encode(bytes: Buffer, random: Random): Coded {
  if (!chance(3, random)) return { coding: null, bytes }
  const coding = pick(Object.keys(CODINGS), random)
  const coded = (CODINGS[coding] as (bytes: Buffer) => Buffer)(bytes)
  switch (random(8)) {
    case 0:
      return { coding, bytes: BOMBS.get(coding) ?? coded }
    case 1:
      return { coding, bytes: coded.subarray(0, random(coded.length + 1)) }
    case 2:
      return { coding, bytes: damage(coded, random) }
    case 3:
      return { coding, bytes }
    case 4:
      return { coding: `${coding}, gzip`, bytes: gzipSync(coded) }
    case 5:
      return {
        coding: pick(['x-unknown', `${coding},${coding},${coding}`, 'identity', '', 'GZIP', 'compress'], random),
        bytes: coded,
      }
    default:
      return { coding, bytes: coded }
  }
}

function damage(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[random(copy.length)] = random(256)
  return copy
}

const BAD_SIZES = ['-1', 'zz', '', 'FFFFFFFFFFFFFFFFFF', '5;ext="', '0x5', '1'.repeat(40), '5 ']

/** Chunks, of which some lie about their size, and an end that may be missing. */
function inChunks(bytes: Buffer, random: Random): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + 1 + random(4000))
    at += piece.length
    const size = chance(40, random) ? pick(BAD_SIZES, random) : piece.length.toString(16)
    pieces.push(Buffer.from(`${size}\r\n`), piece, Buffer.from(chance(60, random) ? '' : '\r\n'))
  }
  pieces.push(
    Buffer.from(
      pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '', '0\r\n', `0\r\n${'x: y\r\n'.repeat(200)}\r\n`], random),
    ),
  )
  return Buffer.concat(pieces)
}

interface Framed {
  readonly headers: readonly string[]
  readonly bytes: Buffer
}

function frame(bytes: Buffer, random: Random): Framed {
  switch (random(8)) {
    case 0:
    case 1:
      return { headers: ['transfer-encoding: chunked'], bytes: inChunks(bytes, random) }
    case 2:
      return { headers: ['connection: close'], bytes }
    case 3:
      return {
        headers: [`content-length: ${pick([bytes.length + 9, Math.max(0, bytes.length - 9), 10_737_418_240], random)}`],
        bytes,
      }
    default:
      return { headers: [`content-length: ${bytes.length}`], bytes }
  }
}

function headerLines(random: Random, coding: string | null, context: AnswerContext): string[] {
  const lines = [`content-type: ${pick(MEDIA_TYPES, random)}`, `location: ${location(random, context)}`]
  if (coding !== null) lines.push(`content-encoding: ${coding}`)
  if (chance(4, random)) lines.push(`retry-after: ${pick(RETRY_AFTER, random)}`)
  if (chance(12, random)) lines.push(pick(ODD_HEADERS, random))
  if (chance(60, random)) lines.push(...Array.from({ length: 400 }, (_, at) => `x-${at}: ${'a'.repeat(100)}`))
  return lines
}

const DELIVERIES: readonly Delivery[] = ['pieces', 'drip', 'stop', 'end', 'reset']

/** An answer within or outside the grammar of HTTP, always the same for the same random numbers. */
export function randomAnswer(random: Random, context: AnswerContext): RandomAnswer {
  const { coding, bytes } = encode(document(random, context), random)
  const framed = frame(bytes, random)
  const newline = chance(40, random) ? '\n' : '\r\n'
  const hints = chance(20, random) ? 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1 + random(300)) : ''
  const head = [statusLine(random), ...headerLines(random, coding, context), ...framed.headers, '', ''].join(newline)
  const extra = chance(30, random) ? 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil' : ''
  const whole = Buffer.concat([Buffer.from(hints + head, 'latin1'), framed.bytes, Buffer.from(extra)])
  const delivery = chance(5, random) ? pick(DELIVERIES, random) : 'whole'
  // Half of the cuts fall into the head, where most of the grammar is.
  const cut = random((chance(2, random) ? Math.min(head.length + 5, whole.length) : whole.length) + 1)
  return { bytes: whole, delivery, cut, isKeptOpen: !framed.headers.includes('connection: close') }
}
