import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildHeatTable } from '../src/pages/frontier/build-heat-table.ts'

const row = (state: 'dead' | 'retry' | 'fetched' | 'excluded', reason: string | null, host: string, urls: number) => ({
  state,
  reason,
  host,
  urls,
})

test('hosts and reasons with most URLs come first', () => {
  const { hosts, reasons, count, max } = buildHeatTable([
    row('dead', 'gone', 'a.example', 2),
    row('retry', 'timeout', 'b.example', 7),
    row('dead', 'timeout', 'b.example', 1),
    row('excluded', 'robots_disallowed', 'a.example', 3),
  ])
  assert.deepEqual([hosts, reasons, max], [['b.example', 'a.example'], ['timeout', 'robots_disallowed', 'gone'], 8])
  assert.deepEqual([count('b.example', 'timeout'), count('b.example', 'gone')], [8, 0])
})

test('URLs that were fetched, or have no reason, are no trouble', () => {
  assert.deepEqual(
    buildHeatTable([row('fetched', 'unchanged', 'a.example', 5), row('dead', null, 'a.example', 5)]).hosts,
    [],
  )
})

test('a table has at most 12 hosts and 9 reasons', () => {
  const counts = Array.from({ length: 40 }, (_, i) => row('dead', `reason_${i}`, `h${i}.example`, i + 1))
  const { hosts, reasons } = buildHeatTable(counts)
  assert.deepEqual([hosts.length, reasons.length, hosts[0]], [12, 9, 'h39.example'])
})
