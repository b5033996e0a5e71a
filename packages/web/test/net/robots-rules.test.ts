import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import robotsParserModule from 'robots-parser'
import { show } from '@canonist/test-support/show.ts'
import { isPathAllowed, parseRobots, readProductToken } from '../../src/net/robots/robots-rules.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'
import { runs } from '@canonist/test-support/runs.ts'

// Its types promise a default export beside the function that the module is.
const robotsParser = robotsParserModule as unknown as (typeof robotsParserModule)['default']

interface Case {
  readonly why: string
  readonly text: string
  readonly allowed: readonly string[]
  readonly refused: readonly string[]
}

const lines = (...all: string[]): string => all.join('\n')

const GROUPS: readonly Case[] = [
  { why: 'an empty file', text: '', allowed: ['/', '/a'], refused: [] },
  {
    why: 'everyone',
    text: lines('User-agent: *', 'Disallow: /a'),
    allowed: ['/', '/b'],
    refused: ['/a', '/a/b', '/ab'],
  },
  {
    why: 'us, in any case',
    text: lines('USER-AGENT: CanonIST', 'disallow: /'),
    allowed: ['/robots.txt'],
    refused: ['/', '/a'],
  },
  { why: 'us with a version', text: lines('User-agent: canonist/2.0', 'Disallow: /'), allowed: [], refused: ['/'] },
  {
    why: 'someone whose name begins like ours',
    text: lines('User-agent: canonistic', 'Disallow: /'),
    allowed: ['/'],
    refused: [],
  },
  { why: 'someone else', text: lines('User-agent: other', 'Disallow: /'), allowed: ['/'], refused: [] },
  {
    why: 'us before everyone',
    text: lines('User-agent: *', 'Disallow: /', 'User-agent: canonist', 'Disallow: /a'),
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    why: 'us with nothing refused',
    text: lines('User-agent: canonist', 'Disallow:', '', 'User-agent: *', 'Disallow: /'),
    allowed: ['/'],
    refused: [],
  },
  {
    why: 'us without any rule',
    text: lines('User-agent: *', 'Disallow: /', 'User-agent: canonist'),
    allowed: ['/'],
    refused: [],
  },
  {
    why: 'two groups for us are one',
    text: lines(
      'User-agent: canonist',
      'Disallow: /a',
      'User-agent: *',
      'Disallow: /c',
      'User-agent: canonist',
      'Disallow: /b',
    ),
    allowed: ['/c'],
    refused: ['/a', '/b'],
  },
  {
    why: 'two agents share a group',
    text: lines('User-agent: other', 'User-agent: canonist', 'Disallow: /a'),
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    why: 'an empty line does not end a group',
    text: lines('User-agent: canonist', '', 'Disallow: /a', '', 'Disallow: /b'),
    allowed: ['/c'],
    refused: ['/a', '/b'],
  },
  {
    why: 'a sitemap does not end a list of agents',
    text: lines('User-agent: canonist', 'Sitemap: https://boe.es/s.xml', 'User-agent: other', 'Disallow: /a'),
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    why: 'rules before any agent are nobody’s',
    text: lines('Disallow: /', 'Crawl-delay: 9', 'User-agent: *', 'Disallow: /a'),
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    why: 'comments and white space',
    text: lines('# hello', '  User-agent :  *  # all', '\tDisallow\t:\t/a # secret', 'Disallow: # nothing'),
    allowed: ['/b', '/'],
    refused: ['/a'],
  },
  { why: 'a byte order mark', text: lines('\ufeffUser-agent: *', 'Disallow: /a'), allowed: ['/b'], refused: ['/a'] },
  {
    why: 'every kind of line end',
    text: 'User-agent: *\rDisallow: /a\r\nDisallow: /b\nDisallow: /c',
    allowed: ['/d'],
    refused: ['/a', '/b', '/c'],
  },
  { why: 'a web page instead', text: '<!doctype html><p>User-agent: *\n<p>Disallow: /', allowed: ['/'], refused: [] },
  {
    why: 'names of objects',
    text: lines('User-agent: __proto__', 'Disallow: /', 'User-agent: constructor', 'Disallow: /'),
    allowed: ['/'],
    refused: [],
  },
]

