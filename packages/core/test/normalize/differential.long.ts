import { test } from 'node:test'
import { createRandom } from '../support/random-url.ts'
import { compareWithPlatform } from './differential.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

for (let part = 0; part < 4; part++) {
  test(`a million generated texts from seed ${seed + part}: rfc3986 is what the platform says`, (t) => {
    t.diagnostic(JSON.stringify({ seed: seed + part, ...compareWithPlatform(1_000_000, createRandom(seed + part)) }))
  })
}
