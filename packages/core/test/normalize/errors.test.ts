import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ERRORS,
  UrlError,
  compare,
  createNormalizer,
  explain,
  normalize,
  tryNormalize,
  urlKey,
  type PolicyRef,
  type UrlErrorCode,
} from '../../src/index.ts'
import { tryNormalize as leanTry } from '../../src/lean.ts'
import { show } from '@canonist/test-support/show.ts'

const REFUSED: readonly { why: string; input: string; code: UrlErrorCode }[] = [
  { why: 'nothing', input: '', code: 'url/empty' },
  { why: 'white space', input: ' \n\t ', code: 'url/empty' },
  { why: 'control characters', input: '\u0000\u001f', code: 'url/empty' },
  { why: 'a bare host', input: 'e.com', code: 'url/no-scheme' },
  { why: 'a path', input: '/a?b#c', code: 'url/no-scheme' },
  { why: 'a query', input: '?a', code: 'url/no-scheme' },
  { why: 'a fragment', input: '#a', code: 'url/no-scheme' },
  { why: 'no colon', input: 'https//e.com', code: 'url/no-scheme' },
  { why: 'a colon in front', input: '://e.com', code: 'url/no-scheme' },
  { why: 'an address', input: '192.0.2.1:80', code: 'url/no-scheme' },
  { why: 'a BOM', input: '\ufeffhttps://e.com/', code: 'url/no-scheme' },
  { why: 'data', input: 'data:text/html,<p>', code: 'url/scheme-not-http' },
  { why: 'mail', input: 'mailto:a@e.com', code: 'url/scheme-not-http' },
  { why: 'a script', input: 'javascript:alert(1)//https://e.com', code: 'url/scheme-not-http' },
  { why: 'a blob', input: 'blob:https://e.com/1-2', code: 'url/scheme-not-http' },
  { why: 'ftp', input: 'ftp://e.com/', code: 'url/scheme-not-http' },
  { why: 'a file', input: 'file:///etc/passwd', code: 'url/scheme-not-http' },
  { why: 'the source of a page', input: 'view-source:https://e.com/', code: 'url/scheme-not-http' },
  { why: 'a host and port', input: 'localhost:80', code: 'url/scheme-not-http' },
  { why: 'a host, port and path', input: 'e.com:80/a', code: 'url/scheme-not-http' },
  { why: 'a telephone', input: 'tel:+34', code: 'url/scheme-not-http' },
  { why: 'one letter too many', input: 'httpss://e.com', code: 'url/scheme-not-http' },
  { why: 'nothing behind the scheme', input: 'https:', code: 'url/no-host' },
  { why: 'only slashes', input: 'https://///', code: 'url/no-host' },
  { why: 'only a query', input: 'https://?a', code: 'url/no-host' },
  { why: 'only a user', input: 'https://u:p@', code: 'url/no-host' },
  { why: 'only a port', input: 'https://:80', code: 'url/no-host' },
  { why: 'a space', input: 'https://a b/', code: 'url/bad-host' },
  { why: 'a template', input: 'https://<host>/', code: 'url/bad-host' },
  { why: 'a stray %', input: 'https://%/', code: 'url/bad-host' },
  { why: 'octets that are not UTF-8', input: 'https://%E9/', code: 'url/bad-host' },
  { why: 'an escaped slash', input: 'https://e%2Fcom/', code: 'url/bad-host' },
  { why: 'an escaped bracket', input: 'https://%5Be%5D/', code: 'url/bad-host' },
  { why: 'an escaped IPv6 address', input: 'https://%5B%3A%3A1%5D/', code: 'url/bad-host' },
  { why: 'a bracket inside', input: 'https://a[b]/', code: 'url/bad-host' },
  { why: 'U+FFFD', input: 'https://\ufffd/', code: 'url/bad-domain' },
  { why: 'nothing is left', input: 'https://\u00ad/', code: 'url/bad-domain' },
  { why: 'broken punycode beside an umlaut', input: 'https://\u00e9.xn--a/', code: 'url/bad-domain' },
  { why: 'an umlaut inside punycode', input: 'https://xn--bc\u00e9r-kva.example/', code: 'url/bad-domain' },
  { why: 'too great', input: 'https://256.0.0.1/', code: 'url/bad-ipv4' },
  { why: 'five numbers', input: 'https://1.2.3.4.5/', code: 'url/bad-ipv4' },
  { why: 'a name that ends in a number', input: 'https://e.1/', code: 'url/bad-ipv4' },
  { why: 'no octal digit', input: 'https://09.0.0.1/', code: 'url/bad-ipv4' },
  { why: 'too short', input: 'https://[1:2]/', code: 'url/bad-ipv6' },
  { why: 'not closed', input: 'https://[::1/', code: 'url/bad-ipv6' },
  { why: 'text behind', input: 'https://[::1]a/', code: 'url/bad-ipv6' },
  { why: 'a zone', input: 'https://[fe80::1%25eth0]/', code: 'url/bad-ipv6' },
  { why: 'too great', input: 'https://e.com:65536/', code: 'url/bad-port' },
  { why: 'letters', input: 'https://e.com:http/', code: 'url/bad-port' },
  { why: 'a sign', input: 'https://e.com:-1/', code: 'url/bad-port' },
  { why: 'two', input: 'https://e.com:80:80/', code: 'url/bad-port' },
  { why: 'a user with a bad end', input: 'https://e.com:80@/', code: 'url/no-host' },
]

