import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '@canonist/test-support/random-url.ts'
import { createHostClock } from '../../src/net/politeness/host-clock.ts'
import type { HostPause } from '../../src/net/politeness/polite-hosts.ts'
import { createSimulatedClock } from '@canonist/test-support/simulated-clock.ts'

interface Visit {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A host clock of a second on simulated time, and who came when. */
function arrange(delayMs = 1000) {
  const time = createSimulatedClock(5_000_000)
  const clock = createHostClock({ delayMs, now: time.now, sleep: time.sleep })
  const visits: Visit[] = []
  const work =
    (name: string, ms = 0) =>
    async (): Promise<string> => {
      const start = time.now()
      if (ms > 0) await time.sleep(ms)
      visits.push({ name, start: start - 5_000_000, end: time.now() - 5_000_000 })
      return name
    }
  const starts = (): string[] => visits.map(({ name, start }) => `${name}@${start}`)
  return { time, clock, visits, work, starts }
}

describe('one host', () => {
  test('goes in order of arrival, a second apart', async () => {
    const { time, clock, work, starts } = arrange()
    await time.run(Promise.all(['a', 'b', 'c'].map((name) => clock.turn('boe.es', work(name)))))
    assert.deepEqual(starts(), ['a@0', 'b@1000', 'c@2000'])
  })

  test('counts from the end of an answer, since the server met the request before', async () => {
    const { time, clock, work, starts } = arrange()
    await time.run(Promise.all(['a', 'b', 'c'].map((name) => clock.turn('boe.es', work(name, 400)))))
    assert.deepEqual(starts(), ['a@0', 'b@1400', 'c@2800'])
  })

  test('waits twice as long as the last answer took', async () => {
    const { time, clock, work, starts } = arrange()
    await time.run(
      Promise.all(['a', 'b', 'c'].map((name) => clock.turn('boe.es', work(name, name === 'a' ? 3000 : 1)))),
    )
    assert.deepEqual(starts(), ['a@0', 'b@6000', 'c@7001'])
  })

  test('has one request under way at most, even without a delay', async () => {
    const { time, clock, visits, work } = arrange(0)
    await time.run(Promise.all(['a', 'b', 'c'].map((name) => clock.turn('boe.es', work(name, 50)))))
    for (const [index, visit] of visits.entries()) assert.ok(visit.start >= (visits[index - 1]?.end ?? 0))
  })

  test('keeps its delay after a pause in the arrivals', async () => {
    const { time, clock, work, starts } = arrange()
    await time.run(clock.turn('boe.es', work('a')))
    await time.run(time.sleep(300))
    await time.run(clock.turn('boe.es', work('b')))
    await time.run(time.sleep(5000))
    await time.run(clock.turn('boe.es', work('c')))
    assert.deepEqual(starts(), ['a@0', 'b@1000', 'c@6000'])
  })

  test('counts from the moment at which the work says that its request begins', async () => {
    const { time, clock, work, starts } = arrange()
    const late = clock.turn('boe.es', async ({ begin }) => {
      await time.sleep(700)
      begin()
      return work('a', 10)()
    })
    await time.run(Promise.all([late, clock.turn('boe.es', work('b'))]))
    assert.deepEqual(starts(), ['a@700', 'b@1710'])
  })

  test('continues after work that failed, which still counts as a request', async () => {
    const { time, clock, work, starts } = arrange()
    const failing = clock.turn('boe.es', () => Promise.reject(new Error('broken')))
    const next = clock.turn('boe.es', work('b'))
    await assert.rejects(time.run(failing), { message: 'broken' })
    assert.equal(await time.run(next), 'b')
    assert.deepEqual(starts(), ['b@1000'])
  })
})

test('different hosts do not wait for each other', async () => {
  const { time, clock, work, starts } = arrange()
  await time.run(Promise.all(['a', 'b', 'c'].map((name) => clock.turn(`${name}.es`, work(name)))))
  assert.deepEqual(starts(), ['a@0', 'b@0', 'c@0'])
})

const CRAWL_DELAYS = [
  { crawlDelay: 5, next: 5000 },
  { crawlDelay: 0.5, next: 1000 },
  { crawlDelay: 30, next: 30_000 },
  { crawlDelay: 3600, next: 30_000 },
  { crawlDelay: null, next: 1000 },
]
for (const { crawlDelay, next } of CRAWL_DELAYS) {
  test(`a Crawl-delay of ${crawlDelay} s -> the next request after ${next} ms`, async () => {
    const { time, clock, work, starts } = arrange()
    await time.run(Promise.all(['a', 'b'].map((name) => clock.turn('boe.es', work(name), { crawlDelay }))))
    assert.deepEqual(starts(), ['a@0', `b@${next}`])
  })
}

const PAUSES = [
  { seconds: 120, next: 120_000 },
  { seconds: 0, next: 1000 },
  { seconds: 1_000_000, next: 24 * 60 * 60 * 1000 },
]
for (const { seconds, next } of PAUSES) {
  test(`a Retry-After of ${seconds} s -> the next request after ${next} ms`, async () => {
    const { time, clock, work, starts } = arrange()
    const limited = async (): Promise<void> => clock.pause('boe.es', seconds)
    await time.run(
      Promise.all([clock.turn('boe.es', limited), clock.turn('boe.es', work('b')), clock.turn('a.es', work('c'))]),
    )
    assert.deepEqual(starts(), ['c@0', `b@${next}`])
  })
}

test('a caller that will not wait for the end of a pause leaves at once, and so do those after it', async () => {
  const { time, clock, work, starts } = arrange()
  const seen: (number | null)[][] = []
  const onPause = ({ askedSeconds, leftMs }: HostPause): string | null => {
    seen.push([askedSeconds, leftMs])
    return leftMs > 30_000 ? 'busy' : null
  }
  const first = clock.turn('boe.es', async () => {
    clock.pause('boe.es', 40 * 86_400)
    return 'answer'
  })
  const others = ['a', 'b'].map((name) => clock.turn('boe.es', work(name), { onPause }))
  const elsewhere = clock.turn('www.boe.es', work('c'), { onPause })
  assert.deepEqual(await time.run(Promise.all([first, ...others, elsewhere])), ['answer', 'busy', 'busy', 'c'])
  // The host named 40 days; no more than one of them is honoured.
  assert.deepEqual(seen, [
    [40 * 86_400, 86_400_000],
    [40 * 86_400, 86_400_000],
  ])
  assert.deepEqual(starts(), ['c@0'])
})

test('a pause that is short enough is waited for, and the usual delay is not a pause', async () => {
  const { time, clock, work, starts } = arrange()
  const onPause = ({ leftMs }: HostPause): string | null => (leftMs > 30_000 ? 'busy' : null)
  const limited = async (): Promise<string> => {
    clock.pause('boe.es', 30)
    return 'answer'
  }
  await time.run(Promise.all([clock.turn('boe.es', limited), clock.turn('boe.es', work('a'), { onPause })]))
  const never = (): string => 'busy'
  await time.run(clock.turn('boe.es', work('b'), { onPause: never }))
  assert.deepEqual(starts(), ['a@30000', 'b@31000'])
})

test('a pause that comes while someone waits makes them wait on', async () => {
  const { time, clock, work, starts } = arrange()
  await time.run(clock.turn('boe.es', work('a')))
  const waiting = clock.turn('boe.es', work('b'))
  clock.pause('boe.es', 1)
  await time.run(time.sleep(500))
  clock.pause('boe.es', 10)
  clock.pause('boe.es', 2)
  await time.run(waiting)
  assert.deepEqual(starts(), ['a@0', 'b@10500'])
})

describe('a signal', () => {
  test('that has aborted keeps the work from beginning', async () => {
    const { clock, work, starts } = arrange()
    await assert.rejects(clock.turn('boe.es', work('a'), { signal: AbortSignal.abort(new Error('stop')) }), {
      message: 'stop',
    })
    assert.deepEqual(starts(), [])
    assert.equal(clock.size, 0)
  })

  test('frees a sleeping caller at once, and the next one takes its place', async () => {
    const { time, clock, work, starts } = arrange()
    const stop = new AbortController()
    await time.run(clock.turn('boe.es', work('a')))
    const second = clock.turn('boe.es', work('b'), { signal: stop.signal })
    const third = clock.turn('boe.es', work('c'))
    await time.run(time.sleep(100))
    stop.abort(new Error('stop'))
    await assert.rejects(second, { message: 'stop' })
    await time.run(third)
    assert.deepEqual(starts(), ['a@0', 'c@1000'])
    assert.equal(time.sleepers(), 0)
  })

  test('frees a waiting caller at once, and the order of the others stays', async () => {
    const { time, clock, work, starts } = arrange()
    const stop = new AbortController()
    const first = clock.turn('boe.es', work('a', 400))
    const second = clock.turn('boe.es', work('b'), { signal: stop.signal })
    const third = clock.turn('boe.es', work('c'), { signal: new AbortController().signal })
    stop.abort(new Error('stop'))
    await assert.rejects(second, { message: 'stop' })
    await time.run(Promise.all([first, third]))
    assert.deepEqual(starts(), ['a@0', 'c@1400'])
  })

  test('is the business of the work once that has begun', async () => {
    const { time, clock, work } = arrange()
    const stop = new AbortController()
    const turn = clock.turn('boe.es', work('a', 400), { signal: stop.signal })
    await time.run(time.sleep(100))
    stop.abort(new Error('stop'))
    assert.equal(await time.run(turn), 'a')
  })
})

test('hosts that have been idle for their delay are forgotten', async () => {
  const { time, clock, work } = arrange()
  clock.pause('paused.es', 24 * 60 * 60)
  for (let batch = 0; batch < 10; batch++) {
    const turns = Array.from({ length: 1000 }, (_, index) => clock.turn(`h${batch}-${index}.es`, work('x')))
    await time.run(Promise.all(turns))
    await time.run(time.sleep(1000))
  }
  assert.ok(clock.size <= 2048, `${clock.size} hosts are remembered`)
  let isDone = false
  void clock.turn('paused.es', work('late')).then(() => (isDone = true))
  await time.run(time.sleep(1000))
  assert.ok(!isDone, 'the paused host was forgotten')
})

test('a host whose request is still under way is not forgotten', async () => {
  const { time, clock, work, starts } = arrange()
  const slow = clock.turn('slow.es', work('a', 60_000))
  const others = Array.from({ length: 5000 }, (_, index) => clock.turn(`h${index}.es`, async () => {}))
  await time.run(Promise.all(others))
  await time.run(Promise.all([slow, clock.turn('slow.es', work('b'))]))
  assert.deepEqual(starts(), ['a@0', 'b@120000'])
})

test('10000 URLs on 50 hosts: no two starts on a host are less than the delay apart, and none is late', async () => {
  const time = createSimulatedClock()
  const clock = createHostClock({ delayMs: 1000, now: time.now, sleep: time.sleep })
  const random = createRandom(7)
  const visits = new Map<string, { start: number; ms: number; order: number }[]>()

  const turns = Array.from({ length: 10_000 }, (_, order) => {
    const host = `h${random(50)}.es`
    const ms = random(10) === 0 ? random(3000) : random(300)
    return clock.turn(host, async () => {
      visits.set(host, [...(visits.get(host) ?? []), { start: time.now(), ms, order }])
      await time.sleep(ms)
    })
  })
  await time.run(Promise.all(turns))

  assert.equal(visits.size, 50)
  for (const ofHost of visits.values()) {
    for (const [index, { start, order }] of ofHost.entries()) {
      const before = ofHost[index - 1]
      if (before === undefined) continue
      assert.equal(start - before.start, Math.max(before.ms + 1000, 2 * before.ms))
      assert.ok(order > before.order)
    }
  }
})
