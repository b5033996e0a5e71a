import { test } from 'node:test'
import { compare, emptyTally } from './compare.ts'
import { createRandom, randomDomain } from './random-domain.ts'

for (let seed = 1; seed <= 10; seed += 1) {
  test(`a million random domains from seed ${seed}: the platform and tr46 agree`, () => {
    const random = createRandom(seed)
    const tally = emptyTally()
    for (let left = 1_000_000; left > 0; left -= 1) compare(randomDomain(random), tally)
  })
}