for (const { why, input, code } of REFUSED) {
  test(`${show(input)} is refused as ${code} (${why})`, () => {
    const outcome = tryNormalize(input)
    assert.ok(!outcome.ok)
    assert.deepEqual([outcome.code, outcome.input], [code, input])
    assert.deepEqual(explain(input), outcome)
    assert.equal(createNormalizer()(input), null)
    for (const call of [() => normalize(input), () => urlKey(input), () => compare(input, 'https://e.com/')]) {
      assert.throws(call, (error) => error instanceof UrlError && error.code === code && error.input === input)
    }
  })
}

describe('values that are not strings', () => {
  const throwing = {
    toString(): string {
      throw new Error('no text')
    },
  }
  const odd = {
    [Symbol.toPrimitive](): symbol {
      return Symbol('odd')
    },
  }
  const VALUES: readonly { why: string; value: unknown; input?: string }[] = [
    { why: 'undefined', value: undefined, input: 'undefined' },
    { why: 'null', value: null, input: 'null' },
    { why: 'a number', value: 80, input: '80' },
    { why: 'NaN', value: Number.NaN, input: 'NaN' },
    { why: 'a bigint', value: 1n, input: '1' },
    { why: 'a boolean', value: true, input: 'true' },
    { why: 'a symbol', value: Symbol('https://e.com/') },
    { why: 'a URL', value: new URL('https://e.com/'), input: 'https://e.com/' },
    { why: 'a String object', value: Object('https://e.com/'), input: 'https://e.com/' },
    { why: 'a list', value: ['https://e.com/'] },
    { why: 'an object', value: {} },
    { why: 'an object without a prototype', value: Object.create(null) },
    { why: 'an object that throws', value: throwing },
    { why: 'an object that turns into a symbol', value: odd },
    { why: 'a function', value: () => 'https://e.com/' },
    { why: 'a proxy that throws', value: new Proxy({}, { get: () => throwing.toString() }) },
    { why: 'bytes', value: new Uint8Array(2) },
  ]
  for (const { why, value, input } of VALUES) {
    const text = value as string

    test(`${why}: a failure, never an exception, from tryNormalize and explain`, () => {
      const outcome = tryNormalize(text)
      assert.ok(!outcome.ok)
      assert.equal(outcome.code, 'url/not-a-string')
      assert.equal(typeof outcome.input, 'string')
      if (input !== undefined) assert.equal(outcome.input, input)
      assert.deepEqual(explain(text), outcome)
    })

    test(`${why}: a UrlError from normalize, urlKey and compare`, () => {
      for (const call of [() => normalize(text), () => urlKey(text), () => compare('https://e.com/', text)]) {
        assert.throws(call, (error) => error instanceof UrlError && error.code === 'url/not-a-string')
      }
    })

    test(`${why}: null from a normalizer for loops`, () => assert.equal(createNormalizer()(text), null))
  }
})

