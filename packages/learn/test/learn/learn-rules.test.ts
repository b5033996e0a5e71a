import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../src/log/types.ts'
import { createContents, createLog } from './logs.ts'

const registrableDomain = (host: string): string => host.split('.').slice(-2).join('.')
const WORDS = ['tea', 'green-tea', 'a-cup-of-tea', 'how-to-boil-water', 'kettles-compared']
const slug = (page: number): string => `${WORDS[page % 5]}-no-${page * 7}`
const hex = (page: number): string => ((page * 2654435761) >>> 0).toString(16).padStart(8, '0')

interface Row {
  readonly why: string
  readonly log: readonly CrawlRecord[]
  readonly input: string
  readonly becomes: string
}

const S = 'https://s.example'

const learned: readonly Row[] = [
  {
    why: 'a parameter that changes nothing',
    log: createLog(
      60,
      (n) => `${S}/p/${n}`,
      (n) => `${S}/p/${n}?from=${n % 9}`,
    ),
    input: `${S}/p/900?from=x`,
    becomes: `${S}/p/900`,
  },
  {
    why: 'parameters that always travel together',
    log: createLog(
      60,
      (n) => `${S}/p/${n}`,
      (n) => `${S}/p/${n}?_pos=${n % 9}&_sid=${hex(n)}`,
    ),
    input: `${S}/p/900?_pos=3&_sid=77`,
    becomes: `${S}/p/900`,
  },
  {
    why: 'a session that every URL has',
    log: createLog(
      60,
      (n) => `${S}/p/${n}?sid=${hex(n)}`,
      (n) => `${S}/p/${n}?sid=${hex(n + 500)}`,
    ),
    input: `${S}/p/900?sid=1f`,
    becomes: `${S}/p/900`,
  },
  {
    why: 'a default value, where others mean something',
    log: createContents(
      60,
      (n) => [`${S}/list/${n}`, `list ${n} 1`],
      (n) => [`${S}/list/${n}?page=1`, `list ${n} 1`],
      (n) => [`${S}/list/${n}?page=2`, `list ${n} 2`],
    ),
    input: `${S}/list/900?page=1`,
    becomes: `${S}/list/900`,
  },
  {
    why: 'a session in the path',
    log: createLog(
      60,
      (n) => `${S}/do/${n}`,
      (n) => `${S}/do/${n};jsessionid=${hex(n)}`,
    ),
    input: `${S}/do/900;jsessionid=1F`,
    becomes: `${S}/do/900`,
  },
  {
    why: 'a segment that only tracks',
    log: createLog(
      60,
      (n) => `${S}/dp/B${1000 + n}`,
      (n) => `${S}/dp/B${1000 + n}/ref=sr_${n}_${n % 4}`,
    ),
    input: `${S}/dp/B7777/ref=sr_1_1`,
    becomes: `${S}/dp/B7777`,
  },
  {
    why: 'a substitution with a variable',
    log: createLog(
      60,
      (n) => `${S}/story?id=${n}`,
      (n) => `${S}/story_${n}`,
    ),
    input: `${S}/story?id=900`,
    becomes: `${S}/story_900`,
  },
  {
    why: 'a title that means nothing beside its number',
    log: createLog(
      60,
      (n) => `${S}/threads/${n}-${slug(n)}`,
      (n) => `${S}/showthread.php?t=${n}`,
    ),
    input: `${S}/threads/900-whatever-it-says`,
    becomes: `${S}/showthread.php?t=900`,
  },
  {
    why: 'two titles, and never the number alone',
    log: createLog(
      60,
      (n) => `${S}/q/${n}/${slug(n)}`,
      (n) => `${S}/q/${n}/${slug(n + 3)}`,
    ),
    input: `${S}/q/900/some-new-title`,
    becomes: `${S}/q/900`,
  },
  {
    why: 'an index file',
    log: createLog(
      60,
      (n) => `${S}/d/${n}/`,
      (n) => `${S}/d/${n}/index.php`,
    ),
    input: `${S}/d/900/index.php`,
    becomes: `${S}/d/900/`,
  },
  {
    why: 'an extension',
    log: createLog(
      60,
      (n) => `${S}/guide/${slug(n)}`,
      (n) => `${S}/guide/${slug(n)}.html`,
    ),
    input: `${S}/guide/a-new-one.html`,
    becomes: `${S}/guide/a-new-one`,
  },
  {
    why: 'a slash at the end',
    log: createLog(
      60,
      (n) => `${S}/p/${n}`,
      (n) => `${S}/p/${n}/`,
    ),
    input: `${S}/p/900/`,
    becomes: `${S}/p/900`,
  },
  {
    why: 'the case of a path',
    log: createLog(
      60,
      (n) => `${S}/About/Page${n}.aspx`,
      (n) => `${S}/about/page${n}.aspx`,
    ),
    input: `${S}/ABOUT/Page900.aspx`,
    becomes: `${S}/about/page900.aspx`,
  },
  {
    why: 'the order of parameters',
    log: createLog(
      60,
      (n) => `${S}/s?a=${n}&b=${n % 7}`,
      (n) => `${S}/s?b=${n % 7}&a=${n}`,
    ),
    input: `${S}/s?b=3&a=900`,
    becomes: `${S}/s?a=900&b=3`,
  },
  {
    why: 'www',
    log: createLog(
      60,
      (n) => `https://s.example/p/${n}`,
      (n) => `https://www.s.example/p/${n}`,
    ),
    input: 'https://www.s.example/p/900',
    becomes: 'https://s.example/p/900',
  },
  {
    why: 'a mirror',
    log: createLog(
      60,
      (n) => `https://a.s.example/p/${n}`,
      (n) => `https://mirror.s.example/p/${n}`,
    ),
    input: 'https://mirror.s.example/p/900',
    becomes: 'https://a.s.example/p/900',
  },
  {
    why: 'a port, and a rule for the host behind it',
    log: createLog(
      60,
      (n) => `${S}/p/${n}`,
      (n) => `${S}:8443/p/${n}`,
      (n) => `${S}/p/${n}?from=${n % 9}`,
    ),
    input: `${S}:8443/p/900?from=x`,
    becomes: `${S}/p/900`,
  },
  {
    why: 'the scheme',
    log: createLog(
      60,
      (n) => `http://s.example/p/${n}`,
      (n) => `https://s.example/p/${n}`,
    ),
    input: 'http://s.example/p/900',
    becomes: 'https://s.example/p/900',
  },
  {
    why: 'a language that is the default',
    log: createLog(
      60,
      (n) => `${S}/${slug(n)}`,
      (n) => `${S}/en/${slug(n)}`,
    ),
    input: `${S}/en/a-new-page`,
    becomes: `${S}/a-new-page`,
  },
  {
    why: 'one rule that shows only when another is in force',
    log: createLog(
      60,
      (n) => `${S}/p/${n}?s=${hex(n)}`,
      (n) => `https://www.s.example/p/${n}/?s=${hex(n + 99)}`,
    ),
    input: 'https://www.s.example/p/900/?s=1',
    becomes: `${S}/p/900`,
  },
]

