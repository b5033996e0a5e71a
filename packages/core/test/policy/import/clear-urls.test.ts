import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importClearUrls } from '../../../src/policy/import/clear-urls.ts'

const catalogue = (provider: object): string => JSON.stringify({ providers: { shop: provider } })
const SUBDOMAINS = '^https?:\\/\\/(?:[a-z0-9-]+\\.)*?'
const SHOP = `${SUBDOMAINS}example\\.com`

const RULES = [
  { rule: 'ref_id', pattern: 'ref_id', why: 'a plain name' },
  { rule: 'hsCtaTracking', pattern: 'hsCtaTracking', why: 'case is as spelled' },
  { rule: '(?:%3F)?clickid', pattern: 'clickid', why: 'the escaped question mark goes' },
  { rule: 'wt\\.z', pattern: 'wt.z', why: 'an escaped dot is a dot' },
  { rule: 'wt.z', pattern: '/^wt.z$/', why: 'a bare dot is any character' },
  { rule: 'pf_rd_[a-z]*', pattern: '/^pf_rd_[a-z]*$/', why: 'a family is anchored at both ends' },
  { rule: '(?:%3F)?utm(?:_[a-z_]*)?', pattern: '/^utm(?:_[a-z_]*)?$/', why: 'both at once' },
  { rule: 'a|b', pattern: '/^(?:a|b)$/', why: 'an alternative is anchored as a whole' },
  { rule: '(?:a|b)', pattern: '/^(?:a|b)$/', why: 'brackets are not doubled' },
  { rule: 'a\\*b', pattern: '/^a\\*b$/', why: 'a star in a name is no glob' },
  { rule: '\\/x', pattern: '/^/x$/', why: 'a slash in front is no expression' },
]
for (const { rule, pattern, why } of RULES) {
  test(`the rule ${rule} becomes ${pattern} (${why})`, () => {
    const { spec, imported, skipped } = importClearUrls(catalogue({ urlPattern: '.*', rules: [rule] }))
    assert.deepEqual(spec, { name: 'clearurls', extends: 'rfc3986', query: { strip: [pattern] } })
    assert.equal(imported, 1)
    assert.deepEqual(skipped, [])
  })
}

const strip = { query: { strip: ['a'] } }
const URL_PATTERNS = [
  { urlPattern: '.*', places: strip },
  { urlPattern: SHOP, places: { sites: { 'example.com': strip } } },
  { urlPattern: SHOP.replace('\\.com', '.com'), places: { sites: { 'example.com': strip } } },
  { urlPattern: `${SUBDOMAINS}shop(?:\\.[a-z]{2,}){1,}`, places: { sites: { 'shop.*': strip } } },
  {
    urlPattern: '^https?:\\/\\/m\\.shop(?:\\.[a-z]{2,}){1,}',
    places: { sites: { 'm.shop.*': { query: { strip: ['a'], except: ['*.m.shop.*/*'] } } } },
  },
  {
    urlPattern: '^https?:\\/\\/(?:www\\.)?example\\.co\\.uk',
    places: { sites: { 'www.example.co.uk': { query: { strip: ['a'], except: ['*.www.example.co.uk/*'] } } } },
  },
  { urlPattern: '^https?://(?:[a-z0-9-]+\\.)*example\\.com/', places: { sites: { 'example.com': strip } } },
  { urlPattern: `${SHOP}\\/list`, places: { sites: { 'example.com': { paths: { '/list': strip } } } } },
  {
    urlPattern: `${SHOP}\\/a\\/b\\/.*`,
    places: { sites: { 'example.com': { paths: { '/a/b': { query: { strip: ['a'], except: ['*/a/b?*'] } } } } } },
  },
  {
    urlPattern: `${SUBDOMAINS}shop\\.(com|co\\.(?:uk|th))`,
    places: { sites: { 'shop.co.th': strip, 'shop.co.uk': strip, 'shop.com': strip } },
  },
  {
    urlPattern: `${SUBDOMAINS}li[bv]re\\.co(?:m|\\.jp)`,
    places: { sites: { 'libre.co.jp': strip, 'libre.com': strip, 'livre.co.jp': strip, 'livre.com': strip } },
  },
  {
    urlPattern: `${SUBDOMAINS}(?:ya(?:\\.[a-z]{2,}){1,}|ya\\.ru)`,
    places: { sites: { 'ya.*': strip, 'ya.ru': strip } },
  },
  {
    urlPattern: '^https?:\\/\\/(?:[a-z0-9-]+\\.)*?(?:example\\.com|example\\.org)',
    places: { sites: { 'example.com': strip, 'example.org': strip } },
  },
]
for (const { urlPattern, places } of URL_PATTERNS) {
  test(`the URL pattern ${urlPattern} means ${JSON.stringify(places)}`, () => {
    const { spec, skipped } = importClearUrls(catalogue({ urlPattern, rules: ['a'] }))
    assert.deepEqual(spec, { name: 'clearurls', extends: 'rfc3986', ...places })
    assert.deepEqual(skipped, [])
  })
}

