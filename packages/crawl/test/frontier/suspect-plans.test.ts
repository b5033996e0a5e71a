import assert from 'node:assert/strict'
import { countDueSuspects, findNextSuspectTime, takeSuspectHost } from '../../src/frontier/sql/suspects.sql.ts'
import { resolveFrontierSettings } from '../../src/frontier/frontier-settings.ts'
import type { Row, Session, Transaction, Value } from '@canonist/registry/internal/store/database'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { stageTests } from './support/stage.ts'

for (const databases of await bothDatabases()) {
  const check = stageTests(databases)
  check('suspects are looked for in their own index, however many URLs there are', async ({ frontier, database }) => {
    await frontier.submit(Array.from({ length: 3000 }, (_, number) => `https://h${number % 300}.example/${number}`))
    if (databases.dialect === 'postgres') await database.run('analyze frontier_urls, host_clocks, hosts')
    const explain = databases.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const plans: string[] = []
    const all = async (sql: string, values: readonly Value[] = []): Promise<Row[]> => {
      const rows = await database.all(`${explain} ${sql.replace(/ for update.*$/, '')}`, values)
      plans.push(rows.map((row) => Object.values(row).join(' ')).join('\n'))
      return []
    }
    const session = { dialect: databases.dialect, all } as unknown as Session & Transaction
    await takeSuspectHost(session, resolveFrontierSettings({}))
    await countDueSuspects(session, resolveFrontierSettings({}))
    await findNextSuspectTime(session)
    assert.equal(plans.length, 3)
    for (const plan of plans) {
      assert.match(plan, /frontier_urls_suspect/)
      assert.doesNotMatch(plan, /AUTOMATIC|SCAN u\b(?! USING INDEX)|Seq Scan on frontier_urls/)
    }
  })
}