const rule = (...rules: string[]): string => lines('User-agent: *', ...rules)

const PATTERNS: readonly Case[] = [
  {
    why: 'the longest rule decides',
    text: rule('Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c'),
    allowed: ['/a/b', '/a/bc'],
    refused: ['/a', '/a/x', '/a/b/c'],
  },
  { why: 'in any order', text: rule('Allow: /a/b', 'Disallow: /a'), allowed: ['/a/b'], refused: ['/a/c'] },
  { why: 'allow where equally long', text: rule('Disallow: /a', 'Allow: /a'), allowed: ['/a'], refused: [] },
  {
    why: 'allow where equally long, in any order',
    text: rule('Allow: /a', 'Disallow: /a'),
    allowed: ['/a'],
    refused: [],
  },
  { why: 'case matters', text: rule('Disallow: /A'), allowed: ['/a'], refused: ['/A'] },
  {
    why: 'a star is anything',
    text: rule('Disallow: /a*b'),
    allowed: ['/a', '/b', '/ac'],
    refused: ['/ab', '/axxb', '/a/b/c'],
  },
  { why: 'a star in front', text: rule('Disallow: *.pdf'), allowed: ['/pdf'], refused: ['/a.pdf', '/a.pdf?b'] },
  { why: 'a star at the end changes nothing', text: rule('Disallow: /a*'), allowed: ['/b'], refused: ['/a', '/ab'] },
  {
    why: 'a dollar is the end',
    text: rule('Disallow: /*.pdf$'),
    allowed: ['/a.pdf?b', '/a.pdfx'],
    refused: ['/a.pdf', '/a.pdf.pdf'],
  },
  { why: 'a dollar behind plain text', text: rule('Disallow: /a$'), allowed: ['/ab', '/', '/a/'], refused: ['/a'] },
  { why: 'a dollar behind a star', text: rule('Disallow: /a*$'), allowed: ['/b'], refused: ['/a', '/abc'] },
  {
    why: 'pieces do not overlap',
    text: rule('Disallow: /ab*ba$'),
    allowed: ['/aba', '/ab'],
    refused: ['/abba', '/abxba'],
  },
  {
    why: 'a dollar within is a dollar',
    text: rule('Disallow: /a$b'),
    allowed: ['/a', '/ab'],
    refused: ['/a$b', '/a%24b'],
  },
  { why: 'many stars are one', text: rule('Disallow: /a***b'), allowed: ['/a'], refused: ['/ab', '/axb'] },
  { why: 'only a dollar', text: rule('Disallow: $'), allowed: ['/', '/a'], refused: [] },
  { why: 'a path that does not begin with a slash', text: rule('Disallow: a'), allowed: ['/a'], refused: [] },
  { why: 'queries', text: rule('Disallow: /*?print='), allowed: ['/a', '/a?x'], refused: ['/a?print=1'] },
  {
    why: 'robots.txt itself may always be read',
    text: rule('Disallow: /'),
    allowed: ['/robots.txt'],
    refused: ['/robots.txt2', '/a/robots.txt'],
  },
]

const SPELLINGS: readonly Case[] = [
  {
    why: 'letters beyond ASCII',
    text: rule('Disallow: /año'),
    allowed: ['/ano'],
    refused: ['/a%C3%B1o', '/a%c3%b1o', '/año'],
  },
  { why: 'and escaped in the file', text: rule('Disallow: /a%c3%b1o'), allowed: [], refused: ['/a%C3%B1o', '/año'] },
  { why: 'beyond 16 bits', text: rule('Disallow: /💩'), allowed: [], refused: ['/%F0%9F%92%A9'] },
  { why: 'escapes of plain letters', text: rule('Disallow: /%62%61%7A'), allowed: [], refused: ['/baz', '/b%61z'] },
  { why: 'a tilde', text: rule('Disallow: /%7ejoe'), allowed: [], refused: ['/~joe', '/%7Ejoe'] },
  {
    why: 'a slash in a path is another than its escape',
    text: rule('Disallow: /a%2Fb'),
    allowed: ['/a/b'],
    refused: ['/a%2fb'],
  },
  {
    why: 'in a query it is the same',
    text: rule('Disallow: /a?u=https://boe.es'),
    allowed: [],
    refused: ['/a?u=https://boe.es', '/a?u=https%3A%2F%2Fboe.es'],
  },
  { why: 'brackets', text: rule('Disallow: /*?f[a]='), allowed: [], refused: ['/?f[a]=1', '/?f%5Ba%5D=1'] },
  { why: 'braces and bars', text: rule('Disallow: /{a|b}'), allowed: [], refused: ['/%7Ba|b%7D', '/{a|b}'] },
  {
    why: 'a star as a character',
    text: rule('Disallow: /a-%2A.html'),
    allowed: ['/a-b.html'],
    refused: ['/a-*.html', '/a-%2a.html'],
  },
  { why: 'a dollar as a character', text: rule('Disallow: /a-%24'), allowed: ['/a-'], refused: ['/a-$', '/a-$b'] },
  { why: 'a stray percent sign', text: rule('Disallow: /100%'), allowed: [], refused: ['/100%', '/100%25'] },
  { why: 'a stray surrogate', text: rule('Disallow: /\ud800'), allowed: ['/a'], refused: ['/%EF%BF%BD'] },
]

