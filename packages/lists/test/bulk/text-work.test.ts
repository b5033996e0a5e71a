import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { test } from 'node:test'
import { policies, tryNormalize, type PolicyName } from '@canonist/core'
import fc from 'fast-check'
import { createTextWork } from '../../src/bulk/text-work.ts'
import { runs } from '@canonist/test-support/runs.ts'

/** Line by line, as plainly as can be said. */
function plainly(line: Buffer, policy: PolicyName): string {
  const bytes = line.at(-1) === 13 ? line.subarray(0, -1) : line
  if (bytes.length === 0 || bytes.includes(0) || !isUtf8(bytes)) return ''
  const outcome = tryNormalize(bytes.toString(), policy)
  return outcome.ok ? outcome.url : ''
}

const PIECES = [
  'https://example.com/',
  'https://example.com',
  'HTTP://Example.com/a?b=1&a=2',
  'https://e.com/a/../b',
  'https://bücher.example/ü',
  'http://[::1]:80/',
  'mailto:a@b',
  'no url',
  '',
  ' ',
  '\t',
  '\r',
  '\0',
  '%7e',
  '?utm_source=x',
  '#top',
  '\u00a0',
  '😀',
]
const piece = fc.constantFrom(...PIECES)
const text = fc.array(piece, { maxLength: 4 }).map((parts) => Buffer.from(parts.join('')))
const anyBytes = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes))
const line = fc.oneof({ weight: 4, arbitrary: text }, anyBytes).filter((bytes) => !bytes.includes(10))

test('the fast path gives what reading every line plainly gives', () => {
  const policyName = fc.constantFrom<PolicyName>('rfc3986', 'dedupe', 'sources')
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      policyName,
      (lines, endsInNewline, name) => {
        const work = createTextWork(policies[name])
        const bytes = Buffer.concat(lines.flatMap((each) => [each, Buffer.from('\n')])).subarray(
          0,
          endsInNewline ? undefined : -1,
        )
        const { output, length, tally } = work({ bytes, length: bytes.length }, Buffer.alloc(8))
        // Without its newline an empty last line is no line.
        const expected = endsInNewline || lines.at(-1)?.length !== 0 ? lines : lines.slice(0, -1)
        assert.equal(output.toString('latin1', 0, length), expected.map((each) => `${plainly(each, name)}\n`).join(''))
        assert.equal(tally.lines, expected.length)
      },
    ),
    runs(2000),
  )
})

const LONG = 130_000

test('lines at the seams of the pieces that a block is read in', () => {
  const work = createTextWork(policies.dedupe)
  for (let first = 122_800; first < 122_900; first += 1) {
    const head = `https://e.com/${'x'.repeat(first - 15)}`
    const lines = [head, 'HTTPS://E.com', 'https://e.com/', `https://e.com/${'y'.repeat(LONG)}`, 'https://e.com/#z']
    const bytes = Buffer.from(lines.join('\n'))
    const { output, length } = work({ bytes, length: bytes.length }, Buffer.alloc(1024))
    const expected = [head, 'https://e.com/', 'https://e.com/', lines[3], 'https://e.com/', '']
    assert.ok(
      output.toString('latin1', 0, length) === expected.join('\n'),
      `differs for a first line of ${first} bytes`,
    )
  }
})
