import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  definePolicy,
  normalize,
  policies,
  urlKey,
  type PolicyName,
  type PolicySpec,
  type QuerySpec,
} from '../../src/index.ts'
import { BUILT_IN_SPECS } from '../../src/policy/built-in.ts'
import { SIGNATURE_NAMES } from '../../src/policy/signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../../src/policy/tracking-names.ts'
import { testRows, type Row } from '@canonist/test-support/rows.ts'

const NAMES: readonly PolicyName[] = [
  'rfc3986',
  'dedupe',
  'links',
  'sources',
  'feed-aggressive',
  'feed-moderate',
  'feed-conservative',
]

/** What no built-in policy may do to a pair that it has no business with. */
const BYTE_EXACT: readonly Row[] = [
  { why: 'a space stays an escape', input: 'https://e.com/a?q=a%20b' },
  { why: 'a plus stays a plus', input: 'https://e.com/a?q=a+b' },
  { why: 'a name alone gets no sign', input: 'https://e.com/a?flag' },
  { why: 'a sign alone stays', input: 'https://e.com/a?flag=' },
  { why: 'Latin-1', input: 'https://e.com/a?q=%E9' },
  { why: 'another letter of Latin-1', input: 'https://e.com/a?q=%E8' },
  { why: 'reserved characters, escaped or not', input: 'https://e.com/a?q=%2F/%3A:%40@%2C,' },
  { why: 'an escaped separator', input: 'https://e.com/a?q=%26a%3Db' },
  { why: 'brackets', input: 'https://e.com/a?q[]=1&q[]=2' },
  { why: 'asterisk, tilde, brackets and so on', input: 'https://e.com/a?q=*~()!$;' },
  { why: 'an escaped escape', input: 'https://e.com/a?q=%2541' },
  { why: 'a slash at the end of the query', input: 'https://e.com/a?q=b/' },
  { why: 'an escaped slash in the path', input: 'https://e.com/a%2Fb' },
  { why: 'Latin-1 in the path', input: 'https://e.com/%E9' },
]

for (const name of NAMES) describe(`${name} is byte-exact`, () => testRows(name, BYTE_EXACT))

test('?q=%E9 and ?q=%E8, ?a and ?a= stay two URLs under every built-in policy', () => {
  for (const name of NAMES) {
    assert.notEqual(urlKey('https://e.com/?q=%E9', name), urlKey('https://e.com/?q=%E8', name))
    assert.notEqual(urlKey('https://e.com/?a', name), urlKey('https://e.com/?a=', name))
  }
})

describe('links: the safe tier and tracking; the rest stays as people wrote it', () => {
  testRows('links', [
    { why: 'tracking goes', input: 'https://e.com/a?utm_source=x&id=1&fbclid=y', becomes: 'https://e.com/a?id=1' },
    { why: 'ref and source stay', input: 'https://e.com/?ref=a&source=b' },
    { why: 'the scheme stays', input: 'http://e.com/' },
    { why: 'www stays', input: 'https://www.e.com/' },
    { why: 'slashes stay', input: 'https://e.com//a//' },
    { why: 'the fragment stays', input: 'https://github.com/a/b#readme' },
    { why: 'order and empty pairs stay', input: 'https://e.com/?b=2&&a=1&b' },
    { why: 'a session stays', input: 'https://e.com/a;jsessionid=1?PHPSESSID=2' },
    { why: 'a signed URL keeps its query', input: 'https://e.com/f?utm_source=x&X-Amz-Signature=1' },
    { why: 'spelling', input: 'HTTPS://E.com:443/%7ea', becomes: 'https://e.com/~a' },
  ])

  test('it lets every public host in, and a policy that names its own hosts replaces that', () => {
    assert.deepEqual(policies.links.spec.hosts, { allow: ['*'] })
    const readAllow = (spec: Omit<PolicySpec, 'name'>): unknown =>
      definePolicy({ name: 'x', ...spec }).spec.hosts?.allow
    assert.deepEqual(readAllow({ extends: 'links', hosts: { allow: ['boe.es'] } }), ['boe.es'])
    assert.deepEqual(readAllow({ extends: 'links', hosts: { allow: ['boe.es', '*'] } }), ['boe.es', '*'])
    assert.deepEqual(readAllow({ extends: 'links', hosts: { block: ['e.com'] } }), ['*'])
    assert.deepEqual(readAllow({ extends: 'links', hosts: { allow: [] } }), ['*'])
    assert.equal(readAllow({ extends: 'links', hosts: { allow: null } }), null)
  })
})