for (const [what, cases] of Object.entries({ groups: GROUPS, patterns: PATTERNS, spellings: SPELLINGS })) {
  describe(`robots.txt: ${what}`, () => {
    for (const { why, text, allowed, refused } of cases) {
      test(`${why}: ${show(text)}`, () => {
        const rules = parseRobots(text, 'canonist')
        for (const path of allowed) assert.ok(isPathAllowed(rules, path), `${path} should be allowed`)
        for (const path of refused) assert.ok(!isPathAllowed(rules, path), `${path} should be refused`)
      })
    }
  })
}

const DELAYS = [
  { text: rule('Crawl-delay: 5'), seconds: 5 },
  { text: rule('crawl-delay: 0.5', 'Disallow: /a'), seconds: 0.5 },
  { text: rule('Crawl-delay: .25'), seconds: 0.25 },
  { text: rule('Crawl-delay: 600'), seconds: 30 },
  { text: rule('Crawl-delay: 2', 'Crawl-delay: 4', 'Crawl-delay: 3'), seconds: 4 },
  { text: rule('Crawl-delay: x'), seconds: null },
  { text: rule('Crawl-delay: -1'), seconds: null },
  { text: rule('Crawl-delay: 1e9'), seconds: null },
  { text: rule('Crawl-delay:'), seconds: null },
  { text: rule('Disallow: /'), seconds: null },
  { text: lines('User-agent: other', 'Crawl-delay: 5', 'Disallow: /'), seconds: null },
  {
    text: lines('User-agent: canonist', 'Crawl-delay: 5', 'Disallow: /', 'User-agent: *', 'Crawl-delay: 9'),
    seconds: 5,
  },
]

describe('Crawl-delay', () => {
  for (const { text, seconds } of DELAYS) {
    test(`${show(text)} -> ${seconds}`, () => assert.equal(parseRobots(text, 'canonist').crawlDelay, seconds))
  }
})

describe('productToken', () => {
  const TOKENS = {
    'Canonist/0.1 (+https://canonist.example/bot)': 'canonist',
    'My-Bot_2 (x)': 'my-bot_2',
    '*': '*',
    '* ': '*',
    '': '',
    '(x)': '',
  }
  for (const [userAgent, token] of Object.entries(TOKENS)) {
    test(`${JSON.stringify(userAgent)} -> ${JSON.stringify(token)}`, () =>
      assert.equal(readProductToken(userAgent), token))
  }
})

