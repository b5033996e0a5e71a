import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalize, type PolicyFields, type PolicySpec } from '../../src/index.ts'
import { recognise, type Scan } from '../../src/normalize/recognise.ts'
import { describeRun, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { URLS_EACH, assertRests, fuzzBuiltIns, fuzzPolicies, nextUrl, tryDefine } from './policy-invariants.ts'

describe('every promise holds, watched or not', () => {
  const policies = fuzzRange(400)
  test(`${policies.cases} random policies over ${URLS_EACH} URLs each, from seed ${policies.seed}`, async (t) => {
    const start = performance.now()
    const tally = await fuzzPolicies(policies)
    t.diagnostic(describeRun(policies, start, tally))
    if (policies.cases < 100) return
    const { accepted = 0, urls = 0, valid = 0 } = tally
    assert.ok(accepted >= policies.cases / 2, `only ${accepted} of ${policies.cases} policies were accepted`)
    assert.ok(valid >= urls / 2, `only ${valid} of ${urls} texts were URLs`)
  })

  const urls = fuzzRange(10_000)
  test(`${urls.cases} random URLs under each built-in policy, from seed ${urls.seed}`, async (t) => {
    const start = performance.now()
    t.diagnostic(describeRun(urls, start, await fuzzBuiltIns(urls)))
  })
})

/** Combinations in which one rule makes work for another; found by hand or by the tests above. */
const TRAPS: readonly { why: string; spec: Omit<PolicySpec, 'name'>; urls: readonly string[] }[] = [
  {
    why: 'an address that leads to an address',
    spec: { ipToHost: { '192.0.2.1': '192.0.2.2', '192.0.2.2': 'e.com' } },
    urls: ['http://192.0.2.1/', 'http://192.0.2.2/'],
  },
  {
    why: 'two addresses that lead to each other',
    spec: { ipToHost: { '192.0.2.1': '192.0.2.2', '192.0.2.2': '192.0.2.1' } },
    urls: ['http://192.0.2.1/'],
  },
  {
    why: 'a slash behind a session makes it one',
    spec: { session: true, trailingSlash: 'add' },
    urls: ['https://e.com/a/(S(x))', 'https://e.com/(S(x))', 'https://e.com/(S(x))?a'],
  },
  {
    why: 'an index behind a session',
    spec: { session: true, directoryIndex: ['index.html'], trailingSlash: 'strip' },
    urls: [
      'https://e.com/(S(x))/index.html',
      'https://e.com/index.html;jsessionid=1',
      'https://e.com/index.html/;jsessionid=1',
    ],
  },
  {
    why: 'a session that is an index',
    spec: { session: true, directoryIndex: ['(S(x))', 'b'] },
    urls: ['https://e.com/(S(x))/b', 'https://e.com/(S(x))/(S(x))/b', 'https://e.com/b/(S(x))'],
  },
  {
    why: 'slashes, sessions and dots',
    spec: { session: true, duplicateSlashes: 'collapse' },
    urls: [
      'https://e.com/a/;jsessionid=1/../b',
      'https://e.com/a/.;jsessionid=1/b',
      'https://e.com//(S(x))//..;jsessionid=/',
    ],
  },
  {
    why: 'a scheme that brings its port',
    spec: { scheme: 'https', port: 'add-default' },
    urls: ['http://e.com:80/', 'http://e.com:443/', 'http://e.com/', 'https://e.com:80/'],
  },
  {
    why: 'www behind a host dot',
    spec: { www: 'strip', hostDot: 'strip' },
    urls: ['https://www.com./', 'https://www.www.com./', 'https://www.e.com../'],
  },
  {
    why: 'case of an index',
    spec: { pathCase: 'lower', directoryIndex: ['index.html', 'Default.aspx'] },
    urls: ['https://e.com/INDEX.HTML', 'https://e.com/Default.aspx'],
  },
  {
    why: 'strays and lower case',
    spec: { pathCase: 'lower', strayPercent: 'escape' },
    urls: ['https://e.com/%A%41', 'https://e.com/%%4A', 'https://e.com/%5%41%C3%A9'],
  },
  {
    why: 'everything goes, and the slash of the root with it',
    spec: { rootSlash: 'strip', fragment: 'strip', query: { strip: ['*'], empty: 'strip' } },
    urls: ['https://e.com/?a&&b#c', 'https://e.com?&', 'https://e.com/?=', 'https://e.com#'],
  },
  {
    why: 'pairs go and leave empty ones',
    spec: { query: { strip: ['a'], sort: true, emptyValues: 'strip' } },
    urls: ['https://e.com/?a&&b=1', 'https://e.com/?&a', 'https://e.com/?b=1&&a&&', 'https://e.com/?&&'],
  },
  {
    why: 'a path section that spells otherwise than its site',
    spec: below({ strayPercent: 'escape', unreserved: 'keep' }),
    urls: ['https://e.com/a/%%35%41', 'https://e.com/a/%5%41', 'https://e.com/a/%%41'],
  },
  {
    why: 'a path section that keeps the dots its site resolves',
    spec: below({ session: true, dotSegments: false }),
    urls: ['https://e.com/a/b/..;jsessionid=1/c', 'https://e.com/a/b/.;jsessionid=1/c'],
  },
  {
    why: 'a path section that the spelling leads out of',
    spec: below({ dotSegments: false, pathCase: 'lower' }),
    urls: ['https://e.com/a/../b', 'https://e.com/%61/../A', 'https://e.com/A/../a'],
  },
  {
    why: 'a broken target is no target',
    spec: { extends: 'dedupe', unwrap: true },
    urls: ['https://www.google.com/url?q=http://[/&utm_source=x#f', 'https://www.google.com/url?q=http://a%2520b/#f'],
  },
]

function below(fields: PolicyFields): Omit<PolicySpec, 'name'> {
  return { sites: { 'e.com': { paths: { '/a': fields } } } }
}

describe('rules that make work for each other', () => {
  for (const { why, spec, urls } of TRAPS) {
    for (const url of urls) {
      test(`${show(url)} comes to rest, or ${JSON.stringify(spec)} is refused (${why})`, () => {
        const policy = tryDefine({ name: 'trap', ...spec })
        if (policy !== null) assertRests(policy, url)
      })
    }
  }
})

describe('recognised means untouched', () => {
  const scan: Scan = { hasPath: false, query: 0, fragment: 0 }
  const assertUntouched = (text: string): boolean => {
    if (!recognise(text, scan)) return false
    const { hasPath, query, fragment } = scan
    assert.equal(normalize(text, 'rfc3986'), hasPath ? text : `${text}/`, show(text))
    // Through the parser, since a space keeps the recogniser out.
    assert.equal(normalize(` ${text}`, 'rfc3986'), hasPath ? text : `${text}/`, show(text))
    assert.equal(text.slice(query, fragment), /\?[^#]*/.exec(text.split('#')[0] ?? '')?.[0] ?? '')
    assert.equal(text.slice(fragment), /#[^]*/.exec(text)?.[0] ?? '')
    return true
  }

  test('150000 random URLs', (t) => {
    const random = createRandom(2)
    let recognised = 0
    for (let left = 150_000; left > 0; left--) if (assertUntouched(nextUrl(random))) recognised += 1
    t.diagnostic(`${recognised} were recognised`)
    assert.ok(recognised > 10_000)
  })

  test('every pair of ASCII characters in path, query and fragment', () => {
    const chars = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    for (const first of chars) {
      for (const second of chars) {
        for (const mark of ['', '?', '#']) {
          assertUntouched(`https://e.com/${mark}${first}${second}`)
          assertUntouched(`https://e.com/${mark}a${first}${second}b`)
        }
      }
    }
  })

  test('every escape in path, query and fragment', () => {
    for (let byte = 0; byte < 256; byte++) {
      const hex = byte.toString(16).padStart(2, '0')
      for (const escape of [`%${hex}`, `%${hex.toUpperCase()}`, `%${hex[0]}${hex[1]?.toUpperCase()}`]) {
        for (const mark of ['', '?', '#']) {
          assertUntouched(`https://e.com/${mark}${escape}`)
          assertUntouched(`https://e.com/${mark}.${escape}.`)
        }
      }
    }
  })

  const ODD = [
    'https://e.com',
    'http://a..b/',
    'https://-.-.a/',
    'https://xn--a.b/',
    'https://1.2.3.a/x',
    'https://e.com/.a',
    'https://e.com/a.b/.c.d',
  ]
  for (const text of ODD) test(`${text} is recognised`, () => assert.ok(assertUntouched(text)))

  const NOT = [
    'https://e.com/.',
    'https://e.com/..',
    'https://e.com/a.',
    'https://e.com./',
    'https://1.2/',
    'https://E.com/',
    'https://e.com:80/',
    'https://u@e.com/',
    'https://e.com?a',
    'https://e/',
    'https://e.com/%',
    'https://e.com/\u00e9',
    'https://e.com/\n',
  ]
  for (const text of NOT) test(`${show(text)} is left to the parser`, () => assert.ok(!assertUntouched(text)))
})
