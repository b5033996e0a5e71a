import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExample, withoutParam } from '../src/ui/read-example.ts'

test('a pair says whether its contents were the same', () => {
  assert.deepEqual(
    ['https://a.example/?s=1 = https://a.example/', 'https://a.example/x ≠ https://a.example/y'].map(readExample),
    [
      { kind: 'pair', before: 'https://a.example/?s=1', after: 'https://a.example/', result: 'same' },
      { kind: 'pair', before: 'https://a.example/x', after: 'https://a.example/y', result: 'differs' },
    ],
  )
})
test('a URL with an equals sign is not a pair, nor is a text with spaces', () => {
  for (const text of ['https://a.example/?a=b', 'not = a url here', ''])
    assert.deepEqual(readExample(text), { kind: 'url', url: text })
})

for (const [url, name, without] of [
  ['https://a.example/x?ref=1', 'ref', 'https://a.example/x'],
  ['https://a.example/x?a=1&REF=2&b=3#top', 'ref', 'https://a.example/x?a=1&b=3#top'],
  ['https://a.example/x?ref', 'ref', 'https://a.example/x'],
  ['https://a.example/ref?preference=1', 'ref', 'https://a.example/ref?preference=1'],
  ['https://a.example/x', 'ref', 'https://a.example/x'],
] as const)
  test(`${url} without ${name} is ${without}`, () => assert.equal(withoutParam(url, name), without))
