import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostDesk, type HeldHost } from '../../src/worker/host-desk.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'

const { signal } = new AbortController()
const NEVER = { now: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY }
const host = (): HeldHost => ({ delayMs: 0, askedAt: null, until: () => NEVER })

test('what is offered is lent to one who waits, and to nobody else until it is given back', async () => {
  const clock = createSimulatedClock()
  const desk = new HostDesk(clock)
  const own = host()
  desk.offer('a.example', own)
  const first = await desk.borrow('a.example', 10, signal)
  assert.equal(first, own)
  assert.equal(await clock.run(desk.borrow('a.example', 10, signal)), null)
  desk.giveBack(own)
  await desk.withdraw('a.example', own)
  assert.equal(await clock.run(desk.borrow('a.example', 10, signal)), null, 'it was withdrawn')
})

test('who waits gets what is offered later, in order', async () => {
  const clock = createSimulatedClock()
  const desk = new HostDesk(clock)
  const [first, second] = [desk.borrow('a.example', 1000, signal), desk.borrow('a.example', 1000, signal)]
  const [one, other] = [host(), host()]
  desk.offer('a.example', one)
  desk.offer('a.example', other)
  assert.equal(await first, one)
  assert.equal(await second, other)
})

test('withdrawing waits for who has it', async () => {
  const desk = new HostDesk(createSimulatedClock())
  const own = host()
  desk.offer('a.example', own)
  await desk.borrow('a.example', 10, signal)
  let isBack = false
  const withdrawn = desk.withdraw('a.example', own).then(() => assert.ok(isBack))
  desk.offer('a.example', own)
  isBack = true
  desk.giveBack(own)
  await withdrawn
})

test('who has left is handed nothing', async () => {
  const clock = createSimulatedClock()
  const desk = new HostDesk(clock)
  assert.equal(await clock.run(desk.borrow('a.example', 10, signal)), null)
  const own = host()
  desk.offer('a.example', own)
  await desk.withdraw('a.example', own)
})
