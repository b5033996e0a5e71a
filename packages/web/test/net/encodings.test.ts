import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { NetErrorCode } from '../../src/net/errors.ts'
import { createExchanger } from '../../src/net/exchanger.ts'
import { send, startLoopbackWeb, type Page } from '@canonist/test-support/loopback-web.ts'

const TEXT = 'La misma página, muchas veces. '.repeat(400)
const zeros = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * 1_048_576)
/** A gzip stream of many members, which a decoder must not take for one. */
const twice = Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])

/** 12 MiB that say nothing but a name, and a text behind it. */
const longNamed = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
  Buffer.alloc(12 * 1_048_576, 'n'),
  Buffer.from([0]),
  gzipSync(TEXT).subarray(10),
])

let page: Page = {}
const web = await startLoopbackWeb((_, response) => send(response, page))
const exchanger = createExchanger({ connectTo: web.connectTo })
after(async () => {
  await exchanger.close()
  await web.close()
})

function ask(encoding: string, body: Uint8Array | string, init = {}) {
  page = { headers: encoding === '' ? {} : { 'content-encoding': encoding }, body }
  return exchanger.fetch('http://a.example/', init)
}

const understood = [
  { encoding: 'gzip', body: gzipSync(TEXT) },
  { encoding: 'x-gzip', body: gzipSync(TEXT) },
  { encoding: 'GZIP', body: gzipSync(TEXT) },
  { encoding: 'deflate', body: deflateSync(TEXT) },
  { encoding: 'deflate', body: deflateRawSync(TEXT), why: 'without its frame' },
  { encoding: 'br', body: brotliCompressSync(TEXT) },
  { encoding: 'zstd', body: zstdCompressSync(TEXT) },
  { encoding: 'identity', body: TEXT },
  { encoding: 'gzip, br', body: brotliCompressSync(gzipSync(TEXT)) },
  { encoding: 'identity, gzip, identity, zstd', body: zstdCompressSync(gzipSync(TEXT)) },
  { encoding: 'gzip', body: twice, becomes: TEXT + TEXT, why: 'two members' },
  { encoding: 'gzip', body: '', becomes: '', why: 'named, but there is nothing' },
]
for (const { encoding, body, becomes = TEXT, why = 'as it is' } of understood) {
  test(`content-encoding: ${encoding} is undone (${why})`, async () => {
    const answer = await ask(encoding, body)
    if (!answer.ok) assert.fail(answer.message)
    assert.equal(Buffer.from(answer.body).toString(), becomes)
    assert.equal(answer.totalBytes, Buffer.byteLength(becomes))
  })
}

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 9)
const refused: { encoding: string; body: Uint8Array | string; code: NetErrorCode; why: string }[] = [
  { encoding: 'xz', body: 'x', code: 'bad_encoding', why: 'unknown' },
  { encoding: 'constructor', body: 'x', code: 'bad_encoding', why: 'a name that every object has' },
  { encoding: 'gzip, gzip, gzip', body: gzipSync(gzipSync(gzipSync(TEXT))), code: 'bad_encoding', why: 'three' },
  { encoding: 'gzip', body: 'not compressed at all', code: 'bad_encoding', why: 'a lie' },
  { encoding: 'br', body: 'not compressed at all', code: 'bad_encoding', why: 'a lie' },
  { encoding: 'zstd', body: 'not compressed at all', code: 'bad_encoding', why: 'a lie' },
  { encoding: 'deflate', body: 'not compressed at all', code: 'bad_encoding', why: 'a lie' },
  { encoding: 'gzip', body: cut(gzipSync(TEXT)), code: 'truncated', why: 'ends too early' },
  { encoding: 'br', body: cut(brotliCompressSync(TEXT)), code: 'truncated', why: 'ends too early' },
  { encoding: 'zstd', body: cut(zstdCompressSync(TEXT)), code: 'truncated', why: 'ends too early' },
  {
    encoding: 'zstd',
    body: Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(TEXT)]),
    code: 'bad_encoding',
    why: 'what follows the first frame would be lost',
  },
  { encoding: 'gzip', body: gzipSync(zeros(12)), code: 'body_too_large', why: 'a bomb of 12 MiB' },
  { encoding: 'br', body: brotliCompressSync(zeros(12)), code: 'body_too_large', why: 'a bomb of 12 MiB' },
  { encoding: 'zstd', body: zstdCompressSync(zeros(12)), code: 'body_too_large', why: 'a bomb of 12 MiB' },
  { encoding: 'deflate', body: deflateSync(zeros(12)), code: 'body_too_large', why: 'a bomb of 12 MiB' },
  {
    encoding: 'gzip',
    body: gzipSync(zeros(1)),
    code: 'body_too_large',
    why: 'a thousandfold, though within the limit',
  },
  { encoding: 'gzip, gzip', body: gzipSync(gzipSync(zeros(12))), code: 'body_too_large', why: 'a bomb in a bomb' },
  { encoding: 'gzip, gzip', body: gzipSync(longNamed), code: 'body_too_large', why: 'a bomb between two encodings' },
]
for (const { encoding, body, code, why } of refused) {
  test(`content-encoding: ${encoding} of ${body.length} bytes is ${code} (${why})`, async () => {
    const answer = await ask(encoding, body)
    assert.equal(answer.ok ? 'ok' : answer.code, code)
  })
}

test('a bomb is not cut to size either', async () => {
  const answer = await ask('gzip', gzipSync(zeros(12)), { overflow: 'cut' })
  assert.equal(answer.ok ? 'ok' : answer.code, 'body_too_large')
})

test('decompressing a bomb takes no memory to speak of', async () => {
  const bomb = gzipSync(zeros(64))
  const before = process.memoryUsage().arrayBuffers
  const answer = await ask('gzip', bomb)
  assert.equal(answer.ok, false)
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1_048_576)
})
