import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { computeChance, computeFalseDiscoveries } from '../../../src/judge/false-discovery.ts'
import { THRESHOLDS } from '../../../src/log/thresholds.ts'

const { MAX_FALSE_SHARE } = THRESHOLDS.falseDiscovery

const chances = [
  { why: 'nothing was tried', trials: 0, agreeing: 0, is: '1.0' },
  { why: 'what a wrong rule shows', trials: 40, agreeing: 32, is: '1.0' },
  { why: 'all agree: 0.8 to the tenth', trials: 10, agreeing: 10, is: '0.11' },
  { why: 'fractions count', trials: 10.5, agreeing: 10.5, is: '0.096' },
  { why: 'one failure costs a lot', trials: 35, agreeing: 34, is: '0.0095' },
]
describe('how likely a wrong rule shows as much', () => {
  for (const { why, is, ...count } of chances) {
    test(`${count.agreeing} of ${count.trials}: ${is} (${why})`, () =>
      assert.equal(computeChance(count).toPrecision(2), is))
  }
})

const passing = (chances: readonly number[]): number => {
  const rates = computeFalseDiscoveries(new Map(chances.map((chance, index) => [`${index}`, chance])))
  return [...rates.values()].filter((rate) => rate <= MAX_FALSE_SHARE).length
}

const procedures = [
  { why: 'one proposal has all the room', chances: [0.009], pass: 1 },
  { why: 'of a hundred, one that good is chance', chances: [0.009, ...Array<number>(99).fill(0.5)], pass: 0 },
  { why: 'a better one is not', chances: [0.00009, ...Array<number>(99).fill(0.5)], pass: 1 },
  {
    why: 'good company helps: ten of a hundred',
    chances: [...Array<number>(10).fill(0.0009), ...Array<number>(90).fill(0.5)],
    pass: 10,
  },
  { why: 'a step that fails is passed over where a later one holds', chances: [0.006, 0.0099], pass: 2 },
]
describe('Benjamini and Hochberg at one in a hundred', () => {
  for (const { why, chances, pass } of procedures) {
    test(`${pass} of ${chances.length} pass (${why})`, () => assert.equal(passing(chances), pass))
  }
})

test('the order of the proposals changes nothing', () => {
  const chances = [0.5, 0.001, 0.02, 0.3, 0.0001].map((chance): [string, number] => [`${chance}`, chance])
  const [forth, back] = [
    computeFalseDiscoveries(new Map(chances)),
    computeFalseDiscoveries(new Map(chances.toReversed())),
  ]
  for (const [id, rate] of forth) assert.equal(back.get(id), rate)
})
