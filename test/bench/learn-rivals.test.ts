// The rivals do what their papers say, on logs small enough to see through.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnDustBuster, learnSingleParameters, learnTrackingList, type WebRecord } from '../support/benchmark-web.ts'

/** Each page under two spellings; every page has its own content and size. */
const twice = (pages: number, spellings: (page: number) => readonly [string, string]): WebRecord[] =>
  Array.from({ length: pages }, (_, page) => page + 100).flatMap((page) =>
    spellings(page).map((url) => ({
      url: `https://a.example${url}`,
      status: 200,
      contentHash: `h${page}`,
      size: 5000 + page * 7,
    })),
  )

const stories = twice(40, (page) => [`/story?id=${page}`, `/story_${page}`])
const sessions = twice(40, (page) => [`/show?t=${page}`, `/show?t=${page}&sid=${page * 31}`])
const defaults = twice(40, (page) => [`/list?cat=${page}`, `/list?cat=${page}&order=asc`])
const variants = ['', '&colour=red', '&colour=blue'].flatMap((colour, index) =>
  Array.from({ length: 40 }, (_, page) => ({
    url: `https://a.example/item?id=${page}${colour}`,
    status: 200,
    contentHash: `h${page} ${index}`,
    size: 5000 + page * 7 + index,
  })),
)
/** Ten thousand deleted threads with one text are no reason to believe that the number of a thread does not matter. */
const login = Array.from({ length: 40 }, (_, page) => ({
  url: `https://a.example/reply?t=${page}`,
  status: 200,
  contentHash: 'form',
  size: 900,
}))

const DUST_BUSTER = [
  { why: 'a substitution', log: stories, input: '/story?id=777', becomes: '/story_777' },
  { why: 'a parameter with any value', log: sessions, input: '/show?t=777&sid=5', becomes: '/show?t=777' },
  { why: 'a default', log: defaults, input: '/list?cat=777&order=asc', becomes: '/list?cat=777' },
  { why: 'other content', log: variants, input: '/item?id=777&colour=red', becomes: '/item?id=777&colour=red' },
  { why: 'a large bucket is no alias', log: login, input: '/reply?t=777', becomes: '/reply?t=777' },
]

for (const { why, log, input, becomes } of DUST_BUSTER)
  test(`DustBuster: ${input} -> ${becomes} (${why})`, () => {
    assert.equal(learnDustBuster(log).apply(`https://a.example${input}`), `https://a.example${becomes}`)
  })

const SINGLE = [
  { why: 'a parameter with any value', log: sessions, input: '/show?t=777&sid=5', becomes: '/show?t=777' },
  { why: 'a default', log: defaults, input: '/list?cat=777&order=asc', becomes: '/list?cat=777' },
  { why: 'it knows no paths', log: stories, input: '/story?id=777', becomes: '/story?id=777' },
  { why: 'other content; sorted', log: variants, input: '/item?id=777&colour=red', becomes: '/item?colour=red&id=777' },
  { why: 'it counts pairs, and falls for one form', log: login, input: '/reply?t=777', becomes: '/reply' },
]

for (const { why, log, input, becomes } of SINGLE)
  test(`single parameters: ${input} -> ${becomes} (${why})`, () => {
    assert.equal(learnSingleParameters(log, 0.8).apply(`https://a.example${input}`), `https://a.example${becomes}`)
  })

test('the tracking list knows names, not sites', () => {
  const { apply } = learnTrackingList()
  assert.equal(apply('https://a.example/a?utm_source=x&sid_of_site=1'), 'https://a.example/a?sid_of_site=1')
})
