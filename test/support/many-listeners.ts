import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { serveForTest } from './api-server.ts'

/** The ids of the events that one client has received. */
class Listener {
  readonly ids: number[] = []
  readonly socket: Socket
  #rest = ''

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.setEncoding('utf8').on('error', () => undefined)
    // From the first event on, so that it does not matter who connects first.
    this.socket.write('GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n')
    this.socket.on('data', (text: string) => this.#read(text))
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('id: ')) this.ids.push(Number(line.slice(4)))
  }
}

/** However slow the machine is. */
const LEAST_RUNS = 10

/** Lets many clients listen while runs are started, and looks whether each of them received every event once, in order. */
export function testManyListeners({ clients, seconds }: { readonly clients: number; readonly seconds: number }): void {
  test(`${clients} clients listen to events for ${seconds} s, and none misses one`, async (t) => {
    const canonist = await openCanonist(':memory:')
    const server = await serveForTest(canonist)
    const port = Number(new URL(server.url).port)
    const listeners = Array.from({ length: clients }, () => new Listener(port))
    t.after(async () => {
      for (const { socket } of listeners) socket.destroy()
      await server.stop(1000)
      await canonist.close()
    })
    const until = performance.now() + seconds * 1000
    for (let run = 0; run < LEAST_RUNS || performance.now() < until; run += 1) {
      const { status } = await server.call('/api/v1/runs', { body: { kind: 'check' } })
      assert.equal(status, 201)
      await sleep(20)
    }
    const last = await waitForQuiet(listeners)
    const wanted = Array.from({ length: last }, (_, index) => index + 1)
    for (const { ids } of listeners) assert.deepEqual(ids, wanted)
    assert.ok(last >= LEAST_RUNS * 2, `there were ${last} events`)
  })
}

/** The last event, when all clients have it. */
async function waitForQuiet(listeners: readonly Listener[]): Promise<number> {
  let before = -1
  for (let round = 0; round < 120; round += 1) {
    await sleep(1000)
    const lasts = new Set(listeners.map(({ ids }) => ids.at(-1) ?? 0))
    const [last = 0] = lasts
    if (lasts.size === 1 && last === before) return last
    before = Math.max(...lasts)
  }
  throw new Error('some clients never get the last event')
}
