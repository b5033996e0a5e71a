import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ByteSource } from '../../src/io/byte-source.ts'
import { checkInput } from '../../src/io/check-input.ts'
import { createStreamInput, createTextInput, readText, type Input } from '../../src/io/input.ts'

// What was read to check an input is still there for its reader.

const TEXT = 'https://e.com/\n'.repeat(20_000)
const inPieces = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, index) => bytes.subarray(index * 1000, (index + 1) * 1000))

const INPUTS: Readonly<Record<string, () => Input>> = {
  text: () => createTextInput('text', TEXT),
  'a stream': () => createStreamInput('stdin', Readable.from(inPieces(Buffer.from(TEXT)))),
  'a compressed stream': () => createStreamInput('stdin', Readable.from(inPieces(gzipSync(TEXT)))),
}

const readBytes =
  (count: number) =>
  async (source: ByteSource): Promise<void> => {
    for (let left = count; left > 0;) {
      const read = await source.fill(Buffer.alloc(left), 0)
      if (read === 0) return
      left -= read
    }
  }

for (const [name, open] of Object.entries(INPUTS)) {
  for (const count of [0, 1, 5000, TEXT.length, TEXT.length + 1])
    test(`${name}, of which ${count} bytes were checked: all of it is read`, async () => {
      const checked = await checkInput(open(), readBytes(count))
      assert.ok((await readText(checked)) === TEXT)
    })

  test(`${name}: what the check throws, the caller gets`, async () => {
    await assert.rejects(
      checkInput(open(), () => Promise.reject(new Error('no such column'))),
      { message: 'no such column' },
    )
  })
}

test('a binary stream is refused before the check', async () => {
  const input = createStreamInput('stdin', Readable.from([Buffer.from('PAR1\x15\n\0\n')]))
  await assert.rejects(
    checkInput(input, () => Promise.reject(new Error('read'))),
    { code: 'io/binary' },
  )
})
