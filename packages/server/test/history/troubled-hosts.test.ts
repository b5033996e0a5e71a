import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { rankBrokenHosts, rankStuckHosts } from '../../src/history/rank-troubled-hosts.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

/** Counters as the frontier and link health keep them: host, subject, name, slot, count. */
const COUNTERS = [
  ['a.example', 'frontier', 'dead timeout', 0, 2],
  ['a.example', 'frontier', 'dead timeout', 1, 1],
  ['a.example', 'frontier', 'retry timeout', 0, 4],
  ['a.example', 'frontier', 'fetched ', 0, 900],
  ['b.example', 'frontier', 'excluded robots_disallowed', 0, 9],
  ['c.example', 'frontier', 'dead gone', 0, 1],
  ['c.example', 'verdicts', 'gone', 0, 5],
  ['c.example', 'verdicts', 'healthy', 0, 50],
  // A counter whose slots cancel each other out.
  ['d.example', 'frontier', 'dead gone', 0, 3],
  ['d.example', 'frontier', 'dead gone', 1, -3],
] as const

for (const { dialect, freshLocation } of await bothDatabases())
  describe(`${dialect}: hosts with trouble`, () => {
    async function openCounted() {
      const canonist = await openCanonist(await freshLocation())
      const hosts = ['a.example', 'b.example', 'c.example', 'd.example']
      await (await canonist.registry()).ingest(hosts.map((host) => `https://${host}/`))
      await canonist.context.database.transaction(async (transaction) => {
        for (const [host, subject, name, slot, count] of COUNTERS)
          await transaction.run(
            `insert into counts (host_id, subject, name, slot, count)
             values ((select id from hosts where host = $1), $2, $3, $4, $5)`,
            [host, subject, name, slot, count],
          )
      })
      return canonist
    }

    test('those with most URLs come first, counted by reason over all states', async () => {
      const canonist = await openCounted()
      assert.deepEqual(await rankStuckHosts(canonist, 2), {
        hosts: [
          { host: 'b.example', total: 9, counts: { robots_disallowed: 9 } },
          { host: 'a.example', total: 7, counts: { timeout: 7 } },
        ],
        others: { hosts: 1, total: 1, counts: { gone: 1 } },
      })
      await canonist.close()
    })

    test('a host whose links are healthy, or whose counters have gone back to 0, is not among them', async () => {
      const canonist = await openCounted()
      assert.deepEqual(await rankBrokenHosts(canonist, 12), {
        hosts: [{ host: 'c.example', total: 5, counts: { gone: 5 } }],
        others: { hosts: 0, total: 0, counts: {} },
      })
      const { hosts } = await rankStuckHosts(canonist, 12)
      assert.deepEqual(
        hosts.map(({ host }) => host),
        ['b.example', 'a.example', 'c.example'],
      )
      await canonist.close()
    })
  })
