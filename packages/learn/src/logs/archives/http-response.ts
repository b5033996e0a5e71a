import { Buffer } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** The beginning of an HTTP response: status and headers. */
export interface ResponseHead {
  readonly status: number
  /** By lower-case name; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
}

/** @param text the status line and the headers */
export function parseResponseHead(text: string): ResponseHead | null {
  const [first = '', ...lines] = text.split(/\r?\n/)
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(first)?.[1]
  if (status === undefined) return null
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(status), headers }
}

const MAX_BODY_BYTES = 8_388_608
const LIMIT = { maxOutputLength: MAX_BODY_BYTES }

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, LIMIT),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMIT),
  br: (bytes) => brotliDecompressSync(bytes, LIMIT),
  zstd: (bytes) => zstdDecompressSync(bytes, LIMIT),
  // Some servers send the raw form: https://www.rfc-editor.org/rfc/rfc9110#name-deflate-coding
  deflate: (bytes) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, LIMIT) : inflateRawSync(bytes, LIMIT)),
}

/** The body as a browser would see it; null if it cannot be decoded. Archives store it as it was sent, or decoded but with the original headers. */
export function decodeBody(body: Buffer, { headers }: ResponseHead): Buffer | null {
  const isChunked = /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')
  const whole = isChunked ? (joinChunks(body) ?? body) : body
  const decode = DECODERS[headers['content-encoding']?.toLowerCase() ?? '']
  if (decode === undefined) return headers['content-encoding'] === undefined || isIdentity(headers) ? whole : null
  try {
    return decode(whole)
  } catch {
    return isText(whole) ? whole : null
  }
}

const isIdentity = (headers: ResponseHead['headers']): boolean =>
  /^(?:identity|none)?$/i.test(headers['content-encoding'] ?? '')

/** Whether the archive has already decoded it. */
const isText = (bytes: Buffer): boolean => /^\s*</.test(bytes.toString('latin1', 0, 100))

/** Null if the body is not in chunks. */
function joinChunks(body: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const newline = body.indexOf('\r\n', at)
    const size = newline < 0 ? null : /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(body.toString('latin1', at, newline))?.[1]
    if (size === undefined || size === null) return parts.length === 0 ? null : Buffer.concat(parts)
    const length = Number.parseInt(size, 16)
    if (length === 0) break
    parts.push(body.subarray(newline + 2, newline + 2 + length))
    at = newline + 2 + length + 2
  }
  return Buffer.concat(parts)
}
