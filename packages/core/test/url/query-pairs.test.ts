import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldName, readRawName, readRawValue, splitPairs } from '../../src/url/query-pairs.ts'
import { show } from '@canonist/test-support/show.ts'

const QUERIES = [
  { why: 'no query', input: '', becomes: [] },
  { why: 'an empty query has one empty pair', input: '?', becomes: [''] },
  { why: 'an empty pair between', input: '?a&&b', becomes: ['a', '', 'b'] },
  { why: 'a semicolon parts nothing', input: '?a;b', becomes: ['a;b'] },
  { why: 'spelling stays', input: '?q=a%20b+c&flag', becomes: ['q=a%20b+c', 'flag'] },
]
for (const { why, input, becomes } of QUERIES) {
  test(`${show(input)} has ${becomes.length} pairs (${why})`, () => assert.deepEqual(splitPairs(input), becomes))
}

const PAIRS = [
  { why: 'plain', pair: 'a=b', name: 'a', value: 'b' },
  { why: 'no sign', pair: 'a', name: 'a', value: '' },
  { why: 'no value', pair: 'a=', name: 'a', value: '' },
  { why: 'no name', pair: '=b', name: '', value: 'b' },
  { why: 'the first sign parts', pair: 'a=b=c', name: 'a', value: 'b=c' },
  { why: 'an escaped sign does not', pair: 'a%3Db=c', name: 'a%3Db', value: 'c' },
]
for (const { why, pair, name, value } of PAIRS) {
  test(`${pair} is ${show(name)} and ${show(value)} (${why})`, () =>
    assert.deepEqual([readRawName(pair), readRawValue(pair)], [name, value]))
}

const FOLDED = [
  { why: 'case', input: 'UTM_Source', becomes: 'utm_source' },
  { why: 'escapes', input: 'utm%5Fsource', becomes: 'utm_source' },
  { why: 'once', input: 'utm%255Fsource', becomes: 'utm%5fsource' },
  { why: 'UTF-8', input: 'caf%C3%A9', becomes: 'caf\u00e9' },
  { why: 'only ASCII letters change', input: '%C3%89', becomes: '\u00c9' },
  { why: 'not UTF-8', input: 'A%E9', becomes: 'a%e9' },
]
for (const { why, input, becomes } of FOLDED) {
  test(`${show(input)} is compared as ${show(becomes)} (${why})`, () => assert.equal(foldName(input), becomes))
}
