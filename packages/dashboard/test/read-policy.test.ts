import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicy } from '../src/pages/playground/read-policy.ts'

const run = async (example: string): Promise<unknown> => {
  const read = await readPolicy(`name: mine\nexamples:\n  - ${example}\n`)
  return read.ok && read.examples.map(({ passes }) => passes)
}

const cases = [
  { why: 'becomes what it says', example: '{ input: "HTTP://e.com/", url: "http://e.com/" }', passes: true },
  { why: 'becomes something else', example: '{ input: "http://e.com/", url: "http://e.com/x" }', passes: false },
  { why: 'without a URL the input is already normal', example: '{ input: "http://e.com/" }', passes: true },
  { why: 'without a URL the input must not change', example: '{ input: "HTTP://e.com/" }', passes: false },
  { why: 'invalid, without saying so', example: '{ input: "nonsense" }', passes: false },
  { why: 'invalid, as it says', example: '{ input: "nonsense", invalid: true }', passes: true },
]
for (const { why, example, passes } of cases)
  test(`${example} ${passes ? 'passes' : 'fails'} (${why})`, async () => assert.deepEqual(await run(example), [passes]))

test('text that is not YAML names its line', async () => {
  const read = await readPolicy('name: mine\nwww: [')
  assert.ok(!read.ok)
  assert.match(read.path, /^line 2$/)
})