describe('rfc3986: the safe tier and dot segments', () => {
  testRows('rfc3986', [
    { why: 'userinfo stays', input: 'https://User:pa%7ess@e.com/' },
    { why: 'the fragment stays', input: 'https://e.com/#top' },
    { why: 'an empty fragment stays', input: 'https://e.com/#' },
    { why: 'the ? stays', input: 'https://e.com/?' },
    { why: 'query order stays', input: 'https://e.com/?b=2&a=1&b=1' },
    { why: 'empty pairs stay', input: 'https://e.com/?&a&&b&' },
    { why: 'tracking stays', input: 'https://e.com/?utm_source=x&ref=y' },
    { why: 'www stays', input: 'https://www.e.com/' },
    { why: 'slashes stay', input: 'https://e.com//a//' },
    { why: 'sessions stay', input: 'https://e.com/a;jsessionid=1?PHPSESSID=2' },
    { why: 'redirectors stay', input: 'https://www.google.com/url?q=https://e.com/' },
    { why: 'the scheme stays', input: 'http://e.com/' },
    { why: 'the host dot stays', input: 'https://e.com./' },
    { why: 'dot segments', input: 'https://e.com/a/./b/../c', becomes: 'https://e.com/a/c' },
    { why: 'escapes in upper case', input: 'https://e.com/%c3?%c3#%c3', becomes: 'https://e.com/%C3?%C3#%C3' },
    { why: 'unreserved decoded', input: 'https://e.com/%61?%61#%61', becomes: 'https://e.com/a?a#a' },
    { why: 'a stray % and one hex digit', input: 'https://e.com/%5%41' },
    { why: 'a stray %', input: 'https://e.com/%%41' },
    { why: 'only the one that directly follows', input: 'https://e.com/%%35%41', becomes: 'https://e.com/%%35A' },
    { why: 'backslashes', input: 'https:\\\\e.com\\a', becomes: 'https://e.com/a' },
    { why: 'what the parser repairs', input: ' HTTPS://E.COM:443/a b\n', becomes: 'https://e.com/a%20b' },
  ])
})

describe('dedupe', () => {
  testRows('dedupe', [
    {
      why: 'tracking core',
      input: 'https://e.com/?utm_x=1&fbclid=2&gclid=3&msclkid=4&a=5',
      becomes: 'https://e.com/?a=5',
    },
    { why: 'ref and source too', input: 'https://e.com/?ref=1&SOURCE=2&a=3', becomes: 'https://e.com/?a=3' },
    { why: 'not what only looks like them', input: 'https://e.com/?origin=1&ref_src=2&resource=3&via=4' },
    {
      why: 'sorted by raw name',
      input: 'https://e.com/?b=1&%C3%A9=2&a=3&B=4',
      becomes: 'https://e.com/?%C3%A9=2&B=4&a=3&b=1',
    },
    { why: 'repeated names in order', input: 'https://e.com/?b=2&a=1&b=1', becomes: 'https://e.com/?a=1&b=2&b=1' },
    { why: 'every fragment', input: 'https://e.com/#/route', becomes: 'https://e.com/' },
    { why: 'an empty fragment', input: 'https://e.com/#', becomes: 'https://e.com/' },
    { why: 'an empty query', input: 'https://e.com/?', becomes: 'https://e.com/' },
    { why: 'empty pairs', input: 'https://e.com/?&a&&b&', becomes: 'https://e.com/?a&b' },
    { why: 'what is left is empty', input: 'https://e.com/?utm_source=x&', becomes: 'https://e.com/' },
    { why: '?a is not ?a=', input: 'https://e.com/?a' },
    { why: '?a= is not ?a', input: 'https://e.com/?a=' },
    { why: 'userinfo stays', input: 'https://u:p@e.com/' },
    { why: 'www, scheme and slashes stay', input: 'http://www.e.com//a//' },
    { why: 'sessions stay', input: 'https://e.com/?PHPSESSID=1' },
    { why: 'casing of path and values stays', input: 'https://e.com/A?b=C' },
    {
      why: 'a signed URL keeps its query, but not its fragment',
      input: 'HTTPS://E.com:443/f?X-Amz-Signature=ab&utm_source=x&a=1&&#top',
      becomes: 'https://e.com/f?X-Amz-Signature=ab&utm_source=x&a=1&&',
    },
    { why: 'Azure', input: 'https://e.com/f?sv=1&sig=a%2Bb&ref=x&a' },
    { why: 'a token with an expiry', input: 'https://e.com/f?token=1&expires=2&ref=3&a' },
    {
      why: 'a token alone signs nothing',
      input: 'https://e.com/f?token=1&a=2',
      becomes: 'https://e.com/f?a=2&token=1',
    },
    {
      why: 'an expiry alone signs nothing',
      input: 'https://e.com/f?expires=1&a=2',
      becomes: 'https://e.com/f?a=2&expires=1',
    },
  ])
})

