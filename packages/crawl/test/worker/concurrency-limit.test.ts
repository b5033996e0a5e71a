import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { ConcurrencyLimit, type Load } from '../../src/worker/concurrency-limit.ts'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { openMonitor } from '../../src/worker/monitor/monitor.ts'

const calm: Load = { late: 0.1, memory: 0.5 }
const late: Load = { late: 0.9, memory: 0.5 }
const large: Load = { late: 0.1, memory: 0.95 }
const between: Load = { late: 0.6, memory: 0.85 }

type Second = readonly [load: Load, visits: number, limit: number]

const cases: readonly { readonly why: string; readonly seconds: readonly Second[]; readonly says?: RegExp }[] = [
  { why: 'a calm process may use all of it', seconds: [[calm, 16, 16]] },
  { why: 'a process that only has much to do keeps what it has', seconds: [[between, 16, 16]] },
  { why: 'without CPU time it is halved', seconds: [[late, 16, 8]], says: /CPU time for 16 pages at once/ },
  { why: 'without memory it is halved', seconds: [[large, 16, 8]], says: /memory for 16 pages at once/ },
  {
    why: 'it waits until the visits have become as few before it is halved again',
    seconds: [
      [late, 16, 8],
      [late, 12, 8],
      [late, 8, 4],
    ],
    says: /CPU time/,
  },
  {
    why: 'it never falls below one',
    seconds: [
      [late, 16, 8],
      [late, 8, 4],
      [late, 4, 2],
      [late, 2, 1],
      [late, 1, 1],
    ],
    says: /CPU time/,
  },
  {
    why: 'it rises by one a second, if it is reached',
    seconds: [
      [late, 16, 8],
      [calm, 8, 9],
      [calm, 3, 9],
      [between, 9, 9],
      [calm, 9, 10],
    ],
    says: /CPU time/,
  },
]

for (const { why, seconds, says } of cases) {
  const loads = seconds.map(([{ late, memory }]) => `${late}/${memory}`).join(' ')
  test(`${loads} -> ${seconds.at(-1)?.[2]} at once (${why})`, () => {
    const messages: (string | null)[] = []
    let [now, load] = [0, calm]
    const limit = new ConcurrencyLimit({
      most: 16,
      now: () => now,
      readLoad: () => load,
      onStrain: (message) => void messages.push(message),
    })
    for (const [next, visits, expected] of seconds) {
      load = next
      limit.adjust(visits)
      now += 1000
      limit.adjust(visits)
      assert.equal(limit.current, expected)
    }
    assert.equal(messages.length, says === undefined ? 0 : 1, 'it is said once')
    if (says !== undefined) assert.match(messages[0] ?? '', says)
  })
}

test('that it is over is said when the limit is what it was', () => {
  const messages: (string | null)[] = []
  let [now, load] = [0, late]
  const onStrain = (message: string | null): void => void messages.push(message)
  const limit = new ConcurrencyLimit({ most: 2, now: () => now, readLoad: () => load, onStrain })
  now += 1000
  limit.adjust(2)
  load = calm
  now += 1000
  limit.adjust(1)
  assert.equal(limit.current, 2)
  assert.deepEqual([messages.length, messages[1]], [2, null])
})

test('/healthz of a strained worker says why, and is still 200', async (t) => {
  const frontier = await openFrontier(':memory:')
  t.after(() => frontier.close())
  const monitor = await openMonitor({ frontier, meters: new Meters(), strain: () => 'this process is late' })
  t.after(() => monitor.close())
  const response = await fetch(`http://127.0.0.1:${monitor.port}/healthz`)
  assert.deepEqual([response.status, await response.text()], [200, 'degraded: this process is late\n'])
})
