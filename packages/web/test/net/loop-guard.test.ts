import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoopGuard } from '../../src/net/loop-guard.ts'
import { keepBusy } from '@canonist/test-support/keep-busy.ts'

test('a loop that waits for nothing ends when a timer aborts its signal', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  const guard = new LoopGuard({ signal: controller.signal })
  let steps = 0
  while (await guard.mayStep()) steps += 1
  assert.ok(steps > 0)
})

test('a loop ends at its deadline, although no timer can fire', async () => {
  const guard = new LoopGuard({ totalMs: 50 })
  let steps = 0
  while (await guard.mayStep()) {
    steps += 1
    keepBusy(20)
  }
  assert.ok(steps >= 1 && steps <= 3, `${steps} steps`)
})

test('short loops, one after the other, let the event loop turn like a long one', async () => {
  let hasFired = false
  setTimeout(() => (hasFired = true), 1)
  let loops = 0
  for (; !hasFired; loops += 1) {
    const guard = new LoopGuard({})
    await guard.mayStep()
    keepBusy(1)
  }
  assert.ok(loops > 0)
})

test('without limits every step may begin, and a signal that has aborted allows none', async () => {
  assert.equal(await new LoopGuard({}).mayStep(), true)
  assert.equal(await new LoopGuard({ signal: AbortSignal.abort() }).mayStep(), false)
})
