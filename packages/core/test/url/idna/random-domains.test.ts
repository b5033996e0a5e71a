import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, emptyTally } from './compare.ts'
import { createRandom, randomDomain } from './random-domain.ts'

const COUNT = 200_000

test(`${COUNT} random domains: the platform and tr46 agree`, () => {
  const random = createRandom(17)
  const tally = emptyTally()
  for (let left = COUNT; left > 0; left -= 1) compare(randomDomain(random), tally)
  assert.ok(tally.stale < COUNT / 1000, `${tally.stale} were laid on stale tables`)
})