const SKIPPED_PROVIDERS = [
  { urlPattern: `${SUBDOMAINS}exa.*ple\\.com`, reason: /no plain host/ },
  { urlPattern: '^https?:\\/\\/([a-z0-9-.]*\\.)example\\.com', reason: /no plain host/ },
  { urlPattern: '^https?:\\/\\/example\\.com', reason: /not to its subdomains/ },
  { urlPattern: `${SHOP}\\/s\\?`, reason: /one path but not/ },
  { urlPattern: `${SHOP}\\/s\\?q=`, reason: /plain path/ },
  { urlPattern: `${SHOP}\\/\\?`, reason: /plain path/ },
  { urlPattern: `${SHOP}\\/[a-z]+`, reason: /plain path/ },
  { urlPattern: `${SHOP}(?!\\/a)`, reason: /cannot|plain host/ },
  { urlPattern: 'example\\.com', reason: /does not begin/ },
]
for (const { urlPattern, reason } of SKIPPED_PROVIDERS) {
  test(`the rules of the URL pattern ${urlPattern} are skipped one by one: ${reason.source}`, () => {
    const { spec, imported, skipped } = importClearUrls(catalogue({ urlPattern, rules: ['a', 'b'] }))
    assert.deepEqual(spec, { name: 'clearurls', extends: 'rfc3986' })
    assert.equal(imported, 0)
    assert.deepEqual(
      skipped.map(({ at }) => at),
      ['providers.shop.rules[0]', 'providers.shop.rules[1]'],
    )
    assert.match(skipped[0]?.reason ?? '', reason)
  })
}

const EXCEPTIONS = [
  { why: 'a host', exception: `${SUBDOMAINS}pay\\.com`, says: { sites: { 'pay.com': { query: { keep: ['a'] } } } } },
  {
    why: 'a name under every ending',
    exception: `${SUBDOMAINS}pay(?:\\.[a-z]{2,}){1,}`,
    says: { sites: { 'pay.*': { query: { keep: ['a'] } } } },
  },
  {
    why: 'a path may end within a segment',
    exception: `${SUBDOMAINS}pay\\.com\\/api`,
    says: { sites: { 'pay.com': { query: { except: ['*/api*'] } } } },
  },
  {
    why: 'a path with something open',
    exception: `${SUBDOMAINS}pay\\.com\\/gp\\/.*?(?:to.html|cart\\/)`,
    says: { sites: { 'pay.com': { query: { except: ['*/gp/*to*html*', '*/gp/*cart/*'] } } } },
  },
  {
    why: 'what stands in the query',
    exception: '^https?:\\/\\/git(lab)?\\.[^/]*\\/[^?]+\\?.*?&?ref_?=.',
    says: {
      query: {
        strip: ['a'],
        except: ['git.*/*?*ref=*', 'git.*/*?*ref_=*', 'gitlab.*/*?*ref=*', 'gitlab.*/*?*ref_=*'],
      },
    },
  },
  { why: 'other protocols are no pages', exception: '^wss?:\\/\\/pay\\.com', says: {} },
]
for (const { why, exception, says } of EXCEPTIONS) {
  test(`the exception ${exception} says ${JSON.stringify(says)} (${why})`, () => {
    const { spec, imported, skipped } = importClearUrls(
      catalogue({ urlPattern: '.*', rules: ['a'], exceptions: [exception] }),
    )
    assert.deepEqual(spec, { name: 'clearurls', extends: 'rfc3986', ...strip, ...says })
    assert.deepEqual([imported, skipped], [1, []])
  })
}

for (const exception of ['login', '^https?:\\/\\/(?!pay)', '^https?:\\/\\/.*', 'a(']) {
  test(`rules with the exception ${exception} are skipped, since it may hold anywhere`, () => {
    const { spec, imported, skipped } = importClearUrls(
      catalogue({ urlPattern: SHOP, rules: ['a', 'b'], exceptions: [exception] }),
    )
    assert.deepEqual([spec, imported], [{ name: 'clearurls', extends: 'rfc3986' }, 0])
    assert.deepEqual(
      skipped.map(({ at, reason }) => `${at} ${reason}`),
      [0, 1].map(
        (index) =>
          `providers.shop.rules[${index}] has an exception that a policy cannot express: providers.shop.exceptions[0]`,
      ),
    )
  })
}

test('a path alone has rules of its own where those of the site say no less below it', () => {
  const { spec, imported, skipped } = importClearUrls(
    JSON.stringify({
      providers: {
        site: { urlPattern: SHOP, rules: ['a', 'b'], exceptions: [`${SHOP}\\/s\\?`] },
        search: { urlPattern: `${SHOP}\\/s\\?`, rules: ['b', 'c'] },
      },
    }),
  )
  assert.deepEqual(spec.sites, {
    'example.com': { query: { strip: ['a', 'b'] }, paths: { '/s': { query: { keep: ['a'] } } } },
  })
  assert.equal(imported, 3)
  assert.deepEqual(
    skipped.map(({ at }) => at),
    ['providers.search.rules[1]'],
  )
})

