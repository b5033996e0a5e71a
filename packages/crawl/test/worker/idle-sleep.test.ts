import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueWork, ReadyEvents } from '../../src/hosts/ready-watch.ts'
import { IdleSleep } from '../../src/worker/idle-sleep.ts'
import { WakeSignal } from '../../src/worker/worker-clock.ts'

const NOTHING: DueWork = { ready: 0, isHeld: false, nextInMs: null }
const LOOK_EVERY_MS = 30_000

/** An armed worker for up to 10 URLs that has just looked, on a queue and beside workers that the test invents. */
async function fallAsleep() {
  let time = 0
  const world = { due: NOTHING as DueWork | null, isArmed: true, permitsOfOthers: 0 }
  const done: string[] = []
  const listeners: ReadyEvents[] = []
  const signal = new WakeSignal({ now: () => time, sleep: async (ms) => void (time += ms) })
  const note = (what: string) => async (): Promise<void> => void done.push(what)
  const sleep = new IdleSleep({
    watch: (events) => {
      listeners.push(events)
      return {
        get isArmed() {
          return world.isArmed
        },
        arm: note('arm'),
        disarm: note('disarm'),
        takePermit: async (permits) => {
          done.push(`permit of ${permits}`)
          return permits > world.permitsOfOthers
        },
        returnPermit: note('return'),
        readDue: async () => {
          done.push('read')
          if (world.due === null) world.isArmed = false
          return world.due
        },
        wakeOthers: async (workers) => note(`wake ${workers}`)(),
        announceLook: note('announce'),
        close: note('close'),
      }
    },
    clock: { now: () => time, sleep: async () => undefined },
    signal,
    concurrency: 10,
    lookEveryMs: LOOK_EVERY_MS,
  })
  await sleep.endLook(0)
  return {
    world,
    sleep,
    events: listeners[0] ?? assert.fail(),
    pass: (ms: number) => void (time += ms),
    /** How long a sleep of a minute lasts. */
    measureSleep: async () => {
      const start = time
      await signal.wait(60_000)
      return time - start
    },
    takeDone: () => done.splice(0).join(', '),
  }
}

test('a worker that gets the permit for a new URL looks at once; it returns the permit after its claim', async () => {
  const { world, sleep, events, takeDone } = await fallAsleep()
  world.due = { ...NOTHING, ready: 1 }
  events.onReady(null)
  assert.equal(await sleep.extend(), 0)
  assert.equal(takeDone(), 'permit of 1, read')
  world.due = NOTHING
  await sleep.endLook(1)
  assert.equal(takeDone(), 'return, read, disarm')
})

test('a worker that gets no permit costs one statement, and checks a second later', async () => {
  const { world, sleep, events, takeDone } = await fallAsleep()
  world.permitsOfOthers = 1
  events.onReady(null)
  assert.equal(await sleep.extend(), 1000)
  assert.equal(takeDone(), 'permit of 1')
  assert.equal(await sleep.extend(), LOOK_EVERY_MS, 'the other worker has taken it')
  assert.equal(takeDone(), 'read')
})

test('every second there is one permit more, so that lost permits do not stop the queue', async () => {
  const { world, sleep, events, pass, takeDone } = await fallAsleep()
  Object.assign(world, { due: { ...NOTHING, ready: 1 }, permitsOfOthers: 2 })
  events.onReady(null)
  for (const expected of [1000, 1000, 0]) {
    assert.equal(await sleep.extend(), expected)
    pass(expected)
  }
  assert.equal(takeDone(), 'permit of 1, read, permit of 2, read, permit of 3')
})

test('a worker that finds more hosts than it has room for wakes others before it claims', async () => {
  const { world, sleep, events, takeDone } = await fallAsleep()
  world.due = { ...NOTHING, ready: 41 }
  events.onReady(null)
  assert.equal(await sleep.extend(), 0)
  assert.equal(takeDone(), 'permit of 1, read, wake 5')
})

test('a worker that was woken with enough others does not wake them again', async () => {
  const { world, sleep, events, takeDone } = await fallAsleep()
  Object.assign(world, { due: { ...NOTHING, ready: 41 }, permitsOfOthers: 4 })
  events.onReady(5)
  assert.equal(await sleep.extend(), 0)
  assert.equal(takeDone(), 'permit of 5, read')
})

test('a worker that leaves hosts wakes others after its claim, because they relied on it', async () => {
  const { world, sleep, events, takeDone } = await fallAsleep()
  world.due = { ...NOTHING, ready: 1 }
  events.onReady(null)
  await sleep.extend()
  takeDone()
  await sleep.endLook(1)
  assert.equal(takeDone(), 'return, read, wake 1, disarm')
})

test('a permit for nothing is returned', async () => {
  const { sleep, events, takeDone } = await fallAsleep()
  events.onReady(null)
  assert.equal(await sleep.extend(), LOOK_EVERY_MS)
  assert.equal(takeDone(), 'permit of 1, read, return')
})

const sleeps: readonly (DueWork & { readonly why: string; readonly becomes: number })[] = [
  { why: 'nothing is planned', ...NOTHING, becomes: LOOK_EVERY_MS },
  { why: 'a host is ready soon', ...NOTHING, nextInMs: 5000, becomes: 5000 },
  { why: 'the release of a held host sends no notification', ...NOTHING, isHeld: true, becomes: 1000 },
  { why: 'the held host is not the first', ...NOTHING, isHeld: true, nextInMs: 400, becomes: 400 },
  { why: 'a look is due before', ...NOTHING, nextInMs: 90_000, becomes: LOOK_EVERY_MS },
]
for (const { why, becomes, ...due } of sleeps)
  test(`a worker sleeps on for ${becomes} ms (${why})`, async () => {
    const { world, sleep } = await fallAsleep()
    world.due = due
    assert.equal(await sleep.extend(), becomes)
  })

test('after a refusal, notifications wake a worker at most four times a second, but a call for workers at once', async () => {
  const { world, sleep, events, pass, measureSleep } = await fallAsleep()
  world.permitsOfOthers = 9
  events.onReady(null)
  assert.equal(await measureSleep(), 0)
  await sleep.extend()
  pass(100)
  events.onReady(null)
  assert.equal(await measureSleep(), 150)
  await sleep.extend()
  events.onReady(3)
  assert.equal(await measureSleep(), 0)
})

test('one worker looks for all of them every 30 seconds; the others only if it does not', async () => {
  const first = await fallAsleep()
  first.pass(LOOK_EVERY_MS)
  assert.equal(await first.sleep.extend(), 0)
  assert.equal(first.takeDone(), 'permit of 1, announce')
  const second = await fallAsleep()
  second.pass(20_000)
  second.events.onLooked()
  second.pass(44_000)
  assert.equal(await second.sleep.extend(), 1000)
  assert.equal(second.takeDone(), 'read')
  second.pass(1000)
  assert.equal(await second.sleep.extend(), 0)
})

test('a worker that loses its connection looks at once', async () => {
  const { world, sleep } = await fallAsleep()
  world.due = null
  assert.equal(await sleep.extend(), 0)
})
