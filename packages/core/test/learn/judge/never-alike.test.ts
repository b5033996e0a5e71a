import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNeverAlike } from '../../../src/learn/judge/never-alike.ts'

const cases = [
  { why: 'languages', one: 'https://e.com/en/a', other: 'https://e.com/de/a', words: ['en', 'de'] },
  { why: 'releases in a value', one: 'https://e.com/?v=1.2', other: 'https://e.com/?v=1.3', words: ['1.2', '1.3'] },
  {
    why: 'one is the start of the other',
    one: 'https://e.com/1.2',
    other: 'https://e.com/1.2.3',
    words: ['1.2', '1.2.3'],
  },
  { why: 'host labels', one: 'https://stable.e.com/', other: 'https://latest.e.com/', words: ['stable', 'latest'] },
  { why: 'numbers of a whole segment', one: 'https://e.com/m/4/a', other: 'https://e.com/m/5/a', words: ['v4', 'v5'] },
  {
    why: 'a word within a name',
    one: 'https://e.com/t.en.html',
    other: 'https://e.com/t.de.html',
    words: ['en', 'de'],
  },
  { why: 'numbers at the end are pages', one: 'https://e.com/m/4', other: 'https://e.com/m/5', words: [] },
  { why: 'another scheme', one: 'http://e.com/en', other: 'https://e.com/de', words: [] },
  { why: 'a second difference has no such word', one: 'https://e.com/en/a', other: 'https://e.com/de/b', words: [] },
  { why: 'another number of segments', one: 'https://e.com/en/a', other: 'https://e.com/de/a/', words: [] },
  { why: 'equal', one: 'https://e.com/en', other: 'https://e.com/en', words: [] },
]
for (const { why, one, other, words } of cases)
  test(`${one} and ${other}: ${words.join(' and ') || 'nothing'} (${why})`, () => {
    assert.deepEqual(findNeverAlike(one, other), words)
    assert.deepEqual(findNeverAlike(other, one), words.toReversed())
  })
