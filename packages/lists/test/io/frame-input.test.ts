import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { gunzip } from '../../src/io/gunzip.ts'
import { unzstd } from '../../src/io/decompress.ts'

// A decoder works while its reader does something else. Whatever it has done meanwhile, the reader gets every byte.

const list = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `https://example.com/${index}/${(index * 7919) % 104_729}\n`).join('')

/** Neither is a multiple of what a decoder returns at once, so that the end of each waits in its buffer. */
const [FIRST, SECOND] = [list(9000), list(7001)]

const FORMATS = {
  gzip: {
    compress: (text: string): Buffer => gzipSync(text, { level: 1 }),
    decode: gunzip,
    decodeStart: (bytes: Buffer): string => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString(),
  },
  zstd: {
    compress: (text: string): Buffer => zstdCompressSync(text),
    decode: unzstd,
    decodeStart: (bytes: Buffer): string =>
      zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_continue }).toString(),
  },
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length)
    await Promise.resolve()
  }
}

/** Gives the decoder time to run ahead, as far as it can, before each piece is taken. */
async function readSlowly(pieces: AsyncIterable<Buffer>): Promise<{ text: string; error: string | null }> {
  let text = ''
  try {
    for await (const piece of pieces) {
      text += piece.toString('latin1')
      await wait(5)
    }
  } catch (error) {
    return { text, error: (error as Error).message }
  }
  return { text, error: null }
}

for (const [format, { compress, decode, decodeStart }] of Object.entries(FORMATS)) {
  const whole = Buffer.concat([compress(FIRST), compress(SECOND)])
  for (const length of [1000, 65_536, whole.length])
    test(`${format}, two frames in pieces of ${length} bytes, a slow reader: all lines`, async () => {
      const read = await readSlowly(decode(inPieces(whole, length)))
      assert.deepEqual([read.error, read.text.length], [null, FIRST.length + SECOND.length])
      assert.ok(read.text === FIRST + SECOND)
    })

  for (const missing of [9, 1000, 20_000])
    for (const length of [1000, 262_144])
      test(`${format} without its last ${missing} bytes, in pieces of ${length} bytes, a slow reader: all lines before`, async () => {
        const cut = compress(FIRST).subarray(0, -missing)
        const read = await readSlowly(decode(inPieces(cut, length)))
        assert.deepEqual([read.error, read.text.length], ['unexpected end of file', decodeStart(cut).length])
      })

  test(`${format}, a disk that fails, a slow reader: all lines before, then the failure`, async () => {
    const bytes = compress(FIRST)
    async function* failing(): AsyncGenerator<Buffer> {
      yield* inPieces(bytes.subarray(0, -1000), 5000)
      throw new Error('EIO')
    }
    const read = await readSlowly(decode(failing()))
    assert.deepEqual([read.error, read.text.length], ['EIO', decodeStart(bytes.subarray(0, -1000)).length])
  })

  test(`${format}: a reader that stops early leaves nothing behind that keeps the program alive`, async () => {
    for await (const piece of decode(inPieces(whole, 1000))) {
      assert.ok(piece.length > 0)
      break
    }
  })
}
