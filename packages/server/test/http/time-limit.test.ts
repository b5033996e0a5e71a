import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '@canonist/core'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { comparePolicies } from '../../src/policies/registry-policy.ts'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()

/** The same object with one method replaced. */
const replaceMethod = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      if (key === name) return method
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

/** A registry whose comparison of policies never ends. */
async function openStuck(canonist: Canonist): Promise<Canonist> {
  const registry = await canonist.registry()
  const stuck = replaceMethod(registry, 'findDifferences', () => new Promise(() => undefined))
  return replaceMethod(canonist, 'registry', async () => stuck)
}

test('a comparison of policies ends at the time limit, like any request that reads', { timeout: 60_000 }, async (t) => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(await openStuck(canonist), { timeLimitMs: 100 })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  const { status, json } = await server.call('/api/v1/policies/diff', { body: { from: 'dedupe', to: 'links' } })
  assert.deepEqual([status, json['code']], [503, 'api/timeout'])
})

test('a comparison of policies on SQLite can be aborted while it reads', async (t) => {
  const canonist = await openCanonist(`${folder.path}/pages.db`)
  t.after(() => canonist.close())
  const registry = await canonist.registry()
  await registry.ingest(Array.from({ length: 10 }, (_, at) => `https://example.com/${at}`))
  const controller = new AbortController()
  // However fast the machine is, each row takes longer than a slice of the comparison.
  let now = 0
  t.mock.method(performance, 'now', () => (now += 1_000))
  // Rows of SQLite come without a wait, so this runs only if the comparison gives other work a turn.
  setImmediate(() => controller.abort(new Error('too long')))
  const compared = comparePolicies(canonist, policies.dedupe, policies.links, { signal: controller.signal })
  await assert.rejects(compared, { message: 'too long' })
})
