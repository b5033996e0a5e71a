import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy, normalize, type PolicySpec } from '../../../src/index.ts'
import { exportCleanParam } from '../../../src/policy/export/clean-param.ts'
import { exportClearUrls } from '../../../src/policy/export/clear-urls.ts'
import { exportNutch } from '../../../src/policy/export/nutch.ts'
import { importCleanParam } from '../../../src/policy/import/clean-param.ts'
import { importClearUrls } from '../../../src/policy/import/clear-urls.ts'
import { exportHeritrix } from '../../../src/policy/export/heritrix.ts'
import { runHeritrix, runNutch } from './java-expressions.ts'

const SHOP: PolicySpec = {
  name: 'shop',
  query: { strip: ['utm_*', 'gclid', '/^trk_[0-9]+$/'] },
  sites: {
    'example.com': {
      query: { strip: ['sid', 'ref'], keep: ['gclid'] },
      paths: { '/shop': { query: { strip: ['sort', 'view'] } }, '/shop/cart': { query: { strip: ['view'] } } },
    },
    'api.example.com': { query: { strip: ['token'] } },
  },
}

describe('ClearURLs: what was exported and is imported again does the same', () => {
  const { text, exported, leftOut } = exportClearUrls(SHOP)
  const again = definePolicy(importClearUrls(text).spec)
  const urls = [
    'https://e.net/?utm_source=a&UTM_x=1&gclid=1&trk_12=1&trk_x=2&a=1',
    'https://example.com/?sid=1&gclid=1&a=1',
    'https://www.example.com/shop/tea?sort=1&view=2&ref=3&a=1',
    'https://example.com/shop/cart?sort=1&view=2&a=1',
    'https://example.com/shop/cart/pay?sort=1&sid=2',
    'https://api.example.com/?token=1&sid=2&utm_x=3',
  ]
  for (const url of urls) test(url, () => assert.equal(normalize(url, again), normalize(url, definePolicy(SHOP))))
  test('every provider has what a catalogue must have, in expressions that all engines know', () => {
    const { providers } = JSON.parse(text) as { providers: Record<string, Record<string, unknown>> }
    for (const { urlPattern, completeProvider } of Object.values(providers)) {
      assert.equal(completeProvider, false)
      assert.doesNotMatch(String(urlPattern), /\(\?[=!<]/)
    }
  })
  test('an exception cannot have exceptions, which is reported', () =>
    assert.deepEqual(
      [exported, leftOut],
      [
        9,
        [
          {
            at: 'sites["example.com"].query.keep',
            reason: 'also applies to api.example.com: ClearURLs has no exceptions to exceptions',
          },
        ],
      ],
    ))
})

test('Clean-param: a path with characters that it does not know is left out', () => {
  const sites = { 'e.net': { paths: { '/a%20b': { query: { strip: ['x'] } } } } }
  const { text, leftOut } = exportCleanParam({ name: 'p', sites }, { host: 'e.net' })
  assert.equal(text, '')
  assert.match(leftOut[0]?.reason ?? '', /^\/a%20b has characters that Clean-param does not allow in paths$/)
})

describe('Clean-param: the same, for one host', () => {
  const { text, exported, leftOut } = exportCleanParam(SHOP, { host: 'www.example.com' })
  test('the lines', () =>
    assert.equal(text, 'Clean-param: sid&ref\nClean-param: view /shop\nClean-param: view /shop/cart\n'))
  test('what has no words is named with the reason', () => {
    assert.equal(exported, 4)
    assert.deepEqual(
      leftOut.map(({ reason }) => reason),
      [
        'utm_* is a glob or an expression; Clean-param allows only plain names',
        'gclid is kept at sites["example.com"]; Clean-param has no exceptions',
        '/^trk_[0-9]+$/ is a glob or an expression; Clean-param allows only plain names',
        'sort stays below /shop/cart; Clean-param has no exceptions',
        'also applies to paths that only begin with /shop, as /shop2 does: Clean-param compares prefixes, not segments',
        'also applies to paths that only begin with /shop/cart, as /shop/cart2 does: Clean-param compares prefixes, not segments',
      ],
    )
  })
  test('imported again it strips what was said', () => {
    const again = definePolicy(importCleanParam(text, { host: 'example.com' }).spec)
    assert.equal(normalize('https://example.com/shop/tea?view=2&sid=1&a=1', again), 'https://example.com/shop/tea?a=1')
  })
  test('another host has the section that covers it, and no other', () =>
    assert.equal(exportCleanParam(SHOP, { host: 'api.example.com' }).text, 'Clean-param: gclid\nClean-param: token\n'))
  test('no line is longer than Yandex reads', () => {
    const { text } = exportCleanParam({ name: 'd', extends: 'dedupe' }, { host: 'example.com' })
    assert.ok(text.split('\n').every((line) => line.length <= 500) && text.split('\n').length > 2)
  })
})

const SITE: PolicySpec = {
  name: 'site',
  sites: {
    'example.com': {
      scheme: 'https',
      www: 'strip',
      trailingSlash: 'strip',
      duplicateSlashes: 'collapse',
      directoryIndex: ['index.html'],
      fragment: 'keep-routes',
      query: { strip: ['sid', 'utm_*'], defaults: { page: '1' } },
      rewrites: [
        { match: '/threads/#1-*', to: '/showthread.php?t=$1' },
        { match: '/story?id=$1', to: '/story_$1' },
        { match: '/print/$*', to: '/pages' },
        { match: '/find?q=$*', to: '/search/$*' },
      ],
      paths: { '/shop': { query: { strip: ['sort'] } }, '/shop/cart': {} },
    },
    'm.example.org': { rewrites: [{ match: '//m.example.org/$*', to: '//example.org/$*' }] },
    'api.example.com': {},
  },
}

const URLS = [
  'http://www.example.com/a/',
  'https://example.com/a//b///c/index.html',
  'https://example.com//go;u=http://b.org/x//y///z',
  'https://example.com/web/2013/http%3A//b.org/x',
  'https://example.com/a?sid=1&b=2&sid=3&utm_x=4',
  'https://example.com/a?sid=1',
  'https://example.com/a?b=2&sid=1#/route',
  'https://example.com/a?b=2#top',
  'https://example.com/list?page=1&q=2',
  'https://example.com/list?page=10&q=2',
  'https://example.com/threads/12-a-title',
  'https://example.com/threads/12-a-title?x=1',
  'https://example.com/threads/twelve-a-title',
  'https://example.com/story?id=abc',
  'https://example.com/print/a/b?x=1',
  'https://example.com/print/a',
  'https://example.com/find?q=a/b&x=1',
  'https://example.com/shop/tea?sort=1&a=2',
  'https://example.com/shopping?sort=1&a=2',
  'https://example.com/shop/cart?sort=1&a=2',
  'https://api.example.com/a/?sid=1',
  'https://m.example.org/a?b=1',
  'https://elsewhere.org/a/?sid=1',
  'https://example.com/a?',
  'https://example.com/a?b=2&',
  'https://example.com/a?x=1?sid=2',
  'https://example.com.evil.org/a/?sid=1',
  'https://example.community/a/?sid=1',
  'http://example.company:8080/a/?sid=1',
  'https://example.com:8443/a?sid=1',
  'https://notexample.com/a/?sid=1',
]

describe('Nutch: Java expressions that do what the policy does', () => {
  const { text } = exportNutch(SITE)
  for (const url of URLS) test(url, () => assert.equal(runNutch(text, url), normalize(url, definePolicy(SITE))))

  test('what has no words is named with the reason', () => {
    const spec: PolicySpec = {
      name: 'x',
      pathCase: 'lower',
      query: { sort: true },
      sites: { 'example.com': { rewrites: [{ match: '^/a([0-9]+)$', to: '/b$1' }] } },
    }
    assert.deepEqual(exportNutch(spec).leftOut, [
      { at: 'pathCase', reason: 'regex-normalize.xml cannot express it' },
      { at: 'query.sort', reason: 'regex-normalize.xml cannot express it' },
      {
        at: 'sites["example.com"].rewrites[0]',
        reason: 'is a regular expression, which is not exported',
      },
    ])
  })
})

describe('Heritrix: rules that match whole URLs and do what the policy does', () => {
  const { text, leftOut } = exportHeritrix(SITE)
  for (const url of URLS) test(url, () => assert.equal(runHeritrix(text, url), normalize(url, definePolicy(SITE))))
  test('a rule runs once, so at most 18 repeats of a parameter are removed, which is reported', () => {
    const many = (count: number): string => `https://example.com/a?${'sid=1&'.repeat(count)}b=2`
    assert.equal(runHeritrix(text, many(18)), 'https://example.com/a?b=2')
    assert.notEqual(runHeritrix(text, many(19)), 'https://example.com/a?b=2')
    assert.match(leftOut.map(({ reason }) => reason).join(), /no more than 18 parameters/)
  })
  test('it is a bean', () => assert.match(text, /^<bean id="canonicalizationPolicy" class="org\.archive\.[\w.]+">\n/))
})

describe('ClearURLs: no other host, and no other path', () => {
  const { text } = exportClearUrls({
    name: 'co',
    sites: { 'example.co': { paths: { '/blog': { query: { strip: ['id'] } } } } },
  })
  const { providers } = JSON.parse(text) as { providers: Record<string, { urlPattern: string }> }
  const covers = (url: string): boolean =>
    Object.values(providers).some(({ urlPattern }) => new RegExp(urlPattern).test(url))
  const rows = [
    { url: 'https://example.co/blog?id=1', is: true },
    { url: 'https://www.example.co:8080/blog/a?id=1', is: true },
    { url: 'https://example.com/blog?id=1', is: false },
    { url: 'https://example.co.evil.org/blog?id=1', is: false },
    { url: 'https://example.co/blogger?id=1', is: false },
  ]
  for (const { url, is } of rows) test(`${url}: ${is}`, () => assert.equal(covers(url), is))
})

describe('every built-in can be exported as far as it goes', () => {
  for (const name of ['rfc3986', 'dedupe', 'sources', 'feed-aggressive'] as const) {
    const spec: PolicySpec = { name: 'x', extends: name }
    test(name, () => {
      assert.deepEqual(JSON.parse(exportClearUrls(spec).text) instanceof Object, true)
      const { text } = exportNutch(spec)
      assert.equal(runNutch(text, 'https://example.com/'), 'https://example.com/')
      assert.equal(runHeritrix(exportHeritrix(spec).text, 'https://example.com/'), 'https://example.com/')
    })
  }
})

describe('a name under every ending, and URLs that are spared', () => {
  const spec: PolicySpec = {
    name: 'open',
    query: { strip: ['utm_*'], except: ['git.*/*?*ref=*'] },
    sites: {
      'shop.*': { query: { strip: ['tag'], keep: ['utm_id'], except: ['*/api/*'] } },
      'm.shop.*': { query: { strip: ['m'] } },
      'shop.de': { query: { strip: ['de'] } },
    },
  }
  const urls = [
    'https://shop.com/?tag=1&utm_x=2&a=3',
    'https://www.shop.co.uk:8443/?tag=1&utm_x=2&a=3',
    'https://shop.other.com/?tag=1&a=3',
    'https://shop.de/?tag=1&de=2&a=3',
    'https://m.shop.de/?tag=1&de=2&m=4&a=3',
    'https://m.shop.fr/?tag=1&de=2&m=4&a=3',
    'https://shop.com/api/x?tag=1&a=3',
    'https://elsewhere.org/api/x?tag=1&utm_x=2&a=3',
    'https://git.example.org/x?ref=1&utm_x=2',
    'https://git.example.org/x?a=1&utm_x=2',
  ]
  const policy = definePolicy(spec)
  const { text, leftOut } = exportClearUrls(spec)
  const again = definePolicy(importClearUrls(text).spec)
  // ClearURLs has no exceptions to exceptions: what it cannot say it keeps.
  for (const url of urls.filter((each) => !each.includes('elsewhere')))
    test(`ClearURLs: ${url}`, () => assert.equal(normalize(url, again), normalize(url, policy)))
  test('ClearURLs leaves nothing of it out', () =>
    assert.doesNotMatch(leftOut.map(({ reason }) => reason).join(), /has no words/))

  const { sites } = spec
  const plain = { ...spec, query: { strip: ['utm_*'] }, sites: { ...sites, 'shop.*': { query: { strip: ['tag'] } } } }
  for (const url of urls.filter((each) => !/api|git/.test(each))) {
    test(`Nutch: ${url}`, () =>
      assert.equal(runNutch(exportNutch(plain).text, url), normalize(url, definePolicy(plain))))
  }
  test('Nutch, Heritrix and Clean-param say that they have no words for except', () => {
    for (const told of [exportNutch(spec), exportHeritrix(spec), exportCleanParam(spec, { host: 'shop.fr' })])
      assert.ok(told.leftOut.some(({ at }) => at.endsWith('query.except')))
  })

  const HOSTS = [
    { host: 'www.shop.co.uk', line: 'Clean-param: tag\n' },
    { host: 'shop.de', line: 'Clean-param: de\n' },
    { host: 'm.shop.de', line: 'Clean-param: m\n' },
    { host: 'shop.other.com', line: '' },
  ]
  for (const { host, line } of HOSTS)
    test(`Clean-param for ${host}: ${JSON.stringify(line)}`, () =>
      assert.equal(exportCleanParam({ ...plain, query: {} }, { host }).text, line))
})
