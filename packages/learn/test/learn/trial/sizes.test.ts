// Logs that tell how long pages were, and nothing else: equal sizes are one page, or two of one length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'

const S = 'https://s.example'

type Spelling = (page: number) => readonly [path: string, size: number]

const createSizedLog = (pages: number, ...spellings: readonly Spelling[]): CrawlRecord[] =>
  Array.from({ length: pages }, (_, page) =>
    spellings.map((spell) => {
      const [path, size] = spell(page)
      return { url: `${S}${path}`, size }
    }),
  ).flat()

const own = (page: number): number => 1000 + page * 37
const fixed = (): number => 5120

/** Pages of a section, and the same with a parameter; `size` says what each is long. */
const section = (name: string, pages: number, size: (page: number) => number): CrawlRecord[] =>
  createSizedLog(
    pages,
    (page) => [`/${name}/${page}`, size(page)],
    (page) => [`/${name}/${page}?v=${page % 7}`, size(page)],
  )

const rows: readonly { why: string; log: CrawlRecord[]; input: string; becomes: string }[] = [
  {
    why: 'every page has its own size, so that equal ones are one page',
    log: section('a', 80, own),
    input: '/a/900?v=3',
    becomes: '/a/900',
  },
  {
    why: 'all pages are of one size, which tells nothing of any two',
    log: section('a', 80, fixed),
    input: '/a/900?v=3',
    becomes: '/a/900?v=3',
  },
  {
    why: 'nor do nine sizes that all pages share',
    log: section('a', 200, (page) => 5000 + (page % 9)),
    input: '/a/900?v=3',
    becomes: '/a/900?v=3',
  },
  {
    why: 'a part of one size takes no rule from a part where sizes tell',
    log: [...section('a', 80, own), ...section('b', 80, fixed)],
    input: '/b/900?v=3',
    becomes: '/b/900?v=3',
  },
  {
    why: 'which keeps it',
    log: [...section('a', 80, own), ...section('b', 80, fixed)],
    input: '/a/900?v=3',
    becomes: '/a/900',
  },
  {
    why: 'sizes that differ tell pages apart, whatever the others are like',
    log: createSizedLog(
      80,
      (page) => [`/a/${page}`, own(page)],
      (page) => [`/a/${page}?v=${page % 7}`, own(page) + (page % 3)],
    ),
    input: '/a/900?v=3',
    becomes: '/a/900?v=3',
  },
  {
    why: 'two rules of one page do not make its size a common one',
    log: createSizedLog(
      80,
      (page) => [`/a/${page}`, own(page)],
      (page) => [`/a/${page}?v=${page % 7}`, own(page)],
      (page) => [`/a/${page}?w=${page % 5}`, own(page)],
      (page) => [`/a/${page}?v=${page % 7}&w=${page % 5}`, own(page)],
    ),
    input: '/a/900?v=3&w=2',
    becomes: '/a/900',
  },
]
for (const { why, log, input, becomes } of rows) {
  test(`${input} -> ${becomes} (${why})`, async () => {
    const { policy } = await learnRules(log)
    assert.equal(createNormalizer(definePolicy(policy))(`${S}${input}`), `${S}${becomes}`)
  })
}

test('a hash is believed where the size is the same', async () => {
  const log = section('b', 80, fixed).map(({ url, size }) => ({ url, size, contentHash: url.replace(/\?.*/, '') }))
  const { policy } = await learnRules(log)
  assert.equal(createNormalizer(definePolicy(policy))(`${S}/b/900?v=3`), `${S}/b/900`)
})
