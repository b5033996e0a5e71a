import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNeverAlike } from '../../../src/judge/never-alike.ts'

const cases: readonly (readonly [why: string, one: string, other: string, words: readonly string[]])[] = [
  ['languages', 'https://e.com/en/a', 'https://e.com/de/a', ['en', 'de']],
  ['releases in a value', 'https://e.com/?v=1.2', 'https://e.com/?v=1.3', ['1.2', '1.3']],
  ['one is the start of the other', 'https://e.com/1.2', 'https://e.com/1.2.3', ['1.2', '1.2.3']],
  ['host labels', 'https://stable.e.com/', 'https://latest.e.com/', ['stable', 'latest']],
  ['numbers of a whole segment', 'https://e.com/m/4/a', 'https://e.com/m/5/a', ['v4', 'v5']],
  ['a word within a name', 'https://e.com/t.en.html', 'https://e.com/t.de.html', ['en', 'de']],
  ['numbers at the end are pages', 'https://e.com/m/4', 'https://e.com/m/5', []],
  ['another scheme', 'http://e.com/en', 'https://e.com/de', []],
  ['a second difference has no such word', 'https://e.com/en/a', 'https://e.com/de/b', []],
  ['another number of segments', 'https://e.com/en/a', 'https://e.com/de/a/', []],
  ['equal', 'https://e.com/en', 'https://e.com/en', []],
]
for (const [why, one, other, words] of cases)
  test(`${one} and ${other}: ${words.join(' and ') || 'nothing'} (${why})`, () => {
    assert.deepEqual(findNeverAlike(one, other), words)
    assert.deepEqual(findNeverAlike(other, one), words.toReversed())
  })