describe('learns', () => {
  for (const { why, log, input, becomes } of learned) {
    test(`${input} -> ${becomes} (${why})`, async () => {
      const { policy } = await learnRules(log, { registrableDomain })
      const normalize = createNormalizer(definePolicy(policy))
      assert.equal(normalize(input), becomes)
      assert.equal(normalize(becomes), becomes)
    })
  }
})

interface Trap {
  readonly why: string
  readonly log: readonly CrawlRecord[]
  /** URLs that must stay apart. */
  readonly apart: readonly [string, string]
}

const traps: readonly Trap[] = [
  {
    why: 'one soft 404 for all of them',
    log: createContents(
      90,
      (n) => [`${S}/item?id=${n}`, 'gone'],
      (n) => [`${S}/about/${n}`, `about ${n}`],
    ),
    apart: [`${S}/item?id=1`, `${S}/item?id=2`],
  },
  {
    why: 'one login page wherever one came from',
    log: createContents(
      90,
      (n) => [`${S}/account/${n}`, 'log in'],
      (n) => [`${S}/account/${n}?tab=a`, 'log in'],
    ),
    apart: [`${S}/account/1`, `${S}/account/2`],
  },
  {
    why: 'case tells files apart',
    log: createContents(
      90,
      (n) => [`${S}/f/A${n}.txt`, `upper ${n}`],
      (n) => [`${S}/f/a${n}.txt`, `lower ${n}`],
    ),
    apart: [`${S}/f/A900.txt`, `${S}/f/a900.txt`],
  },
  {
    why: 'seven pages in ten are the same in two versions of a manual',
    log: createContents(
      200,
      (n) => [`${S}/stable/page-${n}`, `page ${n}`],
      (n) => [`${S}/latest/page-${n}`, n % 10 < 7 ? `page ${n}` : `new page ${n}`],
    ),
    apart: [`${S}/stable/page-900`, `${S}/latest/page-900`],
  },
  {
    why: 'only one value was ever seen to mean nothing',
    log: createContents(
      90,
      (n) => [`${S}/c/${n}`, `c ${n}`],
      (n) => [`${S}/c/${n}?sort=name`, `c ${n}`],
      (n) => [`${S}/d/${n}?sort=price`, `d ${n}`],
    ),
    apart: [`${S}/c/900?sort=price`, `${S}/c/900`],
  },
  {
    why: 'a file beside the title',
    log: createContents(
      90,
      (n) => [`${S}/e/${n}`, `e ${n}`],
      (n) => [`${S}/e/${n}/${slug(n)}`, `e ${n}`],
      (n) => [`${S}/e/${n}/feed.ics`, `feed ${n}`],
    ),
    apart: [`${S}/e/900/feed.ics`, `${S}/e/900`],
  },
  {
    why: 'a word where all others had a number',
    log: createLog(
      90,
      (n) => `${S}/t/${n}-${slug(n)}`,
      (n) => `${S}/t/${n}`,
    ),
    apart: [`${S}/t/how-to-post`, `${S}/t/how-to-read`],
  },
  {
    why: 'a parameter that means something in one part of the site',
    log: createContents(
      90,
      (n) => [`${S}/news/${n}`, `news ${n}`],
      (n) => [`${S}/news/${n}?view=${n % 7}`, `news ${n}`],
      (n) => [`${S}/plan/${n}?view=1`, `plan ${n} 1`],
      (n) => [`${S}/plan/${n}?view=2`, `plan ${n} 2`],
    ),
    apart: [`${S}/plan/900?view=1`, `${S}/plan/900?view=2`],
  },
]

describe('does not learn', () => {
  for (const { why, log, apart } of traps) {
    test(`${apart[0]} is not ${apart[1]} (${why})`, async () => {
      const { policy } = await learnRules(log, { registrableDomain })
      const [one, other] = apart.map(createNormalizer(definePolicy(policy)))
      assert.notEqual(one, other)
    })
  }
})

test('a part of a site that contradicts is left out, the rest keeps the rule', async () => {
  const { log } = traps.at(-1) as Trap
  const normalize = createNormalizer(definePolicy((await learnRules(log)).policy))
  assert.equal(normalize(`${S}/news/900?view=3`), `${S}/news/900`)
})