describe('a value that is not a policy gives an error that names it', () => {
  const url = 'https://e.com/'
  const REFS: readonly { why: string; ref: unknown }[] = [
    { why: 'a name that is not built in', ref: 'aggressive' },
    { why: 'a name that every object has', ref: 'toString' },
    { why: 'a spec with a field that there is not', ref: { ww: 'strip' } },
    { why: 'a list', ref: [] },
    { why: 'an object that is not plain', ref: new Map() },
    { why: 'a policy of another copy of the library', ref: { name: 'a', fingerprint: 'b', spec: { name: 'a' } } },
    { why: 'the index that map passes', ref: 0 },
    { why: 'null', ref: null },
  ]
  for (const { why, ref } of REFS) {
    const policy = ref as PolicyRef
    for (const [name, call] of Object.entries({ normalize, urlKey })) {
      test(`${why}: a PolicyError from ${name}`, () => assert.throws(() => call(url, policy), { name: 'PolicyError' }))
    }
    for (const [name, call] of Object.entries({ tryNormalize, explain })) {
      test(`${why}: policy/unknown from ${name}, which never throws`, () => {
        const outcome = call(url, policy)
        assert.equal(!outcome.ok && outcome.code, 'policy/unknown')
      })
    }
    test(`${why}: a PolicyError when the normalizer is made`, () => {
      assert.throws(() => createNormalizer(policy), { name: 'PolicyError' })
    })
  }
})

describe('the table of errors', () => {
  const codes = Object.keys(ERRORS) as UrlErrorCode[]
  const elsewhere = ['url/not-a-string', 'url/too-long', 'url/idna-not-loaded', 'policy/unknown']
  const reached = new Set<string>([...REFUSED.map(({ code }) => code), ...elsewhere])

  test('the lean entry says that it has no tables', () => {
    const outcome = leanTry('https://b\u00fccher.example/')
    assert.equal(!outcome.ok && outcome.code, 'url/idna-not-loaded')
    assert.ok(leanTry('https://xn--bcher-kva.example/').ok)
  })

  for (const code of codes) test(`${code} can be reached`, () => assert.ok(reached.has(code)))

  test('every code has a family, says a sentence and has a fix', () => {
    for (const code of codes) {
      assert.match(code, /^(?:url|policy)\/[a-z0-9-]+$/)
      assert.match(ERRORS[code].says, /^[A-Z].*\.$/)
      assert.match(ERRORS[code].fix, /^[A-Z].*\.$/)
    }
  })
})

describe('the message', () => {
  test('names the thing, the problem and the fix', () => {
    const outcome = tryNormalize('e.com')
    assert.ok(!outcome.ok)
    assert.equal(outcome.message, `"e.com": ${ERRORS['url/no-scheme'].says} ${ERRORS['url/no-scheme'].fix}`)
  })

  test('keeps a long text short, and the input whole', () => {
    const input = `x${'\u{1f600}'.repeat(10_000)}`
    const outcome = tryNormalize(input)
    assert.ok(!outcome.ok)
    assert.ok(outcome.message.length < 600)
    assert.ok(outcome.message.isWellFormed())
    assert.equal(outcome.input, input)
  })

  test('has no line break of the input in it', () => {
    const outcome = tryNormalize('a\nb')
    assert.ok(!outcome.ok)
    assert.ok(!outcome.message.includes('\n'))
  })

  test('is the same in the error that is thrown', () => {
    const outcome = tryNormalize('e.com')
    assert.ok(!outcome.ok)
    assert.throws(() => normalize('e.com'), { name: 'UrlError', message: outcome.message })
  })
})
