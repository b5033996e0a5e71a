import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import type { HeaderMap } from '../exchange.ts'
import { listHeaderValues } from './header-map.ts'
import { Stop } from './stop.ts'

const MAX_CODINGS = 2

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

const CODINGS: Readonly<Record<string, Coding | null>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
  identity: null,
  '': null,
}

/** What we say we understand. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** The codings of a body in the order in which they were applied; unknown or too many of them end the exchange. */
export function parseCodings(headers: HeaderMap): readonly Coding[] {
  const names = listHeaderValues(headers, 'content-encoding').join(',').split(',')
  const codings = names.map((name) => parseCoding(name.trim().toLowerCase())).filter((coding) => coding !== null)
  if (codings.length > MAX_CODINGS) throw new Stop('bad_encoding', `${codings.length} encodings, one upon the other`)
  return codings
}

function parseCoding(name: string): Coding | null {
  const coding = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined
  if (coding === undefined) throw new Stop('bad_encoding', `unknown encoding ${name}`)
  return coding
}

const OUTPUT = { chunkSize: 65_536 }
// https://www.rfc-editor.org/rfc/rfc9659: 8 MiB. More would let a few bytes claim 128 MiB of memory.
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 }

type Decoder = Transform & { readonly bytesWritten: number }

const DECODERS: Readonly<Record<Coding, (first: number) => Decoder>> = {
  gzip: () => createGunzip(OUTPUT),
  // It is sent with and without the frame that it should have.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate(OUTPUT) : createInflateRaw(OUTPUT)),
  br: () => createBrotliDecompress(OUTPUT),
  zstd: () => createZstdDecompress({ ...OUTPUT, params: ZSTD_WINDOW }),
}

/** `first` is the first byte of the body. */
export function createDecoder(coding: Coding, first: number): Decoder {
  return DECODERS[coding](first)
}
