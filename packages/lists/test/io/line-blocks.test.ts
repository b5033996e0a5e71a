import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMemorySource, skipByteOrderMark, type ByteSource } from '../../src/io/byte-source.ts'
import { LineBlocks } from '../../src/io/line-blocks.ts'
import { MAX_LINE_BYTES } from '../../src/io/line-errors.ts'
import { runs } from '@canonist/test-support/runs.ts'

/** Gives at most `step` bytes at a time. */
function inSteps(bytes: Buffer, step: number): ByteSource {
  const source = createMemorySource(bytes)
  return {
    fill: (target, at) => source.fill(target.subarray(0, Math.min(target.length, at + step)), at),
    consumed: () => source.consumed(),
  }
}

async function readBlocks(source: ByteSource, blockBytes: number): Promise<string[]> {
  const blocks = new LineBlocks(source, () => Buffer.alloc(blockBytes))
  const texts: string[] = []
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    texts.push(block.bytes.toString('latin1', 0, block.length))
  }
  return texts
}

test('blocks of any size from reads of any size hold all bytes, and whole lines', async () => {
  const text = fc.array(fc.constantFrom('a', 'bc', 'é', '\n', '\r\n', '', 'longer than a block'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 12 }),
      async (parts, step, size) => {
        const bytes = Buffer.from(parts.join(''))
        const blocks = await readBlocks(inSteps(bytes, step), size)
        assert.equal(blocks.join(''), bytes.toString('latin1'))
        assert.ok(blocks.slice(0, -1).every((block) => block.endsWith('\n')))
        assert.ok(blocks.every((block) => block !== ''))
      },
    ),
    runs(100),
  )
})

const long = [
  { why: 'in the middle', before: 'a\nb\n', over: 10_000, after: '\nc\nd' },
  { why: 'first', before: '', over: 1, after: '\nc\n' },
  { why: 'last, without a newline', before: 'a\n', over: 3_000_000, after: '' },
  { why: 'alone', before: '', over: 70_000, after: '\n' },
]

for (const { why, before, over, after } of long) {
  test(`a line that is too long, ${why}, is cut beyond the limit`, async () => {
    const bytes = Buffer.from(`${before}${'x'.repeat(MAX_LINE_BYTES + over)}${after}`)
    for (const step of [1_000, 65_536, 10_000_000]) {
      const lines = (await readBlocks(inSteps(bytes, step), 4096)).join('').split('\n')
      const rest = `${before}?${after === '' ? '\n' : after}`.split('\n')
      assert.deepEqual(
        lines.map((line) => (line.length > MAX_LINE_BYTES ? '?' : line)),
        rest,
      )
      assert.ok(lines.every((line) => line.length <= MAX_LINE_BYTES + 65_536))
    }
  })
}

const atTheLimit = [
  { why: 'a line of the limit with CRLF is whole', text: `${'x'.repeat(MAX_LINE_BYTES)}\r\na\n`, isWhole: true },
  { why: 'a CR beyond the limit is no CRLF', text: `${'x'.repeat(MAX_LINE_BYTES)}\rmore\na\n`, isWhole: false },
  { why: 'nor is one a byte later', text: `${'x'.repeat(MAX_LINE_BYTES + 1)}\rmore\na\n`, isWhole: false },
  { why: 'nor are many', text: `${'x'.repeat(MAX_LINE_BYTES)}\r\r\r\na\n`, isWhole: false },
]

for (const { why, text, isWhole } of atTheLimit) {
  test(why, async () => {
    for (const step of [1_000, 65_536, MAX_LINE_BYTES + 1, MAX_LINE_BYTES + 2, 10_000_000]) {
      const blocks = await readBlocks(inSteps(Buffer.from(text), step), 4096)
      const [first, ...rest] = blocks.join('').split('\n')
      const length = first?.replace(/\r$/, '').length ?? 0
      assert.equal(length <= MAX_LINE_BYTES, isWhole)
      assert.deepEqual(rest, ['a', ''])
    }
  })
}

const marks = [
  { input: '\uFEFFa\n', becomes: 'a\n' },
  { input: '\uFEFF', becomes: '' },
  { input: 'a\uFEFF\n', becomes: 'a\uFEFF\n' },
  { input: '\uFEFF\uFEFF', becomes: '\uFEFF' },
  { input: '', becomes: '' },
]

for (const { input, becomes } of marks) {
  test(`the byte order mark of ${JSON.stringify(input)}, however it is read`, async () => {
    for (const step of [1, 2, 3, 100]) {
      const blocks = await readBlocks(skipByteOrderMark(inSteps(Buffer.from(input), step)), 64)
      assert.equal(Buffer.from(blocks.join(''), 'latin1').toString(), becomes)
    }
  })
}

test('half a byte order mark is text', async () => {
  const blocks = await readBlocks(skipByteOrderMark(inSteps(Buffer.from([0xef, 0xbb]), 1)), 64)
  assert.deepEqual(blocks, ['\u00ef\u00bb'])
})
