import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { NameJudge } from '../../src/normalize/name-judge.ts'
import { comparePairs, cutPairs, readName, cutQuery, readValue, type PairList } from '../../src/normalize/pair-list.ts'
import { EMPTY_PAIR, LONE_QUESTION_MARK, PAIR, UNSORTED_PAIRS } from '../../src/normalize/signs.ts'
import { runs } from '@canonist/test-support/runs.ts'

const indifferent: NameJudge = () => 0

const listNames = ({ text, pairs, count }: PairList): string[] =>
  pairs.slice(0, count).map((pair) => readName(text, pair))

const withoutX = (query: string): string => {
  const pairs = cutQuery(query, indifferent)
  pairs.filter((pair, text) => readName(text, pair) !== 'x')
  return pairs.join()
}

const CUTS = [
  { query: '', names: [], values: [] },
  { query: '?', names: [''], values: [''] },
  { query: '?a', names: ['a'], values: [''] },
  { query: '?a=1&b=2', names: ['a', 'b'], values: ['1', '2'] },
  { query: '?a&b=2', names: ['a', 'b'], values: ['', '2'] },
  { query: '?a=b=c', names: ['a'], values: ['b=c'] },
  { query: '?=1&a=', names: ['', 'a'], values: ['1', ''] },
  { query: '?&&a', names: ['', '', 'a'], values: ['', '', ''] },
  { query: '?a?b=1', names: ['a?b'], values: ['1'] },
]

describe('a query is cut into pairs', () => {
  for (const { query, names, values } of CUTS) {
    test(`${query || '(none)'} has the names ${JSON.stringify(names)}`, () => {
      const list = cutQuery(query, indifferent)
      assert.deepEqual(listNames(list), names)
      assert.deepEqual(
        list.pairs.slice(0, list.count).map((pair) => readValue(query, pair)),
        values,
      )
    })
  }

  test('and joined to what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '?') }), (text) => {
        assert.equal(cutQuery(`?${text}`, indifferent).join(), `?${text}`)
      }),
      runs(100),
    )
  })
})

const REMOVALS = [
  { why: 'at the start', query: '?x=1&a&b', becomes: '?a&b' },
  { why: 'in the middle', query: '?a&x=1&b', becomes: '?a&b' },
  { why: 'at the end', query: '?a&b&x=1', becomes: '?a&b' },
  { why: 'every second one', query: '?x&a&x&b&x', becomes: '?a&b' },
  { why: 'all of them, with the question mark', query: '?x&x=2', becomes: '' },
  { why: 'an empty pair stays', query: '?x&', becomes: '?' },
  { why: 'empty pairs keep their place', query: '?&x&&a', becomes: '?&&a' },
  { why: 'nothing to take out', query: '?a&xx=1&b=x', becomes: '?a&xx=1&b=x' },
]

describe('pairs are taken out', () => {
  for (const { why, query, becomes } of REMOVALS)
    test(`${query} -> ${becomes || '(none)'} (${why})`, () => assert.equal(withoutX(query), becomes))

  test('and those of the next query are all there', () => {
    assert.equal(withoutX('?x&a&x&b'), '?a&b')
    assert.equal(withoutX('?a&b&c&d&e'), '?a&b&c&d&e')
  })
})

describe('pairs are moved', () => {
  const reversed = (text: string, start: number, end: number): string => {
    const list = cutPairs(text, start, end, indifferent)
    const { count } = list
    for (const [at, pair] of list.pairs.slice(0, count).toReversed().entries()) list.pairs[at] = pair
    return list.join()
  }

  test('the last one of the text gets a delimiter, the new last one loses its own', () => {
    assert.equal(reversed('?a=1&b=2&c=3', 1, 12), '?c=3&b=2&a=1')
  })

  test('the text before the query comes with them, the text after it does not', () => {
    assert.equal(reversed('http://e/?a&b#c', 10, 13), 'http://e/?b&a')
  })

  test('as many as there are', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `n${index}`)
    const query = `?${names.join('&')}`
    assert.equal(reversed(query, 1, query.length), `?${names.toReversed().join('&')}`)
    assert.equal(withoutX('?a&x&b'), '?a&b')
  })
})

const SIGNS = [
  { query: '', signs: 0 },
  { query: '?', signs: PAIR | EMPTY_PAIR | LONE_QUESTION_MARK },
  { query: '?a&b', signs: PAIR },
  { query: '?b&a', signs: PAIR | UNSORTED_PAIRS },
  { query: '?a&&b', signs: PAIR | EMPTY_PAIR | LONE_QUESTION_MARK | UNSORTED_PAIRS },
  { query: '?name1&name2', signs: PAIR },
  { query: '?name2&name1', signs: PAIR | UNSORTED_PAIRS },
  { query: '?name2&name', signs: PAIR | UNSORTED_PAIRS },
  { query: '?a=2&a=1', signs: PAIR },
]

describe('pairs show signs', () => {
  for (const { query, signs } of SIGNS)
    test(`${query || '(none)'} shows ${signs.toString(2)}`, () =>
      assert.equal(cutQuery(query, indifferent).signs, signs))
})

test('names are compared as texts are', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '%', '~'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(name, name, (first, second) => {
      const { text, pairs } = cutQuery(`?${first}&${second}`, indifferent)
      const [a, b] = pairs
      assert.ok(a && b)
      assert.equal(Math.sign(comparePairs(text, a, b)), first < second ? -1 : first > second ? 1 : 0)
    }),
    runs(100),
  )
})
