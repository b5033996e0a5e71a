import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NetErrorCode } from '../../src/net/errors.ts'
import type { Timeouts } from '../../src/net/exchange.ts'
import { createExchanger } from '../../src/net/exchanger.ts'
import { LOOP_CLOCK } from '../../src/net/loop-clock.ts'
import { freeze, startLateLoop } from '@canonist/test-support/late-loop.ts'
import { startThreadedWeb, type ThreadedWeb } from '@canonist/test-support/threaded-web.ts'

// In every turn of the event loop this process is late by longer than the timeout that is tried. The server is not.

const LATE_MS = 150
const LONG = { dns: 5000, connect: 5000, headers: 5000, bodyGap: 5000, total: 5000 }

let web: ThreadedWeb
before(async () => void (web = await startThreadedWeb()))
after(() => web.close())

interface Case {
  readonly why: string
  readonly path: string
  readonly limits: Partial<Timeouts>
  readonly becomes: 'ok' | NetErrorCode
}

const cases: readonly Case[] = [
  { why: 'the server accepts at once', path: '/page', limits: { connect: 140 }, becomes: 'ok' },
  { why: 'the headers arrive in time', path: '/page', limits: { headers: 140 }, becomes: 'ok' },
  { why: 'the rest of the body follows in time', path: '/page', limits: { bodyGap: 140 }, becomes: 'ok' },
  { why: 'the whole takes a moment, but the process many', path: '/page', limits: { total: 250 }, becomes: 'ok' },
  { why: 'the server never responds', path: '/silent', limits: { headers: 140 }, becomes: 'headers_timeout' },
  { why: 'the server never responds', path: '/silent', limits: { total: 140 }, becomes: 'total_timeout' },
  { why: 'the server is still sending', path: '/drip', limits: { total: 400 }, becomes: 'process_overloaded' },
]

for (const { why, path, limits, becomes } of cases) {
  test(`a late process: ${path} within ${JSON.stringify(limits)} is ${becomes} (${why})`, async (t) => {
    const exchanger = createExchanger({ connectTo: web.connectTo, timeouts: { ...LONG, ...limits } })
    t.after(() => exchanger.close())
    const stop = startLateLoop(LATE_MS)
    const answer = await exchanger.fetch(`http://a.example${path}`)
    stop()
    assert.equal(answer.ok ? 'ok' : answer.code, becomes)
  })
}

test('a response that arrives during one long stall is read', async () => {
  const timeouts = { ...LONG, headers: 200, total: 300 }
  const exchanger = createExchanger({ connectTo: web.connectTo, timeouts })
  const mayStart = (): boolean => {
    setImmediate(freeze, 1000)
    return true
  }
  const answer = await exchanger.fetch('http://a.example/page', { mayStart })
  await exchanger.close()
  assert.equal(answer.ok ? 'ok' : answer.code, 'ok')
})

for (const { why, frozenMs, least, most } of [
  { why: 'time passes', frozenMs: 0, least: 90, most: 300 },
  { why: 'a stall counts as one beat', frozenMs: 1000, least: 90, most: 300 },
])
  test(`the loop clock counts 100 ms and ${frozenMs} ms of stall as ${least} to ${most} ms (${why})`, async () => {
    const end = LOOP_CLOCK.use()
    const [startedAt, lostBefore] = [LOOP_CLOCK.now(), LOOP_CLOCK.lostMs]
    await new Promise((resolve) => setTimeout(resolve, 100))
    freeze(frozenMs)
    const [counted, lost] = [LOOP_CLOCK.now() - startedAt, LOOP_CLOCK.lostMs - lostBefore]
    end()
    assert.ok(counted >= least && counted <= most, `${counted} ms`)
    assert.ok(lost >= frozenMs - 100, `${lost} ms lost`)
  })
