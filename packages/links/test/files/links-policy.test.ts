import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { policies } from '@canonist/core'
import type { FileFormat } from '../../src/files/read/formats.ts'
import { validateFiles, type ValidateOptions } from '../../src/files/validate.ts'
import type { Finding } from '../../src/report/finding.ts'
import { createLevels } from '../../src/report/finding-levels.ts'
import { FIELD, createFile, linksContext, linksOptions, optionsFor } from './support.ts'

// What a maintainer of a list or of documentation sees who passes no flags.

const context = linksContext()
const EVERY_LINK = { wanted: null, lists: null } as unknown as typeof FIELD

function validate(text: string, format: FileFormat = 'markdown', options: ValidateOptions = linksOptions) {
  return validateFiles([createFile('a', text, format, EVERY_LINK)], context, options)
}

const findingsIn = async (...args: Parameters<typeof validate>): Promise<readonly Finding[]> =>
  (await validate(...args)).findings

async function rulesIn(...args: Parameters<typeof validate>): Promise<string[]> {
  return (await findingsIn(...args)).map(({ rule }) => rule)
}

describe('links that are in order', () => {
  const GOOD = [
    'See [rg](https://github.com/BurntSushi/ripgrep), <https://www.rust-lang.org/>',
    'https://en.wikipedia.org/wiki/URI_normalization#History',
    '[a](http://example.com)',
    '[a](https://example.com)',
    '[a](https://example.com/a//b/?b=2&a=1&&c#readme)',
    '[a](https://ru.wikipedia.org/wiki/Тест)',
    '[a](HTTPS://Example.com/%7efoo)',
    '[a](https://www.youtube.com/watch?v=2LvvVFCEIv8&list=PLe)',
    '[a](https://example.com/?page=3&lang=fr&ref=x)',
    '[a](https://web.archive.org/web/2020/https://example.com/a?utm_source=x)',
    '[a](https://web.archive.org/web/2020id_/http://example.com/a;jsessionid=1?gclid=1)',
    '[a](https://archive.ph/2020/https://example.com/?fbclid=1#b)',
    '[a](https://example.com/f?utm_source=x&X-Amz-Signature=1)',
    '[a](https://github.com/o/r/issues/new?body=a%0Ab%0d%00)',
    '[a](https://example.com?by=@ada)',
    `[a](https://example.com/?${'a'.repeat(9000)})`,
  ]
  for (const text of GOOD) test(text, async () => assert.deepEqual(await rulesIn(text), []))
})

describe('links that do not lead to the public web', () => {
  const OTHER = [
    'Open http://localhost:3000 or [here](http://localhost:1313/docs/).',
    '[chat](irc://irc.libera.chat/canonist) <ftp://ftp.gnu.org/gnu/> [clone](ssh://git@github.com/a/b.git)',
    '[router](http://192.168.1.1/) [v6](http://[::1]:8080/) [public](http://93.184.216.34/)',
    '[a](https://example.com:8443/a) [a](https://user:pw@example.com/)',
    '[a](http://my-service/) [a](http://db.internal/) [a](https://a.example/) [a](http://x.svc.cluster.local/)',
    '[a](https://some_user.tumblr.com/)',
    '[a](https://kubernetes.default.svc) [a](https://domain.tld/) [a](http://some.url/) [a](https://foo.bar.baz/)',
    '[a](https://vitalik.eth/) [a](http://planet.i2p/) [a](https://cluster-api.kubernetes:6443)',
    '[a](https/b.com) [a](http) [a](https.md) [a](httpx/) [a](sftp://example.com/) [a](ssh://example.com)',
    'Set it to https://hostname:port or https:// and then https://<host>/ or https://*.example.com/.',
    '[a](https://{{host}}/x) [a](https://v{{version}}.example.com/?utm_source=x) [a](https://${HOST}/)',
    '- [$number - $title](https://example.com/$link/README.md)\n- [$number - $title](https://example.com/$link/README.md)',
    '[a](https://example.com/$name?utm_source=x)',
  ]
  for (const text of OTHER) test(text, async () => assert.deepEqual(await rulesIn(text), []))

  test('in data: templates, patterns, lists of URLs and sentences', async () => {
    const values = [
      'https://*/*',
      'https://localhost:7215;http://localhost:5086',
      'https://hostname:port',
      'https:// is a scheme',
      'http://localhost:3000',
      'https://proxy.golang.org,direct',
      String.raw`https://godoc\.org/google\.golang\.org/grpc`,
    ]
    assert.deepEqual(await rulesIn(JSON.stringify({ values }), 'json'), [])
  })

  const PREFIXES = [
    'http://',
    'https://',
    'HTTP://',
    'http:/',
    'https//',
    'http:///',
    'https://#',
    'htps://',
    'http:// ',
  ]
  for (const url of [...PREFIXES, 'http:', 'ftp://', 'www.', 'https://www.']) {
    test(`${JSON.stringify(url)} is what URLs begin with: no link in data and prose`, async () => {
      assert.deepEqual(await rulesIn(JSON.stringify([url, { url }]), 'json'), [])
      assert.deepEqual(await rulesIn(`- "${url}"\n- ${url}\n`, 'yaml'), [])
      assert.deepEqual(await rulesIn(`name,url\na,${url}\nb,"${url}"\n`, 'csv'), [])
      assert.deepEqual(await rulesIn(`It begins with <${url}>, ${url} or <a href="${url}">this</a>.\n`), [])
    })
  }

  for (const url of PREFIXES.map((prefix) => prefix.trim())) {
    test(`a link to ${url} leads nowhere`, async () => {
      assert.deepEqual(await rulesIn(`[a](${url})`), ['malformed'])
      assert.deepEqual(await rulesIn(`[a]\n\n[a]: ${url}\n`), ['malformed'])
    })
  }

  test('a field that is named holds links, so there it is an error', async () => {
    const options = optionsFor(FIELD, { policy: policies.links })
    for (const url of ['http://localhost:3000', 'irc://irc.libera.chat/x', 'https://hostname:port', 'http://']) {
      const file = createFile('a', JSON.stringify({ u: url }), 'json')
      const { findings } = await validateFiles([file], context, options)
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        ['malformed'],
        url,
      )
    }
  })
})

