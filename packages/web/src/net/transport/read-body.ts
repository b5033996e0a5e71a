import { Buffer } from 'node:buffer'
import { parseCodings } from './content-coding.ts'
import type { HeaderMap, RawBody } from '../exchange.ts'
import { LoopGuard } from '../loop-guard.ts'
import { listHeaderValues } from './header-map.ts'
import { inflate } from './inflate.ts'
import { Stop } from './stop.ts'

export interface BodyRequest {
  readonly raw: RawBody
  readonly headers: HeaderMap
  readonly maxBytes: number
  readonly overflow: 'refuse' | 'cut'
  /** Whether the transport has already decoded the body. */
  readonly isDecoded: boolean
  /** Called for every piece, when it arrives and when the next one is awaited. */
  readonly turns: { arrived(): void; waiting(): void }
}

export interface BodyRead {
  readonly body: Uint8Array
  readonly isCut: boolean
  readonly totalBytes: number | null
}

/** The decompressed body within its limits. */
export async function readBody(request: BodyRequest): Promise<BodyRead> {
  const { headers, isDecoded, overflow, maxBytes } = request
  const codings = isDecoded ? [] : parseCodings(headers)
  const length = findWireLength(request)
  if (overflow === 'refuse' && length !== null && length > maxBytes) {
    throw new Stop('body_too_large', `${length} bytes`)
  }
  const wire = readPieces(request)
  const pieces = codings.length === 0 ? wire : inflate(wire, codings, maxBytes)
  const { body, isCut } = await collect(pieces, maxBytes)
  if (isCut && overflow === 'refuse') throw new Stop('body_too_large', `more than ${maxBytes} bytes`)
  return { body, isCut, totalBytes: isCut ? (codings.length === 0 ? length : null) : body.length }
}

/** How many bytes the transport will deliver, if known beforehand. */
function findWireLength({ raw, headers, isDecoded }: BodyRequest): number | null {
  if (typeof raw === 'string') return Buffer.byteLength(raw)
  if (raw instanceof Uint8Array) return raw.length
  const isOfAnother = isDecoded && 'content-encoding' in headers
  return isOfAnother ? null : readDeclaredLength(headers)
}

/** The Content-Length of the response. */
export function readDeclaredLength(headers: HeaderMap): number | null {
  const [text, ...others] = listHeaderValues(headers, 'content-length')
  if (text === undefined || others.length > 0 || !/^\d{1,15}$/.test(text)) return null
  return Number(text)
}

const PIECE_BYTES = 65_536

async function* readPieces({ raw, turns }: BodyRequest): AsyncGenerator<Uint8Array> {
  if (typeof raw === 'string' || raw instanceof Uint8Array) {
    const bytes = Buffer.from(raw)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
    return
  }
  // Pieces that are all available at once would starve every timer, including the deadlines of `turns`.
  const guard = new LoopGuard({})
  for await (const piece of raw) {
    turns.arrived()
    await guard.mayStep()
    if (piece.length > 0) yield piece
    turns.waiting()
  }
  turns.arrived()
}

async function collect(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly body: Uint8Array; readonly isCut: boolean }> {
  const kept: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    kept.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  // A copy, so that a short body does not hold on to the whole buffer that it was read into.
  return { body: Buffer.concat(kept, Math.min(length, maxBytes)), isCut: length > maxBytes }
}
