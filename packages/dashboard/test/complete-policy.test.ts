import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completePolicy } from '../src/pages/playground/complete-policy.ts'

// `|` is the caret.
const cases = [
  { why: 'a field of the policy', text: 'na|', offers: ['name'] },
  { why: 'a field of the query', text: 'query:\n  keepO|', offers: ['keepOnly'] },
  { why: 'a field of a site', text: 'sites:\n  shop.example.com:\n    trailing|', offers: ['trailingSlash'] },
  { why: 'a field four levels down', text: 'sites:\n  e.com:\n    query:\n      defa|', offers: ['defaults'] },
  { why: 'lines between do not matter', text: 'query:\n  sort: true\n\n  # why\n  sig|', offers: ['signed'] },
  { why: 'after a section that has ended', text: 'query:\n  sort: true\nfragm|', offers: ['fragment'] },
  { why: 'the first field of an item', text: 'examples:\n  - in|', offers: ['input', 'invalid'] },
  { why: 'the next field of an item', text: 'examples:\n  - input: x\n    ur|', offers: ['url'] },
  { why: 'inside braces', text: 'query: { sort: true, emptyV|', offers: ['emptyValues'] },
  { why: 'a value', text: 'www: s|', offers: ['strip'] },
  { why: 'all values where none has begun', text: 'www: |', offers: ['keep', 'strip', 'add'] },
  { why: 'a yes or no', text: 'query:\n  sort: t|', offers: ['true'] },
  { why: 'a value inside braces', text: 'query: { tracking: co|', offers: ['core'] },
  { why: 'a built-in policy', text: 'extends: ded|', offers: ['dedupe'] },
  { why: 'a level of a finding', text: 'rules:\n  home-page: o|', offers: ['off'] },
  { why: 'nothing in an unknown section', text: 'nonsense:\n  na|', offers: [] },
  { why: 'nothing for a free text', text: 'name: n|', offers: [] },
  { why: 'nothing in a comment', text: '# na|', offers: [] },
  { why: 'nothing where the word is complete', text: 'www|', offers: [] },
]
for (const { why, text, offers } of cases)
  test(`${JSON.stringify(text)} offers ${offers.join(', ') || 'nothing'} (${why})`, () => {
    const { offered } = completePolicy(text.replace('|', ''), text.indexOf('|'))
    assert.deepEqual(
      offered.map((offer) => offer.text),
      offers,
    )
  })