test('robots-parser says the same of plain files and paths', () => {
  const path = fc
    .array(fc.constantFrom('/', 'a', 'b', 'A', '1', '.', '-', '?', '=', '&'), { maxLength: 6 })
    .map((parts) => `/${parts.join('')}`)
  const pattern = fc
    .tuple(path, fc.constantFrom('', '', '*', '$', '*b', '*/$', '*a*b'), path)
    .map(([start, middle, end]) => start + middle + (middle.endsWith('$') ? '' : end.slice(1)))
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern).map(([field, value]) => `${field}: ${value}`),
    // With an empty rule behind: a group without any is none to robots-parser.
    fc.constantFrom('User-agent: *', 'User-agent: canonist', 'User-agent: other').map((line) => `${line}\nDisallow:`),
    fc
      .constantFrom('User-agent: *\nUser-agent: other', 'User-agent: other\nUser-agent: canonist')
      .map((line) => `${line}\nDisallow:`),
    fc.constantFrom('', '# a'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), path, (all, path) => {
      const text = lines(...all)
      const url = new URL(`https://boe.es${path}`)
      const theirs = robotsParser('https://boe.es/robots.txt', text).isAllowed(url.href, 'canonist')
      assert.equal(isPathAllowed(parseRobots(text, 'canonist'), url.pathname + url.search), theirs)
    }),
    runs(5000),
  )
})

const KIB_500 = 500 * 1024
const LONG_PATH = `/${'a'.repeat(8191)}`

/** As many rules as 500 KiB hold. */
function fill(write: (index: number) => string): string {
  const all: string[] = ['User-agent: *']
  for (let [index, length] = [0, 0]; length < KIB_500; index += 1) {
    const line = write(index)
    all.push(line)
    length += line.length + 1
  }
  return lines(...all)
}

const HOSTILE: Readonly<Record<string, readonly [text: string, path: string]>> = {
  'one pattern again and again': [fill(() => 'disallow:*aab'), LONG_PATH],
  'patterns that nearly match everywhere': [fill((index) => `disallow:*aab${index}`), LONG_PATH],
  'patterns of two pieces': [fill((index) => `disallow:*a*ab${index}`), LONG_PATH],
  'patterns of many pieces': [fill((index) => `disallow:${'*a'.repeat(40)}b${index}`), LONG_PATH],
  'patterns of stars only': [fill((index) => `disallow:/b${'*'.repeat(index % 1000)}`), LONG_PATH],
  'prefixes, and a path of slashes': [fill((index) => `disallow://${index}`), '/'.repeat(8192)],
  'whole paths': [fill((index) => `disallow:/a${index}$`), LONG_PATH],
  'a path that is escaped': [fill((index) => `disallow:*:${index}`), `/${':'.repeat(8191)}`],
}

describe('a URL costs little, whatever 500 KiB of robots.txt say', () => {
  for (const [name, [text, path]] of Object.entries(HOSTILE)) {
    test(name, () => {
      const rules = parseRobots(text, 'canonist')
      const runs = Array.from({ length: 3 }, () => {
        const start = process.cpuUsage()
        isPathAllowed(rules, path)
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      })
      // 20 ms on a machine that does nothing else.
      assert.ok(Math.min(...runs) < 100, `${Math.min(...runs)} ms`)
    })
  }
})

describe('rules that take too much work', () => {
  const rules = parseRobots(
    rule(
      ...Array.from({ length: 300 }, (_, index) => `Disallow: *aab${index}`),
      'Allow: /a*aaaaaaaaaaaaa',
      'Allow: /b',
    ),
    'canonist',
  )

  test('a path that cannot be tested against all of them is disallowed', () => {
    assert.ok(!isPathAllowed(rules, `/c${'a'.repeat(8000)}`))
  })
  test('stronger rules decide before', () => assert.ok(isPathAllowed(rules, LONG_PATH)))
  test('a path of ordinary length is tested against all', () => {
    assert.ok(isPathAllowed(rules, `/c${'a'.repeat(2000)}`))
    assert.ok(!isPathAllowed(rules, `/c${'a'.repeat(2000)}b299`))
  })
  test('robots.txt may be read', () => assert.ok(isPathAllowed(rules, '/robots.txt')))
})

test('no file makes it throw, and a hostile one costs little', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      (text, path) => {
        isPathAllowed(parseRobots(rule(`Disallow: ${text}`, text), 'canonist'), `/${path}`)
      },
    ),
    runs(2000),
  )
  const hostile = parseRobots(
    rule(`Disallow: /${'*a'.repeat(250_000)}b`, ...Array(2000).fill(`Disallow: /${'*a'.repeat(50)}b`)),
    'canonist',
  )
  const start = process.cpuUsage()
  assert.ok(isPathAllowed(hostile, `/${'a'.repeat(8000)}`))
  assert.ok(cpuMsSince(start) < 2000)
})
