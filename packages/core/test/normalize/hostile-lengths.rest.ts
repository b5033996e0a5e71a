import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  PolicyError,
  UrlError,
  classify,
  cleanliness,
  compare,
  createNormalizer,
  definePolicy,
  explain,
  normalize,
  tryNormalize,
  urlKey,
  type PolicySpec,
} from '../../src/index.ts'
import { MAX_URL_LENGTH } from '../../src/url/max-url-length.ts'

/** Every rule that may lengthen a URL, or that reads it piece by piece. */
const everything = definePolicy({
  name: 'everything',
  extends: 'sources',
  www: 'strip',
  unwrap: true,
  duplicateSlashes: 'collapse',
  pathCase: 'lower',
  directoryIndex: ['index.html'],
  query: { tracking: 'extended', sort: true, emptyValues: 'strip' },
  rewrites: [
    { match: '/a$*', to: '/b/$*/$*/$*' },
    { match: '^/(.*)/x$', to: '/$1' },
  ],
})

const CALLS: readonly ((input: string) => unknown)[] = [
  (input) => explain(input, everything),
  (input) => urlKey(input, everything),
  (input) => compare(input, 'https://e.com/', 'rfc3986'),
  (input) => classify(input),
  (input) => cleanliness(input),
]

/** A text between two others, as often as the longest URL allows. */
function fill(before: string, repeated: string, after = ''): string {
  const times = Math.floor((MAX_URL_LENGTH - before.length - after.length) / repeated.length)
  return before + repeated.repeat(times) + after
}

const SHAPES: Readonly<Record<string, string>> = {
  letters: fill('https://e.com/', 'a'),
  'characters of three octets in the path': fill('https://e.com/', '\u20ac'),
  'characters of three octets in the query': fill('https://e.com/?', '\u20ac'),
  'halves of characters': fill('https://e.com/', '\ud800'),
  'stray percent signs': fill('https://e.com/', '%'),
  'escapes in lower case': fill('https://e.com/?', '%c3'),
  'escapes of letters': fill('https://e.com/', '%41'),
  slashes: fill('https://e.com', '/', 'x'),
  'dots and slashes': fill('https://e.com/', '../'),
  'names in the query': fill('https://e.com/?', 'b&a&'),
  'delimiters in the query': fill('https://e.com/?', '&'),
  'sessions in the path': fill('https://e.com/', ';jsessionid=1'),
  brackets: fill('https://e.com/', '('),
  words: fill('https://e.com/', 'a-'),
  labels: fill('https://', 'a.', 'com/'),
  'letters outside ASCII in the host': fill('https://', '\u00fc', '.com/'),
  'escapes in the host': fill('https://', '%41', '.com/'),
  'labels www': fill('https://', 'www.', 'e.com/'),
  'digits in the port': fill('https://e.com:', '0', '80/'),
  users: fill('https://', 'a@', 'e.com/'),
  'groups of an address': fill('https://[', '1:', ']/'),
  spaces: fill('https://e.com/', ' ', 'x'),
  'letters without a colon': fill('', 'a'),
}

describe('URLs as long as they may be: every function answers, or throws a UrlError', () => {
  for (const [what, input] of Object.entries(SHAPES)) {
    test(what, () => {
      for (const call of CALLS) assertDocumented(() => call(input))
    })
  }
})

function assertDocumented(call: () => unknown): void {
  try {
    call()
  } catch (error) {
    assert.ok(error instanceof UrlError, String(error))
  }
}

describe('longer URLs are too long', () => {
  const LONGER: Readonly<Record<string, string>> = {
    'by one character': `${fill('https://e.com/', 'a')}a`,
    '92 million \u00fc': `https://e.com/${'\u00fc'.repeat(92_000_000)}`,
    'a host of 100 million letters': `https://${'a'.repeat(100_000_000)}.com/`,
    'when percent-encoded': fill('https://e.com/', '\u00fc'),
    'when percent-encoded, in what would be removed': fill('https://e.com/?utm_source=', '\u00fc'),
    'no URL at all': 'x'.repeat(MAX_URL_LENGTH + 1),
  }
  for (const [what, input] of Object.entries(LONGER)) {
    test(what, () => {
      const outcome = tryNormalize(input)
      assert.equal(!outcome.ok && outcome.code, 'url/too-long')
      assert.ok(!outcome.ok && outcome.message.length < 1000)
      const explanation = explain(input)
      assert.equal(!explanation.ok && explanation.code, 'url/too-long')
      assert.equal(createNormalizer()(input), null)
      for (const call of [normalize, urlKey, classify]) assert.throws(() => call(input), { code: 'url/too-long' })
    })
  }

  test('a rewrite whose result would be too long is not taken', () => {
    const policy = definePolicy({ name: 'wide', rewrites: [{ match: '/a/$*', to: `/b${'/$*'.repeat(1000)}` }] })
    const url = fill('https://e.com/a/', 'x')
    assert.ok(normalize(url, policy) === url)
    assert.equal(normalize('https://e.com/a/x', policy), `https://e.com/b${'/x'.repeat(1000)}`)
  })
})

describe('policies that are too large are refused as policies', () => {
  const huge = '\u00fc'.repeat(92_000_000)
  const circular: { self?: object } = {}
  circular.self = circular
  const SPECS: Readonly<Record<string, Omit<PolicySpec, 'name'>>> = {
    'a pattern': { query: { strip: [huge] } },
    'an expression': { query: { strip: [`/${huge}/`] } },
    'a file name': { directoryIndex: [huge] },
    'a rewrite': { rewrites: [{ match: `/${huge}`, to: '/' }] },
    'a host': { sites: { [huge]: {} } },
    'a prefix': { sites: { 'e.com': { paths: { [`/${huge}`]: {} } } } },
    'a parameter': { query: { defaults: { a: huge } } },
    'a built-in policy': { extends: `./${huge}` },
    'much text': { query: { strip: Array.from({ length: 200 }, (_, index) => `${index}${'a'.repeat(1_000_000)}`) } },
    'evidence that contains itself': { evidence: [circular] },
  }
  for (const [what, spec] of Object.entries(SPECS)) {
    test(what, () =>
      assert.throws(
        () => definePolicy({ name: 'huge', ...spec }),
        (error) => error instanceof PolicyError && error.message.length < 1000,
      ),
    )
  }

  test('a name', () => assert.throws(() => definePolicy({ name: huge }), { name: 'PolicyError', path: 'name' }))
})
