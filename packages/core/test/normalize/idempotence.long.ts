import { test } from 'node:test'
import { policies, type PolicyName } from '../../src/index.ts'
import { createRandom } from '../support/random-url.ts'
import { assertRests, checkRandomPolicies, nextUrl } from './idempotence.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

test(`100000 random policies over 50 random URLs each, from seed ${seed}`, (t) => {
  t.diagnostic(JSON.stringify(checkRandomPolicies(100_000, 50, seed)))
})

for (const name of Object.keys(policies) as PolicyName[]) {
  test(`a million random URLs under ${name}, from seed ${seed}`, () => {
    const random = createRandom(seed)
    for (let left = 1_000_000; left > 0; left--) assertRests(policies[name], nextUrl(random))
  })
}
