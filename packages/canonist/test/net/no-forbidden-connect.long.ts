import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countConnects } from '../support/count-connects.ts'

test('200,000 fuzzed URLs lead to many connects, none of them forbidden', async (t) => {
  const { urls, connects, answered, forbidden } = await countConnects(200_000, Date.now())
  t.diagnostic(`${urls} URLs, ${connects} connects, ${answered} answers`)
  assert.deepEqual(forbidden, [])
  assert.ok(connects > 5000 && answered > 3000, `${connects} connects, ${answered} answers: the test is empty`)
})
