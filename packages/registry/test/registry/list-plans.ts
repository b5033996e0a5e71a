import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { createHosts } from '@canonist/crawl/internal/hosts/hosts'
import { createHealth } from '@canonist/links/internal/health/open-health'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { everyList } from '@canonist/test-support/every-list.ts'
import { explained } from '@canonist/test-support/explained.ts'
import { fillLists } from '@canonist/test-support/fill-lists.ts'

/** Every part of every list is read from an index, and reads no more rows than it shows. */
export function testListPlans(databases: TestDatabases, rows: number): void {
  describe(`${databases.dialect}: with ${rows} rows of each kind`, async () => {
    const plain = await openDatabase(await databases.freshLocation())
    const sizes = await fillLists(plain, rows)
    const database = explained(plain)
    const listed = {
      registry: await createRegistry(database),
      frontier: await createFrontier(database),
      health: await createHealth(database),
      hosts: createHosts(database),
    }
    const lists = everyList(listed, sizes)
    database.faults.length = 0
    for (const [name, read] of lists) {
      test(`${name}: the first part and the next`, async () => {
        const first = await read({})
        if (first.next !== null) await read({ after: first.next })
        assert.deepEqual(database.faults.splice(0), [])
      })
    }
    test('the last rows of a filter that few match are found as well', async () => {
      const read = lists.get(`pages, host, ${sizes.rareVerdict}`)
      const { items } = (await read?.({})) ?? { items: [] }
      assert.ok(items.length > 0 && items.length < 20)
      await plain.close()
    })
  })
}
