import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSimhash, countDifferentBits } from '../../src/extract/simhash.ts'
import { readPage } from './support/read.ts'

const numbered = (count: number, start = 0): string =>
  Array.from({ length: count }, (_, index) => `w${start + index}`).join(' ')

// Stored in registries: these may never change.
const pinned: readonly { text: string; gives: string }[] = [
  { text: '', gives: '0000000000000000' },
  { text: 'tide', gives: '6bed2ca6912b8499' },
  { text: 'High water at six, low water at noon.', gives: '21203c5ba40f58c1' },
  { text: '潮汐表', gives: '0140b4146c008640' },
]

for (const { text, gives } of pinned) test(`'${text}' -> ${gives}`, () => assert.equal(computeSimhash(text), gives))

test('case, marks and white space do not count', () => {
  assert.equal(computeSimhash('HIGH water —\n at  six'), computeSimhash('High, water at six!'))
})

const distances: readonly { why: string; a: string; b: string; atLeast: number; atMost: number }[] = [
  { why: 'one word of 500 changed', a: numbered(500), b: numbered(500).replace('w250', 'x'), atLeast: 0, atMost: 6 },
  { why: 'another text', a: numbered(500), b: numbered(500, 1000), atLeast: 16, atMost: 48 },
  {
    why: 'another order',
    a: numbered(500),
    b: numbered(500).split(' ').toReversed().join(' '),
    atLeast: 16,
    atMost: 48,
  },
]

for (const { why, a, b, atLeast, atMost } of distances) {
  test(`${why}: ${atLeast} to ${atMost} bits`, () => {
    const distance = countDifferentBits(computeSimhash(a), computeSimhash(b))
    assert.ok(distance >= atLeast && distance <= atMost, `${distance} bits`)
  })
}

test('distances count bits, and wrong fingerprints throw nothing', () => {
  assert.equal(countDifferentBits('ffffffffffffffff', '0000000000000000'), 64)
  assert.equal(countDifferentBits('8000000000000001', '0000000000000000'), 2)
  assert.equal(typeof countDifferentBits('', 'zz'), 'number')
})

test('what a site has around every page does not count', () => {
  const page = (menu: string): string =>
    `<html><body><nav>${menu}</nav><main>${numbered(50)}</main><footer>${menu}</footer>`
  assert.equal(readPage(page('one two three')).simhash, readPage(page('four five six')).simhash)
  assert.equal(readPage('<html><nav>one two</nav>').simhash, computeSimhash('one two'))
})
