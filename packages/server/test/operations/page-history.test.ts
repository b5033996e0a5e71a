import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

for (const { dialect, freshLocation } of await bothDatabases())
  test(`${dialect}: the history of a page is read in parts from either end`, async () => {
    const canonist = await openCanonist(await freshLocation())
    await (await canonist.registry()).ingest(['https://example.com/'])
    for (const at of [1, 2, 3])
      await canonist.context.database.run('insert into observations (page_id, at, seen) values (1, $1, $2)', [
        at,
        JSON.stringify({ at }),
      ])
    const health = await canonist.health()
    async function readAll(order: 'oldest' | 'newest' | undefined): Promise<number[][]> {
      const parts: number[][] = []
      for (let after: string | null | undefined; after !== null;) {
        const { items, next } = await health.listHistory(1, { order, after, limit: 2 })
        parts.push(items.map(({ at }) => at))
        after = next
      }
      return parts
    }
    assert.deepEqual(await readAll(undefined), [[1, 2], [3]])
    assert.deepEqual(await readAll('newest'), [[3, 2], [1]])
    await canonist.close()
  })
