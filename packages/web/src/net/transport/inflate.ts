import { pipeline, Readable } from 'node:stream'
import { createDecoder, type Coding } from './content-coding.ts'
import { Stop } from './stop.ts'

type Pieces = AsyncIterable<Uint8Array>

const MAX_RATIO = 100
/** Short bodies may well be one letter repeated. */
const FREE_BYTES = 65_536

/** Undoes the codings, the last applied first, and stops where too much goes in or far too much comes out. */
export function inflate(wire: Pieces, codings: readonly Coding[], maxBytes: number): Pieces {
  const tally = { bytes: 0 }
  const counted = countWire(wire, computeWireLimit(maxBytes), tally)
  return codings.toReversed().reduce<Pieces>((inner, coding, index) => {
    // The data between two codings is not collected, so its length must be limited here.
    const limit = index === codings.length - 1 ? Infinity : computeWireLimit(maxBytes)
    return rejectBombs(decode(inner, coding), limit, tally)
  }, counted)
}

/** Data that cannot be compressed grows a little, and must still reach the limit of what comes out. */
function computeWireLimit(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 100) + FREE_BYTES
}

async function* countWire(pieces: Pieces, limit: number, tally: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    tally.bytes += piece.length
    if (tally.bytes > limit) throw new Stop('body_too_large', `more than ${limit} bytes, still compressed`)
    yield piece
  }
}

async function* decode(pieces: Pieces, coding: Coding): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await readFirstPiece(iterator)
  const start = first?.[0]
  // A server may name an encoding for an empty body.
  if (first === null || start === undefined) return
  const decoder = createDecoder(coding, start)
  const given = { bytes: 0 }
  pipeline(Readable.from(replay(first, iterator, given), { objectMode: false }), decoder, () => undefined)
  yield* decoder
  // The decoders silently drop what follows the end of their data.
  if (decoder.bytesWritten < given.bytes) throw new Stop('bad_encoding', `data after the end of ${coding}`)
}

async function readFirstPiece(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  for (;;) {
    const next = await iterator.next()
    if (next.done === true) return null
    if (next.value.length > 0) return next.value
  }
}

async function* replay(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  given: { bytes: number },
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; ;) {
      given.bytes += piece.length
      yield piece
      const next = await rest.next()
      if (next.done === true) return
      piece = next.value
    }
  } finally {
    await rest.return?.()
  }
}

async function* rejectBombs(
  pieces: Pieces,
  limit: number,
  wire: { readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    const isBomb = length > FREE_BYTES && length > wire.bytes * MAX_RATIO
    if (isBomb) throw new Stop('body_too_large', `it grows to more than ${MAX_RATIO} times its size`)
    if (length > limit) throw new Stop('body_too_large', `more than ${limit} bytes between two encodings`)
    yield piece
  }
}
