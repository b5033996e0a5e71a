import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WeightedCache } from '../../src/net/politeness/weighted-cache.ts'

test('what was used least recently goes first', () => {
  const cache = new WeightedCache<number>(3)
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value, 1)
  assert.equal(cache.get('a'), 0)
  cache.set('d', 3, 1)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.peek(key)),
    [0, undefined, 2, 3],
  )
})

test('peeking at an entry does not count as using it', () => {
  const cache = new WeightedCache<number>(2)
  cache.set('a', 1, 1)
  cache.set('b', 2, 1)
  assert.equal(cache.peek('a'), 1)
  cache.set('c', 3, 1)
  assert.equal(cache.get('a'), undefined)
})

test('a heavy value drives out many light ones', () => {
  const cache = new WeightedCache<number>(10)
  for (let key = 0; key < 10; key++) cache.set(`${key}`, key, 1)
  cache.set('heavy', 0, 8)
  assert.equal(cache.size, 3)
  assert.equal(cache.peek('9'), 9)
})

test('a new value takes the weight of the old one away', () => {
  const cache = new WeightedCache<number>(10)
  cache.set('a', 1, 8)
  cache.set('a', 2, 2)
  cache.set('b', 3, 8)
  assert.equal(cache.size, 2)
})

test('what is heavier than everything allowed is not kept', () => {
  const cache = new WeightedCache<number>(10)
  cache.set('a', 1, 11)
  assert.equal(cache.size, 0)
})
