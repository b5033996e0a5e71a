import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countConnects } from '../support/count-connects.ts'

test('20,000 fuzzed URLs lead to many connects, none of them forbidden', async () => {
  const { connects, answered, forbidden } = await countConnects(20_000, 7)
  assert.deepEqual(forbidden, [])
  assert.ok(connects > 500 && answered > 300, `${connects} connects, ${answered} answers: the test is empty`)
})
