import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { definePolicy, normalize } from '../../../src/index.ts'
import { importCleanParam } from '../../../src/policy/import/clean-param.ts'
import { importClearUrls } from '../../../src/policy/import/clear-urls.ts'
import { importRemoveParam } from '../../../src/policy/import/remove-param.ts'
import { runs } from '@canonist/test-support/runs.ts'

const CLEAR_URLS = definePolicy(
  importClearUrls(
    JSON.stringify({
      providers: {
        all: {
          urlPattern: '.*',
          rules: ['(?:%3F)?clickid', 'trk_[a-z]+'],
          exceptions: ['^https?:\\/\\/example\\.org'],
        },
        shop: { urlPattern: '^https?:\\/\\/(?:[a-z0-9-]+\\.)*?example\\.com', rules: ['tag'] },
      },
    }),
  ).spec,
)
const REMOVE_PARAM = definePolicy(
  importRemoveParam(
    '$removeparam=clickid\n$removeparam=/^trk_/\n@@||example.org^$removeparam=clickid\n||example.com^$removeparam=tag\n||example.net^$removeparam=~id',
  ).spec,
)
const CLEAN_PARAM = definePolicy(
  importCleanParam('Clean-param: tag\nClean-param: sort /list', { host: 'example.com' }).spec,
)

const CASES = [
  { from: 'ClearURLs', policy: CLEAR_URLS, input: 'https://e.net/?ClickId=1&a=2', url: 'https://e.net/?a=2' },
  { from: 'ClearURLs', policy: CLEAR_URLS, input: 'https://e.net/?trk_a=1&trk_1=2', url: 'https://e.net/?trk_1=2' },
  {
    from: 'ClearURLs',
    policy: CLEAR_URLS,
    input: 'https://example.org/?clickid=1',
    url: 'https://example.org/?clickid=1',
  },
  {
    from: 'ClearURLs',
    policy: CLEAR_URLS,
    input: 'https://m.example.com/?tag=1&a=2',
    url: 'https://m.example.com/?a=2',
  },
  { from: 'ClearURLs', policy: CLEAR_URLS, input: 'https://e.net/?tag=1', url: 'https://e.net/?tag=1' },
  { from: 'removeparam', policy: REMOVE_PARAM, input: 'https://e.net/?clickid=1&a=2', url: 'https://e.net/?a=2' },
  { from: 'removeparam', policy: REMOVE_PARAM, input: 'https://e.net/?trk_9=1&trk=2', url: 'https://e.net/?trk=2' },
  {
    from: 'removeparam',
    policy: REMOVE_PARAM,
    input: 'https://example.org/?clickid=1',
    url: 'https://example.org/?clickid=1',
  },
  {
    from: 'removeparam',
    policy: REMOVE_PARAM,
    input: 'https://example.net/?a=1&id=2&b=3',
    url: 'https://example.net/?id=2',
  },
  {
    from: 'Clean-param',
    policy: CLEAN_PARAM,
    input: 'https://example.com/list/a?sort=1&tag=2&q=3',
    url: 'https://example.com/list/a?q=3',
  },
  {
    from: 'Clean-param',
    policy: CLEAN_PARAM,
    input: 'https://example.com/lists?sort=1',
    url: 'https://example.com/lists?sort=1',
  },
  { from: 'Clean-param', policy: CLEAN_PARAM, input: 'https://example.net/?tag=1', url: 'https://example.net/?tag=1' },
]
for (const { from, policy, input, url } of CASES) {
  test(`${from}: ${input} -> ${url}`, () => {
    assert.equal(normalize(input, policy), url)
    assert.equal(normalize(url, policy), url)
  })
}

const FILTER_PARTS = '|| example.com ^ $ removeparam = ~ / \\ , domain= | * @@ ( ) [ + a'.split(' ')
const OTHER_PARTS = '{"providers": { } "rules": [" "] "urlPattern":".*" : Clean-param: & ?'.split(' ')
const text = fc
  .array(fc.constantFrom(...FILTER_PARTS, ...OTHER_PARTS, ' ', '\n'), { maxLength: 24 })
  .map((parts) => parts.join(''))

test('whatever the text, importers return a policy that can be defined', () => {
  fc.assert(
    fc.property(text, (foreign) => {
      definePolicy(importClearUrls(foreign).spec)
      definePolicy(importRemoveParam(foreign).spec)
      definePolicy(importCleanParam(foreign, { host: 'example.com' }).spec)
    }),
    runs(3000),
  )
})

test('whatever the rule of a catalogue, the policy can be defined', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), text, (rule, urlPattern) => {
      const provider = { urlPattern, rules: [rule], exceptions: [urlPattern] }
      const everywhere = { urlPattern: '.*', rules: [rule, urlPattern] }
      definePolicy(importClearUrls(JSON.stringify({ providers: { provider, everywhere } })).spec)
    }),
    runs(3000),
  )
})
