import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatJson } from '../../src/text/format-json.ts'

// What a strict reader takes: halves of characters become U+FFFD, everything else comes back as it was.
const TEXTS: readonly (readonly [text: string, read: string])[] = [
  ['https://a.es/\ud800x', 'https://a.es/\ufffdx'],
  ['\udc00\ud800', '\ufffd\ufffd'],
  ['a pair \u{1f600}', 'a pair \u{1f600}'],
  ['\\ud800', '\\ud800'],
  ['\\\\\ud800\\', '\\\\\ufffd\\'],
  ['"\n\u0001\u202e', '"\n\u0001\u202e'],
]

for (const [text, read] of TEXTS) {
  test(`${JSON.stringify(text)} is read as ${JSON.stringify(read)}`, () => {
    const json = formatJson({ [text]: [text] }, 2)
    assert.deepEqual(JSON.parse(json), { [read]: [read] })
    assert.ok(json.isWellFormed())
  })
}
