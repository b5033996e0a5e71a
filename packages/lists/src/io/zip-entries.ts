import { Buffer } from 'node:buffer'
import { createInflateRaw } from 'node:zlib'
import { createStreamSource, type ByteSource } from './byte-source.ts'
import { IoError } from './errors.ts'
import { DECODER_OPTIONS, FrameInput } from './frame-input.ts'
import type { RandomAccess } from './random-access.ts'

/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string
  /** Of the stored bytes. */
  readonly size: number
  /** 0 is as it is, 8 deflated. */
  readonly method: number
  /** Where its own header begins. */
  readonly offset: number
}

const END_SIGNATURE = 0x06_05_4b_50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const LOCATOR_SIGNATURE = 0x07_06_4b_50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06_06_4b_50
const END64_BYTES = 56
const ENTRY_SIGNATURE = 0x02_01_4b_50
const ENTRY_BYTES = 46
const LOCAL_SIGNATURE = 0x04_03_4b_50
const LOCAL_BYTES = 30
const WIDE = 0xff_ff_ff_ff
const WIDE_EXTRA = 1
/** The directory of an archive with a million files. */
const MAX_DIRECTORY_BYTES = 268_435_456

/** Reads the directory at the end of an archive: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, with its form for large files. */
export async function listZipEntries(file: RandomAccess): Promise<ZipEntry[]> {
  const { start, size } = await findDirectory(file)
  if (size > MAX_DIRECTORY_BYTES || start + size > file.size)
    throw createZipError(file.name, 'its directory is too long')
  const bytes = Buffer.from(await file.read(start, start + size))
  const entries: ZipEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length && bytes.readUInt32LE(at) === ENTRY_SIGNATURE;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const nameEnd = at + ENTRY_BYTES + (nameLength ?? 0)
    const extraEnd = nameEnd + (extraLength ?? 0)
    entries.push(readEntry(bytes, at, nameEnd, bytes.subarray(nameEnd, extraEnd)))
    at = extraEnd + (commentLength ?? 0)
  }
  return entries
}

interface Directory {
  readonly start: number
  readonly size: number
}

async function findDirectory(file: RandomAccess): Promise<Directory> {
  const from = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = Buffer.from(await file.read(from, file.size))
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue
    const [size, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    const isWide = size === WIDE || start === WIDE || tail.readUInt16LE(at + 10) === 0xff_ff
    return isWide ? findWideDirectory(file, tail, at) : { size, start }
  }
  throw createZipError(file.name, 'it has no directory, so its end may be missing')
}

async function findWideDirectory(file: RandomAccess, tail: Buffer, end: number): Promise<Directory> {
  const locator = end - LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_SIGNATURE)
    throw createZipError(file.name, 'its directory is not to be found')
  const at = Number(tail.readBigUInt64LE(locator + 8))
  const record = Buffer.from(await file.read(at, at + END64_BYTES))
  if (record.length < END64_BYTES || record.readUInt32LE(0) !== END64_SIGNATURE)
    throw createZipError(file.name, 'its directory is not to be found')
  return { size: Number(record.readBigUInt64LE(40)), start: Number(record.readBigUInt64LE(48)) }
}

function readEntry(bytes: Buffer, at: number, nameEnd: number, extra: Buffer): ZipEntry {
  const [size, plainSize, offset] = [20, 24, 42].map((place) => bytes.readUInt32LE(at + place))
  const wide = readWideFields(extra, [plainSize === WIDE, size === WIDE, offset === WIDE])
  return {
    name: bytes.toString('utf8', at + ENTRY_BYTES, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    size: wide[1] ?? size ?? 0,
    offset: wide[2] ?? offset ?? 0,
  }
}

/** The fields that did not fit, in this order: plain size, stored size, offset. */
function readWideFields(extra: Buffer, isWide: readonly boolean[]): (number | null)[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (id !== WIDE_EXTRA) {
      at += 4 + length
      continue
    }
    let place = at + 4
    return isWide.map((wide) => {
      if (!wide || place + 8 > extra.length) return null
      place += 8
      return Number(extra.readBigUInt64LE(place - 8))
    })
  }
  return isWide.map(() => null)
}

const CHUNK_BYTES = 262_144

/** The bytes of an entry. */
export async function openZipEntry(file: RandomAccess, { name, method, size, offset }: ZipEntry): Promise<ByteSource> {
  const header = Buffer.from(await file.read(offset, offset + LOCAL_BYTES))
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
    throw createZipError(file.name, `${name} is not where the directory says`)
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + size > file.size) throw createZipError(file.name, `${name} ends early`)
  const chunks = readChunks(file, start, start + size)
  if (method === 0) return createStreamSource(chunks)
  if (method === 8) return createStreamSource(new FrameInput(chunks).decode(createInflateRaw(DECODER_OPTIONS)))
  throw new IoError('io/unsupported', {
    thing: `cannot read ${file.name}`,
    says: `${name} in it is compressed by method ${method}.`,
    fix: 'Unzip it, and give the files in it.',
  })
}

async function* readChunks(file: RandomAccess, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += CHUNK_BYTES)
    yield Buffer.from(await file.read(at, Math.min(at + CHUNK_BYTES, end)))
}

function createZipError(name: string, problem: string): IoError {
  return new IoError('io/damaged', { thing: `cannot read ${name}`, says: `Its ZIP data is damaged (${problem}).` })
}
