import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policies } from '@canonist/core'
import type { Session } from '../../src/store/database.ts'
import { findPageIds } from '../../src/registry/sql/pages-read.sql.ts'
import { normalizePage } from '../../src/registry/canonical-url.ts'
import { hashKey } from '../../src/registry/keys.ts'

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
      const keys = Array.from({ length: count }, (_, index) =>
        hashKey(normalizePage(`https://a.com/${index}`, policies.dedupe)),
      )
      await findPageIds(session as Session, 1, keys)
    }
    // One looks for pages, one for keys that lead to other pages.
    assert.equal(texts.size, 2)
  })
}
