import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChoices, findNearest, suggestFix, suggestWords } from '../../src/text/nearest.ts'

const REASONS = ['not_found', 'dns_timeout', 'read_timeout', 'connect_timeout', 'gone', 'reset', 'poison']
const MANY = [...REASONS, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']

const MEANT: { word: string; known: string[]; meant: string[] }[] = [
  { word: 'normalise', known: ['normalize', 'dedupe'], meant: ['normalize'] },
  { word: 'NORMALIZE', known: ['normalize'], meant: ['normalize'] },
  { word: 'notfound', known: REASONS, meant: ['not_found'] },
  { word: 'timeout', known: REASONS, meant: ['dns_timeout', 'read_timeout'] },
  { word: 'time', known: REASONS, meant: [] },
  { word: 'no', known: ['no-link', 'a-no'], meant: [] },
  { word: 'delay', known: ['host-delay', 'port'], meant: ['host-delay'] },
  { word: 'rde', known: ['red'], meant: ['red'] },
  { word: '', known: ['a-b', 'abc'], meant: [] },
]
for (const { word, known, meant } of MEANT)
  test(`${JSON.stringify(word)} may mean ${meant.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(suggestWords(word, known), meant))

const FIXES = [
  { word: 'gonw', known: MANY, fix: 'Did you mean gone?', choices: 'it is none of the 13 names. Did you mean gone?' },
  {
    word: 'timeout',
    known: MANY,
    fix: 'Did you mean dns_timeout, read_timeout or connect_timeout?',
    choices: 'it is none of the 13 names. Did you mean dns_timeout, read_timeout or connect_timeout?',
  },
  {
    word: 'nonsense',
    known: MANY,
    fix: 'The nearest are gone, poison, reset.',
    choices: 'it is none of the 13 names. The nearest are gone, poison, reset.',
  },
  { word: 'x', known: ['text', 'json'], fix: 'The names are text, json.', choices: 'it must be one of text, json.' },
  {
    word: 'jsn',
    known: ['text', 'json'],
    fix: 'Did you mean json?',
    choices: 'it must be one of text, json. Did you mean json?',
  },
]
for (const { word, known, fix, choices } of FIXES)
  test(`${word} of ${known.length} names: ${choices}`, () =>
    assert.deepEqual([suggestFix(word, known), describeChoices(word, known)], [fix, choices]))

test('names can be called what they name', () =>
  assert.equal(suggestFix('x', ['gone', 'moved'], 'findings'), 'The findings are gone, moved.'))

test('the nearest word may be far away', () => assert.equal(findNearest('ssl_mode', ['max', 'sslmode']), 'sslmode'))