describe('malformed', () => {
  const cases = [
    { url: 'htps://example.com/', says: 'htps://example.com/: The scheme is misspelled. Write http or https.' },
    { url: 'ttp://example.com/', says: 'ttp://example.com/: The scheme is misspelled. Write http or https.' },
    {
      url: 'https://https://example.com',
      says: /^https:\/\/https:\/\/example\.com: The host is not a public host name/,
    },
    { url: 'hppts://example.com/', says: 'hppts://example.com/: The scheme is misspelled. Write http or https.' },
    { url: 'httos://example.com/', says: 'httos://example.com/: The scheme is misspelled. Write http or https.' },
    {
      url: 'https//example.com/',
      says: 'https//example.com/: "://" is missing after the scheme. Write https://example.com/',
    },
    {
      url: 'http:/example.com',
      says: 'http:/example.com: "://" is missing after the scheme. Write http://example.com',
    },
    { url: 'https://example,com/a', says: /^https:\/\/example,com\/a: .* Check the spelling of the host\.$/ },
    { url: 'https://example.con', says: /^https:\/\/example\.con: The host is not a public host name/ },
    {
      url: 'https://www.example.cmo/a',
      says: /^https:\/\/www\.example\.cmo\/a: The host is not a public host name/,
    },
    { url: 'https://www.example,com/a', says: /^https:\/\/www\.example,com\/a: .* Check the spelling of the host\.$/ },
    {
      url: 'https://example.com:99999/',
      says: 'https://example.com:99999/: The port is not a number from 0 to 65535. Correct it, or remove it.',
    },
  ]
  for (const { url, says } of cases) {
    test(url, async () => {
      const [found, ...others] = await findingsIn(`[a](${url})`)
      assert.deepEqual([found?.rule, found?.level, others], ['malformed', 'error', []])
      if (typeof says === 'string') assert.equal(found?.message, says)
      else assert.match(found?.message ?? '', says)
    })
  }
})

test('in data a misspelled scheme is malformed, too', async () => {
  const values = [
    'https//example.com/',
    'http:/example.com',
    'hppts://example.com/',
    'https://example.com/',
    String.raw`https://example.com\a`,
  ]
  assert.deepEqual(await rulesIn(JSON.stringify({ values }), 'json'), Array(4).fill('malformed'))
})

