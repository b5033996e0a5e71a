import { Buffer } from 'node:buffer'
import { crc32, createInflateRaw } from 'node:zlib'
import { DECODER_OPTIONS, FrameInput } from './frame-input.ts'

/** Compressed data that is not as its format says. */
export class DataError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataError'
  }
}

/**
 * Decodes every member. What follows the last one and is neither another member nor zeros is left alone, and reported to `onTrailing`. Not with the platform's gunzip: where a checksum is wrong or rubbish follows, that drops the
 * output which it has just made. Here the frame around the data (https://www.rfc-editor.org/rfc/rfc1952) is read by hand.
 */
export async function* gunzip(chunks: AsyncGenerator<Buffer>, onTrailing?: () => void): AsyncGenerator<Buffer> {
  const input = new FrameInput(chunks)
  await readMagic(input)
  for (;;) {
    await skipHeader(input)
    let checksum = 0
    let length = 0
    for await (const chunk of input.decode(createInflateRaw(DECODER_OPTIONS))) {
      checksum = crc32(chunk, checksum)
      length += chunk.length
      yield chunk
    }
    await checkTrailer(input, checksum, length)
    const next = await skipPadding(input)
    if (next === null) return
    const isMember = next === MAGIC[0] && ((await input.byte()) ?? MAGIC[1]) === MAGIC[1]
    if (isMember) continue
    if (onTrailing === undefined) throw new DataError('data follows its end')
    onTrailing()
    return
  }
}

const MAGIC = [0x1f, 0x8b] as const

async function readMagic(input: FrameInput): Promise<void> {
  for (const byte of MAGIC) if ((await readByte(input)) !== byte) throw new DataError('incorrect header check')
}

const DEFLATE = 8
const HAS_HEADER_CHECKSUM = 2
const HAS_EXTRA = 4
const HAS_NAME = 8
const HAS_COMMENT = 16

/** Of a member, after its magic number. */
async function skipHeader(input: FrameInput): Promise<void> {
  if ((await readByte(input)) !== DEFLATE) throw new DataError('incorrect header check')
  const [flags = 0] = await readBytes(input, 7)
  if (flags & HAS_EXTRA) await readBytes(input, (await readBytes(input, 2)).readUInt16LE(0))
  if (flags & HAS_NAME) await skipText(input)
  if (flags & HAS_COMMENT) await skipText(input)
  if (flags & HAS_HEADER_CHECKSUM) await readBytes(input, 2)
}

async function checkTrailer(input: FrameInput, checksum: number, length: number): Promise<void> {
  const trailer = await readBytes(input, 8)
  if (trailer.readUInt32LE(0) !== checksum) throw new DataError('incorrect data check')
  if (trailer.readUInt32LE(4) !== length % 2 ** 32) throw new DataError('incorrect length check')
}

/** Tapes fill up their last block with zeros; as gzip does, those are passed over. */
async function skipPadding(input: FrameInput): Promise<number | null> {
  let byte = await input.byte()
  while (byte === 0) byte = await input.byte()
  return byte
}

async function skipText(input: FrameInput): Promise<void> {
  while ((await readByte(input)) !== 0);
}

async function readBytes(input: FrameInput, count: number): Promise<Buffer> {
  const read = Buffer.alloc(count)
  for (let at = 0; at < count; at += 1) read[at] = await readByte(input)
  return read
}

async function readByte(input: FrameInput): Promise<number> {
  const byte = await input.byte()
  if (byte === null) throw new DataError('unexpected end of file')
  return byte
}
