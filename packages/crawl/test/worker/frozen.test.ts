import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { SYSTEM_CLOCK, type WorkerClock } from '../../src/worker/worker-clock.ts'
import { isPast, computeDeadline } from '../../src/worker/lease.ts'
import { work } from '../../src/worker/worker.ts'

const LEASE_MS = 5000

/** A system clock of which one part jumps ahead while a connection is made: timers do not notice. */
function jumpingClock(part: 'monotonic' | 'wall' | 'neither'): { clock: WorkerClock; jump: () => void } {
  let ahead = 0
  const clock: WorkerClock = {
    ...SYSTEM_CLOCK,
    now: () => SYSTEM_CLOCK.now() + (part === 'monotonic' ? ahead : 0),
    wallNow: () => Date.now() + (part === 'wall' ? ahead : 0),
  }
  return { clock, jump: () => void (ahead += LEASE_MS) }
}

for (const [part, why, requests] of [
  ['monotonic', 'the process was frozen', 0],
  ['wall', 'the machine slept, and the monotonic clock with it', 0],
  ['neither', 'nothing happened', 1],
] as const)
  test(`a lease that ends by the ${part} clock while the host is connected to: ${requests} requests (${why})`, async () => {
    const { clock, jump } = jumpingClock(part)
    const stop = new AbortController()
    let [claims, sent] = [0, 0]
    const exchanger = createFetcher({
      dnsFn: async () => {
        jump()
        claims += 1
        if (claims === 3) stop.abort()
        return ['93.184.215.14']
      },
      exchangeFn: async () => {
        sent += 1
        return { status: 200, headers: {}, body: '<html>' }
      },
    })
    const frontier = await openFrontier(':memory:', { hostDelayMs: 0, leaseMs: LEASE_MS })
    await frontier.submit(['http://example.com/'])
    await work(frontier, { exchanger, clock, obeysRobots: false, signal: stop.signal, drain: true, concurrency: 1 })
    assert.equal(sent, requests)
    const { pending, fetched } = await frontier.countByState()
    assert.deepEqual([pending, fetched], requests === 0 ? [1, 0] : [0, 1])
    await exchanger.close()
    await frontier.close()
  })

test('a deadline is past by either clock, and a tenth early', () => {
  const until = computeDeadline({ now: 0, wall: 1_000_000 }, 1000)
  assert.equal(isPast(until, { now: 899, wall: 1_000_899 }), false)
  assert.equal(isPast(until, { now: 900, wall: 1_000_100 }), true)
  assert.equal(isPast(until, { now: 100, wall: 1_000_900 }), true)
  assert.equal(isPast(until, { now: 100, wall: 0 }), false, 'the wall clock was set back')
})
