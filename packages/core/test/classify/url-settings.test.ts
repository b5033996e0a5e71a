import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy, policies, findSettings, type KnownPolicy } from '@canonist/core'

const MINE = definePolicy({
  name: 'mine',
  extends: 'sources',
  pagination: { params: ['seite'] },
  query: { keep: ['k', 'art_*'] },
  sites: {
    'example.eus': {
      languages: { prefer: ['eu'], tokens: { eu: ['euskara'] } },
      classify: { procedureWords: null },
      paths: { '/shop': { languages: { prefer: null }, query: { keep: null, keepOnly: ['item'] } } },
    },
  },
})

describe('findSettings: lists add up from policy to policy and from section to section, null empties', () => {
  const at = (url: string) => findSettings(MINE, url)

  test('everywhere', () => {
    const { languages, pagination, classify } = at('https://example.com/')
    assert.deepEqual(languages.prefer, ['es'])
    assert.deepEqual(pagination.params, ['page', 'pagina', 'p', 'seite'])
    assert.ok(classify.procedureWords.includes('beca'))
  })

  test('on a site', () => {
    const { languages, classify } = at('https://www.example.eus/a')
    assert.deepEqual(languages.prefer, ['eu', 'es'])
    assert.deepEqual(languages.tokens['eu'], ['eu', 'eus', 'euskera', 'euskara'])
    assert.deepEqual(languages.tokens['ca'], ['ca', 'cat', 'catala'])
    assert.deepEqual(classify.procedureWords, [])
    assert.ok(classify.documentExtensions.includes('pdf'))
  })

  test('below a path', () => {
    assert.deepEqual(at('https://example.eus/shop/1').languages.prefer, [])
    assert.deepEqual(at('https://example.eus/shopping').languages.prefer, ['eu', 'es'])
  })

  const KNOWN: readonly (readonly [url: string, name: string, isKnown: boolean])[] = [
    ['https://example.com/', 'id', true],
    ['https://example.com/', 'ID', true],
    ['https://example.com/', '%69d', true],
    ['https://example.com/', 'k', true],
    ['https://example.com/', 'art_7', true],
    ['https://example.com/', 'other', false],
    ['https://example.com/', 'utm_source', false],
    ['https://example.eus/shop/1', 'item', true],
    ['https://example.eus/shop/1', 'id', false],
  ]
  for (const [url, name, isKnown] of KNOWN) {
    test(`${url} ${isKnown ? 'knows' : 'does not know'} ${name}`, () => assert.equal(at(url).knowsParam(name), isKnown))
  }

  test('closed lists: parameters to keep by name, and no tracking list beside them', () => {
    const isClosed = (ref: KnownPolicy): boolean => findSettings(ref, 'https://example.com/').namesAllParams
    assert.deepEqual([isClosed('sources'), isClosed('dedupe'), isClosed('rfc3986')], [true, false, false])
    assert.equal(isClosed(definePolicy({ name: 'mine', extends: 'dedupe', query: { keep: ['ref'] } })), false)
  })

  test('a built-in policy by name and by value', () => {
    const byName = findSettings('sources', 'https://example.com/').languages
    assert.deepEqual(byName, findSettings(policies.sources, 'https://example.com/').languages)
    assert.deepEqual(byName.params, ['lang', 'idioma', 'locale'])
    assert.deepEqual(findSettings('dedupe', 'https://example.com/').languages.prefer, [])
  })
})