describe('signed URLs are left alone by every policy that edits queries', () => {
  const signed = 'https://e.com/f?X-Amz-Signature=9f&utm_source=x&&b=1&a=2'
  for (const name of Object.keys(policies) as PolicyName[]) {
    testRows(name, [{ why: name, input: signed }])
  }
  const EDITS: readonly QuerySpec[] = [
    { sort: true },
    { strip: ['b'] },
    { tracking: 'core' },
    { keepOnly: ['a'] },
    { defaults: { b: '1' } },
    { empty: 'strip' },
  ]
  for (const query of EDITS) {
    testRows(definePolicy({ name: 'mine', query }), [{ why: JSON.stringify(query), input: signed }])
    test(`${JSON.stringify(query)} edits it where the policy says so`, () => {
      assert.notEqual(normalize(signed, { query: { ...query, signed: 'ignore' } }), signed)
    })
  }
  testRows(definePolicy({ name: 'section', www: 'strip', sites: { 'e.com': { query: { sort: true } } } }), [
    { why: 'in a section that edits queries', input: 'https://www.e.com/?sig=1&b&a' },
    { why: 'not where nothing edits them', input: 'https://www.f.com/?sig=1&b&a', becomes: 'https://f.com/?sig=1&b&a' },
  ])

  test('said or not, the guard has one fingerprint', () => {
    const of = (query: QuerySpec): string => definePolicy({ name: 'mine', query }).fingerprint
    assert.equal(of({ sort: true }), of({ sort: true, signed: 'guard' }))
    assert.equal(of({}), of({ signed: 'ignore' }))
    assert.notEqual(of({ sort: true }), of({ sort: true, signed: 'ignore' }))
  })

  test('there is a bit for every pair of signature names', () => assert.ok(SIGNATURE_NAMES.pairs.length <= 8))
})

describe('sources', () => {
  const { strip, keep } = BUILT_IN_SPECS.sources.query ?? {}
  test('17 tracking names are listed', () => assert.equal(strip?.length, 17))
  testRows('sources', [
    ...(strip ?? []).map((name) => ({
      why: 'listed',
      input: `https://boe.es/a?${name}=x`,
      becomes: 'https://boe.es/a',
    })),
    ...(keep ?? []).map((name) => ({ why: 'a name to keep', input: `https://boe.es/a?${name}=x` })),
    ...['jsessionid', 'PHPSESSID', 'sid', 'session_id', 'sessionId', 'ASPSESSIONIDQQ', 'CFID', 'CFTOKEN'].map(
      (name) => ({
        why: 'a session name',
        input: `https://boe.es/a?${name}=x`,
        becomes: 'https://boe.es/a',
      }),
    ),
    { why: 'exactly these: another campaign name stays', input: 'https://boe.es/a?utm_id=x&msclkid=y&yclid=z' },
    { why: 'https', input: 'http://boe.es/a', becomes: 'https://boe.es/a' },
    { why: 'https, and the port with it', input: 'http://boe.es:80/a', becomes: 'https://boe.es/a' },
    { why: 'another port stays', input: 'http://boe.es:8080/a', becomes: 'https://boe.es:8080/a' },
    { why: 'the fragment goes', input: 'https://boe.es/a#b', becomes: 'https://boe.es/a' },
    { why: 'trailing slashes go', input: 'https://boe.es/a//', becomes: 'https://boe.es/a' },
    { why: 'the root without a slash', input: 'https://boe.es' },
    { why: 'the root without a slash', input: 'https://boe.es/', becomes: 'https://boe.es' },
    { why: 'the root of a port', input: 'https://boe.es:8080/', becomes: 'https://boe.es:8080' },
    { why: 'with a query the slash stays', input: 'https://boe.es/?id=1' },
    { why: 'with a query the slash is added', input: 'https://boe.es?id=1', becomes: 'https://boe.es/?id=1' },
    { why: 'a query that goes takes the slash along', input: 'https://boe.es/?gclid=1#a', becomes: 'https://boe.es' },
    { why: 'query order stays', input: 'https://boe.es/a?tipo=b&id=1&tipo=a' },
    { why: 'empty pairs go', input: 'https://boe.es/a?&id=1&&p=2&', becomes: 'https://boe.es/a?id=1&p=2' },
    { why: 'an empty query goes', input: 'https://boe.es/a?', becomes: 'https://boe.es/a' },
    { why: 'a session in the path', input: 'https://boe.es/a;jsessionid=1', becomes: 'https://boe.es/a' },
    { why: 'no www map here', input: 'https://www.boe.es' },
    { why: 'no pagination here', input: 'https://boe.es/a?page=1' },
    { why: 'inner slashes stay', input: 'https://boe.es/a//b' },
  ])
})

