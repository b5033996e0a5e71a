import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildHeatTable } from '../src/ui/build-heat-table.ts'

const NOBODY = { hosts: 0, total: 0, counts: {} }
const rank = (...hosts: [string, Record<string, number>][]) =>
  hosts.map(([host, counts]) => ({ host, total: Object.values(counts).reduce((sum, count) => sum + count), counts }))

test('hosts stay in the order of the server, and the most frequent reason comes first', () => {
  const hosts = rank(['a.example', { timeout: 7, gone: 2 }], ['b.example', { gone: 6 }])
  const { names, rows } = buildHeatTable({ hosts, others: NOBODY })
  assert.deepEqual(names, ['gone', 'timeout'])
  assert.deepEqual(
    rows.map(({ host }) => host),
    ['a.example', 'b.example'],
  )
})

test('all other hosts share one row, which does not change the heat of the named ones', () => {
  const others = { hosts: 2306, total: 9120, counts: { not_found: 9120 } }
  const { names, rows, computeHeat } = buildHeatTable({ hosts: rank(['a.example', { gone: 100 }]), others })
  assert.deepEqual(names, ['not_found', 'gone'])
  assert.equal(rows.at(-1)?.host, null)
  assert.deepEqual([0, 1, 5, 20, 50, 100, 9120].map(computeHeat), [0, 1, 1, 3, 4, 5, 5])
})

test('at most nine reasons are columns', () => {
  const counts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`reason_${index}`, index + 1]))
  const { names } = buildHeatTable({ hosts: rank(['a.example', counts]), others: NOBODY })
  assert.equal(names.length, 9)
  assert.equal(names[0], 'reason_11')
})

test('one URL alone is not hot', () => {
  const { computeHeat } = buildHeatTable({ hosts: rank(['a.example', { gone: 1 }]), others: NOBODY })
  assert.equal(computeHeat(1), 1)
})
