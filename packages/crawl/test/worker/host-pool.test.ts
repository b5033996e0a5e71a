import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HeldHost, HostPool } from '../../src/worker/host-turns.ts'
import { createSimulatedClock } from '@canonist/test-support/simulated-clock.ts'

const { signal } = new AbortController()
const NEVER = { now: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY }
const host = (): HeldHost => ({ delayMs: 0, requestedAt: null, until: () => NEVER })

test('an offered host is lent to one waiting visit, and to no other until it is returned', async () => {
  const clock = createSimulatedClock()
  const pool = new HostPool(clock)
  const own = host()
  pool.offer('a.example', own)
  const first = await pool.borrow('a.example', 10, signal)
  assert.equal(first, own)
  assert.equal(await clock.run(pool.borrow('a.example', 10, signal)), null)
  pool.returnLoan(own)
  await pool.withdraw('a.example', own)
  assert.equal(await clock.run(pool.borrow('a.example', 10, signal)), null, 'it was withdrawn')
})

test('who waits gets what is offered later, in order', async () => {
  const clock = createSimulatedClock()
  const pool = new HostPool(clock)
  const [first, second] = [pool.borrow('a.example', 1000, signal), pool.borrow('a.example', 1000, signal)]
  const [one, other] = [host(), host()]
  pool.offer('a.example', one)
  pool.offer('a.example', other)
  assert.equal(await first, one)
  assert.equal(await second, other)
})

test('withdrawing waits for who has it', async () => {
  const pool = new HostPool(createSimulatedClock())
  const own = host()
  pool.offer('a.example', own)
  await pool.borrow('a.example', 10, signal)
  let isBack = false
  const withdrawn = pool.withdraw('a.example', own).then(() => assert.ok(isBack))
  pool.offer('a.example', own)
  isBack = true
  pool.returnLoan(own)
  await withdrawn
})

test('who has left is handed nothing', async () => {
  const clock = createSimulatedClock()
  const pool = new HostPool(clock)
  assert.equal(await clock.run(pool.borrow('a.example', 10, signal)), null)
  const own = host()
  pool.offer('a.example', own)
  await pool.withdraw('a.example', own)
})
