import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlightPolicy } from '../src/pages/playground/highlight-policy.ts'

const mark = (text: string, wrongKey?: string): string =>
  highlightPolicy(text, wrongKey)
    .map(({ kind, text: part, isWrong }) =>
      kind === 'plain' ? part : `<${isWrong === true ? '!' : ''}${kind[0]}:${part}>`,
    )
    .join('')

for (const [text, marked] of [
  ['name: shop', '<k:name>:<v: shop>'],
  ['query:\n  keep: [ref]', '<k:query>:\n  <k:keep>:<v: >[<v:ref>]'],
  ["defaults: { page: '1' }", "<k:defaults>:<v: >{ <k:page>:<v: '1' >}"],
  ['  - input: https://a.example/?b=1#c', '  - <k:input>:<v: https://a.example/?b=1#c>'],
  ['www: strip # why', '<k:www>:<v: strip><c: # why>'],
  ['# all', '<c:# all>'],
  ['shop.example.com:', '<k:shop.example.com>:'],
] as const)
  test(`${JSON.stringify(text)} has its keys and values marked`, () => assert.equal(mark(text), marked))

test('the field that is not valid is marked, also inside braces', () => {
  assert.equal(mark('query:\n  stripp: [sid]', 'stripp'), '<k:query>:\n  <!k:stripp>:<v: >[<v:sid>]')
  assert.equal(mark('query: { stripp: [sid] }', 'stripp'), '<k:query>:<v: >{ <!k:stripp>:<v: >[<v:sid>]<v: >}')
})

test('highlighting keeps every letter of the text', () => {
  for (const text of ['', '\n\n', 'a: b: c', '{,}[]', '- - -', ':', '"x: y', '\t#', '😀: "#"'])
    assert.equal(
      highlightPolicy(text)
        .map((token) => token.text)
        .join(''),
      text,
    )
})