describe('tracking', () => {
  const cases = [
    {
      why: 'a link that is not requested',
      before: 'https://github.com/o/r/issues/new?body=a%0Ab&utm_source=x',
      after: 'https://github.com/o/r/issues/new?body=a%0Ab',
    },
    { why: 'a port', before: 'https://example.com:8443/?fbclid=x', after: 'https://example.com:8443/' },
    { why: 'only the parameter goes', before: 'http://example.com?utm_source=x', after: 'http://example.com' },
    {
      why: 'all else stays as it is spelled',
      before: 'https://ru.wikipedia.org/wiki/Тест/?b=%7e&utm_medium=y&a#Раздел',
      after: 'https://ru.wikipedia.org/wiki/Тест/?b=%7e&a#Раздел',
    },
    { why: 'a home page', before: 'https://example.com/?fbclid=1', after: 'https://example.com/' },
    {
      why: 'a dollar sign within a name',
      before: 'https://example.com/Map$Entry.html?utm_source=x',
      after: 'https://example.com/Map$Entry.html',
    },
    {
      why: 'parentheses in pairs need no escape',
      before: 'https://en.wikipedia.org/wiki/Tea_(drink)_(hot)?fbclid=1',
      after: 'https://en.wikipedia.org/wiki/Tea_(drink)_(hot)',
    },
    { why: 'an escaped name', before: 'https://example.com/?utm%5Fsource=1&x=2', after: 'https://example.com/?x=2' },
  ]
  for (const { why, before, after } of cases) {
    test(`${before} -> ${after} (${why})`, async () => {
      const { findings, fixes } = await validate(`[a](${before})\n`)
      assert.deepEqual(
        findings.map(({ rule, replacement }) => [rule, replacement]),
        [['tracking-left', after]],
      )
      const fixed = Buffer.from(fixes[0]?.bytes ?? []).toString()
      assert.equal(fixed, `[a](${after})\n`)
      assert.deepEqual((await validate(fixed)).fixes, [])
    })
  }

  test('with the rule off nothing is written', async () => {
    const getLevel = createLevels([{ 'tracking-left': 'off' }], linksOptions.getLevel)
    const { findings, fixes } = await validate('[a](https://example.com/?fbclid=1)', 'markdown', {
      ...linksOptions,
      getLevel,
    })
    assert.deepEqual([findings, fixes], [[], []])
  })
})