const RISKY = ['ref', 'ref_src', 'ref_url', 'source', 'via']
const FEEDS = ['feed-aggressive', 'feed-moderate', 'feed-conservative'] as const

for (const name of FEEDS) {
  describe(name, () => {
    testRows(name, [
      {
        why: 'tracking core',
        input: 'https://e.com/feed?utm_source=x&format=rss',
        becomes: 'https://e.com/feed?format=rss',
      },
      ...RISKY.map((risky) => ({ why: 'never', input: `https://e.com/feed?${risky}=x` })),
      { why: 'the fragment', input: 'https://e.com/feed#a', becomes: 'https://e.com/feed' },
      { why: 'doubled slashes', input: 'https://e.com//feed', becomes: 'https://e.com/feed' },
      { why: 'not those of a URL in the path', input: 'https://e.com/go;u=http://f.com/feed' },
      { why: 'the scheme is for the network to tell', input: 'http://e.com/feed' },
    ])
  })
}

describe('the feed presets differ in', () => {
  const rows = [
    { what: 'www', input: 'https://www.e.com/feed', strippedBy: ['feed-aggressive'], stripped: 'https://e.com/feed' },
    {
      what: 'the last slash',
      input: 'https://e.com/feed/',
      strippedBy: ['feed-aggressive', 'feed-moderate'],
      stripped: 'https://e.com/feed',
    },
  ]
  for (const { what, input, strippedBy, stripped } of rows) {
    for (const name of FEEDS) {
      const becomes = strippedBy.includes(name) ? stripped : input
      test(`${what}: under ${name} ${input} is ${becomes}`, () => assert.equal(normalize(input, name), becomes))
    }
  }
})

describe('the lists', () => {
  test('core has none of the names that select content somewhere', () => {
    for (const name of ['ref', 'source', 'origin', 'via']) assert.ok(!TRACKING_CORE.includes(name))
  })

  test('extended adds to core', () => {
    assert.deepEqual(
      TRACKING_EXTENDED.filter((name) => TRACKING_CORE.includes(name)),
      [],
    )
  })
})

describe('policies', () => {
  test('are exactly the six of the contract', () => assert.deepEqual(Object.keys(policies), NAMES))

  for (const name of NAMES) {
    test(`${name} knows its name, fingerprint and spec, and is frozen`, () => {
      const policy = policies[name]
      assert.equal(policy, policies[name])
      assert.equal(policy.name, name)
      assert.equal(policy.spec.name, name)
      assert.match(policy.fingerprint, /^[0-9a-f]{16,}$/)
      assert.ok(Object.isFrozen(policy))
      assert.ok(Object.isFrozen(policy.spec))
    })

    test(`${name} by name and as a value is the same`, () => {
      for (const input of ['HTTP://e.com:80/a/../?b&a#c', 'https://www.e.com/a//?utm_source=1']) {
        assert.equal(normalize(input, name), normalize(input, policies[name]))
      }
    })
  }

  for (const name of NAMES) {
    test(`the fingerprint that ${name} has in the code is the one that would be computed`, () => {
      assert.equal(policies[name].fingerprint, definePolicy({ name: 'mine', extends: name }).fingerprint)
    })
  }

  test('no two have the same fingerprint', () => {
    const fingerprints = NAMES.map((name) => policies[name].fingerprint)
    assert.equal(new Set(fingerprints).size, NAMES.length)
  })

  test('dedupe is the default', () => {
    const input = 'https://e.com/?b&a&utm_source=x#c'
    assert.equal(normalize(input), normalize(input, 'dedupe'))
    assert.equal(normalize(input, undefined), normalize(input, 'dedupe'))
  })
})
