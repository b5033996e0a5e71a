import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '@canonist/core'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

test('in memory all parts see the same rows', async () => {
  const canonist = await openCanonist(':memory:')
  const [registry, frontier, health] = [await canonist.registry(), await canonist.frontier(), await canonist.health()]
  await registry.ingest(['https://a.com/1'])
  await frontier.submit(['https://a.com/2'])
  assert.deepEqual(await health.locate(['https://a.com/1', 'https://a.com/2', 'https://a.com/3']), [1, 2, null])
  await canonist.close()
})

test('a part is opened once, also by two who ask at the same moment', async () => {
  const canonist = await openCanonist(':memory:')
  const [one, two] = await Promise.all([canonist.registry(), canonist.registry()])
  assert.equal(one, two)
  assert.equal(await canonist.frontier(), await canonist.frontier())
  await canonist.close()
})

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: the policy is read once, and a rekey by one part is seen by the others`, async () => {
    const canonist = await openCanonist(await freshLocation())
    const registry = await canonist.registry()
    await registry.ingest(['https://a.com/?b=1&a=2'])
    assert.equal(canonist.policy.name, 'dedupe')
    await registry.rekey(policies.rfc3986)
    await (await canonist.frontier()).submit(['https://a.com/?b=1&a=2'])
    assert.equal(canonist.policy.name, 'rfc3986')
    await canonist.close()
  })

  test(`${dialect}: a policy other than the active one is refused, and the connections are closed`, async () => {
    const location = await freshLocation()
    const canonist = await openCanonist(location)
    await (await canonist.registry()).ingest(['https://a.com/'])
    await canonist.close()
    await assert.rejects(openCanonist(location, { policy: 'rfc3986' }), { code: 'registry/other-policy' })
  })
}

test('what must exist is not made', async () => {
  await assert.rejects(openCanonist('/nonexistent/canonist.db', { mustExist: true }), { code: 'store/missing' })
})
