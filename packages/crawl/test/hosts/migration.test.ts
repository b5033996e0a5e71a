import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHosts } from '../../src/hosts/hosts.ts'
import { migrate } from '@canonist/registry/internal/store/migrate'
import { readMigrations } from '@canonist/registry/internal/store/migration-files'
import { connect } from '../../../registry/test/store/support/connect.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const NEVER = 8_640_000_000_000_000
const HOUR = 3_600_000

for (const { dialect, emptyLocation } of await bothDatabases()) {
  test(`${dialect}: migration 11 keeps clocks, robots.txt files, probes, and pauses that are not over`, async () => {
    const location = await emptyLocation()
    const [soon, past] = [Date.now() + HOUR, Date.now() - HOUR]
    const before = await connect(location)
    await migrate(before, readMigrations(dialect).slice(0, 10))
    await before.transaction(async (transaction) => {
      for (const [index, host] of ['queued', 'asked', 'failing', 'over', 'held'].entries())
        await transaction.run('insert into hosts (id, host) values ($1, $2)', [index + 1, `${host}.example`])
      const clock =
        'insert into frontier_hosts (host_id, allowed_at, ready_at, robots_delay_ms, failures, held_by, held_until)'
      await transaction.run(
        `${clock} values (1, ${past}, ${past}, 5000, 2, null, null), (5, ${past}, ${soon}, null, 0, 7, ${soon})`,
      )
      await transaction.run(
        `insert into frontier_robots (origin, host_id, status, body, crawl_delay_ms, fetched_at, expires_at)
         values ('https://queued.example', 1, 200, 'User-agent: *', 5000, ${past}, ${soon})`,
      )
      await transaction.run(
        `insert into host_health (host_id, claimed_by, claimed_until, paused_until, pause_reason, probe) values
           (1, null, 0, ${soon}, 'failing', null), (2, 'me', ${soon}, ${soon}, 'asked', 'a probe'),
           (3, null, 0, ${soon}, 'failing', null), (4, null, 0, ${past}, 'asked', null), (5, null, 0, ${soon}, 'asked', null)`,
      )
    })
    await migrate(before, readMigrations(dialect))
    const clocks = await before.all(
      `select host_id, allowed_at, ready_at, robots_delay_ms, failures, reason, held_by from host_clocks order by host_id`,
    )
    assert.deepEqual(
      clocks.map((row) => Object.values(row)),
      [
        [1, soon, soon, 5000, 2, 'host_circuit_open', null],
        [2, soon, NEVER, null, 0, 'retry_after', null],
        [3, soon, NEVER, null, 0, 'host_circuit_open', null],
        // A host that a worker holds keeps its clock: the worker reports about it.
        [5, past, soon, null, 0, null, 7],
      ],
    )
    assert.deepEqual(await before.all('select host_id, claimed_by, probe from host_checks where probe is not null'), [
      { host_id: 2, claimed_by: 'me', probe: 'a probe' },
    ])
    await before.close()
    const hosts = await openHosts(location)
    const queued = await hosts.get('queued.example')
    assert.deepEqual([queued?.state, queued?.robots[0]?.text], ['resting', 'User-agent: *'])
    assert.equal((await hosts.get('over.example'))?.state, 'free')
    await hosts.close()
  })
}