const SKIPPED_FIELDS = [
  { provider: { urlPattern: SHOP, completeProvider: true }, at: 'providers.shop', reason: /blocks/ },
  {
    provider: { urlPattern: SHOP, rawRules: ['\\/ref=[^/?]*'] },
    at: 'providers.shop.rawRules[0]',
    reason: /whole URL/,
  },
  { provider: { urlPattern: SHOP, redirections: ['x'] }, at: 'providers.shop.redirections[0]', reason: /unwrap/ },
  {
    provider: { urlPattern: SHOP, referralMarketing: ['tag'] },
    at: 'providers.shop.referralMarketing[0]',
    reason: /referral/,
  },
  { provider: { urlPattern: SHOP, rules: ['(a+)+'] }, at: 'providers.shop.rules[0]', reason: /exponential/ },
  { provider: { urlPattern: SHOP, rules: ['(a)\\1'] }, at: 'providers.shop.rules[0]', reason: /back-reference/ },
  { provider: { urlPattern: SHOP, rules: ['a('] }, at: 'providers.shop.rules[0]', reason: /not a regular expression/ },
  { provider: { urlPattern: SHOP, rules: ['(?:%3F)?'] }, at: 'providers.shop.rules[0]', reason: /empty/ },
  { provider: { urlPattern: SHOP, rules: [7] }, at: 'providers.shop.rules[0]', reason: /not a string/ },
  { provider: { urlPattern: SHOP, rules: 'a' }, at: 'providers.shop.rules', reason: /not a list/ },
]
for (const { provider, at, reason } of SKIPPED_FIELDS) {
  test(`${JSON.stringify(provider)} is skipped at ${at}: ${reason.source}`, () => {
    const { spec, skipped } = importClearUrls(catalogue(provider))
    assert.deepEqual(spec, { name: 'clearurls', extends: 'rfc3986' })
    assert.deepEqual(
      skipped.map((rule) => rule.at),
      [at],
    )
    assert.match(skipped[0]?.reason ?? '', reason)
  })
}

test('referral rules are imported if the caller wants them', () => {
  const text = catalogue({ urlPattern: SHOP, referralMarketing: ['tag'] })
  const { spec, imported } = importClearUrls(text, { referral: true })
  assert.deepEqual(spec.sites, { 'example.com': { query: { strip: ['tag'] } } })
  assert.equal(imported, 1)
})

test('an exception keeps at its place what its provider strips', () => {
  const { spec, imported } = importClearUrls(
    JSON.stringify({
      providers: {
        all: { urlPattern: '.*', rules: ['a', 'b'], exceptions: [SHOP] },
        other: {
          urlPattern: SHOP.replace('example', 'other'),
          rules: ['c'],
          exceptions: [`${SHOP}\\/login`.replace('example', 'other')],
        },
      },
    }),
  )
  assert.deepEqual(spec, {
    name: 'clearurls',
    extends: 'rfc3986',
    query: { strip: ['a', 'b'] },
    sites: {
      'example.com': { query: { keep: ['a', 'b'] } },
      'other.com': { query: { strip: ['c'], except: ['*/login*'] } },
    },
  })
  assert.equal(imported, 3)
})

test('the section of a subdomain also says what the section of its domain says', () => {
  const { spec } = importClearUrls(
    JSON.stringify({
      providers: {
        site: { urlPattern: SHOP, rules: ['a'] },
        path: { urlPattern: `${SHOP}\\/list`, rules: ['b'] },
        sub: { urlPattern: '^https?:\\/\\/m\\.example\\.com', rules: ['c'] },
      },
    }),
  )
  assert.deepEqual(spec.sites?.['m.example.com'], {
    query: { strip: ['c', 'a'], except: ['*.m.example.com/*'] },
    paths: { '/list': { query: { strip: ['b'] } } },
  })
})

const UNREADABLE = ['', '{', '[]', 'null', '{"providers":[]}', '{"providers":7}', '{}']
for (const text of UNREADABLE) {
  test(`${JSON.stringify(text)} gives an empty policy and one skipped entry`, () => {
    const { spec, imported, skipped } = importClearUrls(text, { name: 'mine', extends: 'dedupe' })
    assert.deepEqual(spec, { name: 'mine', extends: 'dedupe' })
    assert.equal(imported, 0)
    assert.deepEqual(
      skipped.map(({ at }) => at),
      [''],
    )
  })
}

for (const provider of ['null', '[]', '{"rules":["a"]}', '{"urlPattern":7}']) {
  test(`the provider ${provider} is skipped`, () => {
    const { skipped } = importClearUrls(`{"providers":{"x":${provider}}}`)
    assert.deepEqual(skipped, [
      { at: 'providers.x', text: provider, reason: 'is not a provider: it has no string "urlPattern"' },
    ])
  })
}
