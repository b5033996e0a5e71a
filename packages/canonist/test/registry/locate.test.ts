import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../src/store/database.ts'
import { pagesByKey } from '../../src/registry/locate.ts'
import { shortHash } from '../../src/registry/stored-hash.ts'

for (const dialect of ['sqlite', 'postgres'] as const) {
  test(`${dialect}: any number of keys makes the same statements, which a connection prepares once`, async () => {
    const texts = new Set<string>()
    const session: Pick<Session, 'dialect' | 'all'> = {
      dialect,
      all: async (sql) => {
        texts.add(sql)
        return []
      },
    }
    for (const count of [1, 2, 3, 500, 999]) {
      const keys = Array.from({ length: count }, (_, index) => shortHash(`https://a.com/${index}`))
      await pagesByKey(session as Session, 1, keys)
    }
    // One looks for pages, one for keys that lead to other pages.
    assert.equal(texts.size, 2)
  })
}
