import { test } from 'node:test'
import { checkGate } from './gate-agreement.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

test(`a million strange URLs: whatever passes has one host to all readers, from seed ${seed}`, (t) => {
  t.diagnostic(JSON.stringify(checkGate(1_000_000, seed)))
})
