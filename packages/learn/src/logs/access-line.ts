import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import { LogError } from './errors.ts'
import type { LineReader, LineReading } from './line-reader.ts'
import { createRecord } from './record-fields.ts'

/** The time in brackets and the request in quotes. */
const MIDDLE = / \[[^\]]*\] "/
const HOST_AND_PORT = /^([a-z0-9.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i
/** Responses without the whole page: their size would be misleading. */
const WITHOUT_PAGE: ReadonlySet<string> = new Set(['204', '206', '304'])

export const isAccessLine = (line: string): boolean => MIDDLE.test(line)

interface Request {
  readonly method: string
  readonly target: string
}

/**
 * `127.0.0.1 - ada [01/Jan/2025:00:00:00 +0000] "GET /a?b=1 HTTP/1.1" 200 5120 "https://example.com/" "Mozilla/5.0"`, with the host
 * and port in front where the server writes them (`vhost_combined`).
 */
export function createAccessReader(name: string, base: string | undefined): LineReader {
  return (line) => {
    const middle = MIDDLE.exec(line)
    if (middle === null) return rejectLine('line/other-format', line)
    const rest = line.slice(middle.index + middle[0].length)
    const end = findClosingQuote(rest)
    const request = parseRequest(rest.slice(0, end))
    const [status = '', size] = rest
      .slice(end + 1)
      .trimStart()
      .split(' ')
    if (end < 0 || !/^\d{3}$/.test(status)) return rejectLine('line/other-format', line)
    if (request === null || request.method !== 'GET' || WITHOUT_PAGE.has(status)) return null
    return readTarget(request.target, readOrigin(line) ?? base, { line, status, size, name })
  }
}

/** Both servers escape quotes inside. */
function findClosingQuote(text: string): number {
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at - 1] !== '\\') return at
  }
  return -1
}

/** Null if it is not a request: scanners send all kinds of bytes. */
function parseRequest(text: string): Request | null {
  const [method = '', target = '', protocol = ''] = text.split(' ')
  return /^HTTP\/\d/.test(protocol) ? { method, target: unescapeTarget(target) } : null
}

/** `\x22` is an escaped byte, `\"` an escaped character. */
function unescapeTarget(target: string): string {
  if (!target.includes('\\')) return target
  return target
    .replaceAll(/\\x([0-9a-f]{2})/gi, '%$1')
    .replaceAll(/\\(["\\])/g, (_, char: string) => encodeURIComponent(char))
}

function readOrigin(line: string): string | null {
  const [, host, port] = HOST_AND_PORT.exec(line.slice(0, line.indexOf(' '))) ?? []
  if (host === undefined) return null
  if (port === '443') return `https://${host}`
  return port === '80' ? `http://${host}` : `http://${host}:${port}`
}

interface AccessEntry {
  readonly line: string
  readonly status: string
  readonly size: string | undefined
  readonly name: string
}

/** A client may request any host's URL; the log is evidence for its own host only. */
function isOwnTarget(target: string, origin: string | undefined): boolean {
  return origin === undefined || URL.parse(target)?.hostname === URL.parse(origin)?.hostname
}

function readTarget(
  target: string,
  origin: string | undefined,
  { line, status, size, name }: AccessEntry,
): LineReading {
  if (!target.startsWith('/'))
    return isOwnTarget(target, origin) ? createRecord({ url: target, status, size }, line) : null
  if (origin === undefined) {
    throw new LogError('log/no-host', { thing: name })
  }
  return createRecord({ url: origin.replace(/\/$/, '') + target, status, size }, line)
}