describe('duplicate', () => {
  const X = '[x](https://example.com/x)'
  const PAGE = 'https://example.com/page'
  const TWO = '- [a](https://example.com/x)\n- [b](https://example.com/x)'
  const CHANGE = 'https://github.com/a/b/commit/c447628'
  const COURSES = ['', 'a', 'b', 'c']
    .map(
      (at) =>
        `- Course\n  - [Lectures](https://example.com/x${at})\n  - [Notes](https://example.com/x${at && `${at}/n`})\n`,
    )
    .join('')
  const cases = [
    { why: 'two entries of a list', text: `- ${X}\n- [y](https://example.com/y)\n- ${X} - again`, found: 1 },
    { why: 'whatever the tracking', text: `- ${X}\n- [z](https://example.com/x?utm_source=a)`, found: 1 },
    { why: 'bare and in angle brackets', text: `* https://example.com/x\n* <https://example.com/x>`, found: 1 },
    { why: 'with signs and boxes before it', text: `- [ ] **${X}**\n- [x] 🔥 ${X}`, found: 1 },
    { why: 'rows of a table', text: `| a | b |\n|---|---|\n| ${X} | 1 |\n| ${X} | 1 |`, found: 1 },
    { why: 'not rows that differ', text: `| a | b |\n|---|---|\n| ${X} | 1 |\n| ${X} | 2 |`, found: 0 },
    { why: 'with a description', text: `- ${X} - one\n- **${X}** \u2014 two`, found: 1 },
    { why: 'with a title', text: `- [x](https://example.com/x "X")\n- [x](<https://example.com/x> 'X')`, found: 1 },
    { why: 'not before prose', text: `- ${X} specifies CTR mode\n- ${X} specifies CBC mode`, found: 0 },
    { why: 'not before a colon', text: `- ${X}: one\n- ${X}: two`, found: 0 },
    { why: 'not before prose on the next line', text: `- ${X}\n  says one thing\n- ${X}\n  says another`, found: 0 },
    { why: 'not as the heading of a nested list', text: `- ${X}\n  - a\n- ${X}\n  - b`, found: 0 },
    { why: 'not with more paragraphs', text: `- ${X}\n\n  One.\n\n- ${X}\n\n  Two.`, found: 0 },
    { why: 'not a shared reference', text: `- ${X}\n- ${X}\n- ${X}`, found: 0 },
    { why: 'not with another mark', text: `- ${X}\n* ${X}`, found: 0 },
    { why: 'in a loose list of a block quote', text: `> - ${X}\n>\n> - ${X}`, found: 1 },
    { why: 'not with code between', text: `- ${X}\n\n\`\`\`\na\n\`\`\`\n\n- ${X}`, found: 0 },
    { why: 'not in running text', text: `${X} and ${X}, and\n${X}\n`, found: 0 },
    { why: 'not what an entry only mentions', text: `- ${X}\n- y, see ${X}`, found: 0 },
    { why: 'not twice in one entry', text: `- ${X} ${X}`, found: 0 },
    { why: 'not in two lists', text: `- ${X}\n\nMore:\n\n- ${X}`, found: 0 },
    { why: 'not below two headings', text: `# A\n- ${X}\n# B\n- ${X}`, found: 0 },
    { why: 'not below two entries', text: `- A\n  - ${X}\n- B\n  - ${X}`, found: 0 },
    { why: 'a list goes on behind a nested one', text: `- ${X}\n- b\n  - a\n- ${X}`, found: 1 },
    { why: 'not numbered steps', text: `1. ${X} it\n2. ${X} again`, found: 0 },
    { why: 'not two fragments', text: `- ${X}\n- [x](https://example.com/x#y)`, found: 0 },
    { why: 'under two texts', text: `- [Lectures](https://example.com/x)\n- [Notes](https://example.com/x)`, found: 1 },
    { why: 'not two parts that each course has', text: COURSES, found: 0 },
    { why: 'a part that a course names twice', text: COURSES.replaceAll('[Notes]', '[ lectures ]'), found: 1 },
    { why: 'not two changes in one commit', text: `- [a](${CHANGE})\n- [b](${CHANGE})`, found: 0 },
    { why: 'a change that is named twice', text: `- [a](${CHANGE})\n- [A](${CHANGE})`, found: 1 },
    { why: 'not two things of a list that has others, too', text: `${TWO}\n- c\n- **d** (${X})`, found: 0 },
    { why: 'one entry without a link is nothing', text: `${TWO}\n- and many more`, found: 1 },
    { why: 'the heading of a nested list is none', text: `${TWO}\n- c\n  - e\n- d\n  - e`, found: 1 },
    { why: 'a thing that stands there twice', text: `- ${X}\n- c\n- d\n- ${X}`, found: 1 },
    { why: 'not in a list that cites sections', text: `${TWO}\n- [c](${PAGE}#c)\n- [d](${PAGE}#d)`, found: 0 },
    { why: 'sections of two pages', text: `${TWO}\n- [c](${PAGE}#c)\n- [d](${PAGE}/2#d)`, found: 1 },
    { why: 'routes are no sections', text: `${TWO}\n- [c](${PAGE}#/c)\n- [d](${PAGE}#/d)`, found: 1 },
    { why: 'a change without a text', text: `- ${CHANGE}\n- <${CHANGE}>`, found: 1 },
    { why: 'not two names of code', text: `- [\`Var\`](${PAGE})\n- [\`Secret\`](${PAGE})`, found: 0 },
    { why: 'not two packages', text: `- [a\\_b](${PAGE})\n- [a\\_b\\_core](${PAGE})`, found: 0 },
    { why: 'not two functions', text: `- [bit&#95;and](${PAGE})\n- [bool&#95;and / every](${PAGE})`, found: 0 },
    { why: 'a package that is named twice', text: `- [a_b](${PAGE})\n- [a_b](${PAGE})`, found: 1 },
    { why: 'a name of code and words', text: `- [\`Var\`](${PAGE})\n- [Variables](${PAGE})`, found: 1 },
    { why: 'not two platforms', text: `- [Alpine x64](${PAGE})\n- [Alpine ARM64](${PAGE})`, found: 0 },
    { why: 'not two systems', text: `- [Android](${PAGE})\n- [iOS](${PAGE})`, found: 0 },
    { why: 'not two models', text: `- [Series 4000](${PAGE})\n- [Series 6000](${PAGE})`, found: 0 },
    { why: 'not rows of models', text: `- [CC2652P/CC2652R stick](${PAGE})\n- [CC1352P stick](${PAGE})`, found: 0 },
    { why: 'one model', text: `- [Series 4000](${PAGE})\n- [Series 4000](${PAGE})`, found: 1 },
    { why: 'two series', text: `- [Smart 4000](${PAGE})\n- [Genius 6000](${PAGE})`, found: 1 },
    { why: 'two lectures', text: `- [Lecture 21](${PAGE})\n- [Lecture 22](${PAGE})`, found: 1 },
    { why: 'two years', text: `- [Report 2023](${PAGE})\n- [Report 2024](${PAGE})`, found: 1 },
    { why: 'two distributions', text: `- [Alpine x64](${PAGE})\n- [Debian x64](${PAGE})`, found: 1 },
    { why: 'two parts', text: `- [Part 1](${PAGE})\n- [Part 2](${PAGE})`, found: 1 },
    {
      why: 'the page of all changes',
      text: '- [a](https://github.com/a/b/issues)\n- [b](https://github.com/a/b/issues)',
      found: 1,
    },
  ]
  for (const { why, text, found } of cases) {
    test(`${JSON.stringify(text)} (${why})`, async () => {
      const findings = (await findingsIn(text)).filter(({ rule }) => rule !== 'tracking-left')
      assert.equal(findings.length, found)
      for (const { rule, level } of findings) assert.deepEqual([rule, level], ['duplicate', 'warning'])
    })
  }

  const RECORDS = [
    'CHANGELOG.md',
    'docs/change-log.md',
    'docs/ChangeLog-6.md',
    'HISTORY.md',
    'docs/release_notes.md',
    'legal/3rdparty.mdx',
    'THIRD-PARTY-NOTICES.md',
    'meeting-notes-archive/2020.md',
    'notes/2021-meeting-notes.md',
    'resources/meeting_presentations.md',
  ]
  for (const name of RECORDS) {
    test(`not in ${name}, which records what happened`, async () => {
      assert.deepEqual(
        (await validateFiles([createFile(name, TWO, 'markdown', EVERY_LINK)], context, linksOptions)).findings,
        [],
      )
    })
  }
  for (const name of [
    'history-books.md',
    'news-sites.md',
    'third-party/nginx.md',
    'docs/licensing.md',
    'changes-to-plan.md',
  ]) {
    test(`in ${name}, which only sounds like a record`, async () => {
      const { findings } = await validateFiles([createFile(name, TWO, 'markdown', EVERY_LINK)], context, linksOptions)
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        ['duplicate'],
      )
    })
  }

  test('not in two elements of MDX', async () => {
    const text = `<Tabs>\n  <Tab>\n  - ${X}\n  </Tab>\n  <Tab>\n  - ${X}\n  </Tab>\n</Tabs>\n`
    assert.deepEqual(await rulesIn(text, 'mdx'), [])
    assert.deepEqual(await rulesIn(`<Tab>\n- ${X}\n- ${X}\n</Tab>\n`, 'mdx'), ['duplicate'])
  })

  test('in data: within one list, not between entries, and not between fields', async () => {
    const X1 = 'https://example.com/x'
    assert.deepEqual(await rulesIn(JSON.stringify({ links: [X1, X1] }), 'json'), ['duplicate'])
    assert.deepEqual(await rulesIn(JSON.stringify([X1, X1]), 'json'), ['duplicate'])
    assert.deepEqual(await rulesIn(JSON.stringify([X1, X1, X1]), 'json'), [])
    assert.deepEqual(await rulesIn(JSON.stringify([{ url: X1, code: X1 }, { url: X1 }]), 'json'), [])
    assert.deepEqual(await rulesIn(`name,url\na,${X1}\nb,${X1}\n`, 'csv'), [])
  })

  test('a long line of links takes time in proportion to its length', async () => {
    const timeFor = async (links: number): Promise<number> => {
      const start = process.cpuUsage()
      await rulesIn(`[a](https://a.com/) ${'x'.repeat(2000)} `.repeat(links))
      return process.cpuUsage(start).user
    }
    await timeFor(500)
    const [short, long] = [await timeFor(1000), await timeFor(4000)]
    assert.ok(long < 10 * short, `${short} and ${long} µs`)
  })

  test('a hostile line takes no time', async () => {
    const start = process.cpuUsage()
    await rulesIn(`- ${'['.repeat(50_000)}${X}\n- ${'[a]'.repeat(300)}(${X}\n`.repeat(20))
    const { user } = process.cpuUsage(start)
    assert.ok(user < 20_000_000, `${user} µs`)
  })
})
