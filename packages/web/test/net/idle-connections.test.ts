import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { Client } from 'undici'
import type { Connection } from '../../src/net/transport/connection.ts'
import { IdleConnections } from '../../src/net/transport/idle-connections.ts'

/** A connection that goes nowhere. */
function connection(): Connection {
  return {
    client: new Client('http://a.example'),
    socket: new Socket(),
    address: '127.0.0.1',
    certificateExpires: undefined,
  }
}

test('what was given is taken once, by its key, the latest first', () => {
  const idle = new IdleConnections()
  const [first, second] = [connection(), connection()]
  idle.give('a', first)
  idle.give('a', second)
  assert.equal(idle.take('b'), null)
  assert.deepEqual([idle.take('a') === second, idle.take('a') === first, idle.take('a')], [true, true, null])
})

test('a closed connection is neither kept nor given out', async () => {
  const idle = new IdleConnections()
  const [closed, closing] = [connection(), connection()]
  closed.socket.destroy()
  idle.give('a', closed)
  assert.equal(idle.size, 0)
  idle.give('a', closing)
  closing.socket.destroy()
  assert.equal(idle.take('a'), null)
})

test('a connection that closes while idle is forgotten', async () => {
  const idle = new IdleConnections()
  const one = connection()
  idle.give('a', one)
  one.socket.destroy()
  await new Promise((resolve) => one.socket.once('close', resolve))
  assert.equal(idle.size, 0)
})

test('at most 256 are kept; the one that has been idle longest is closed', () => {
  const idle = new IdleConnections()
  const all = Array.from({ length: 300 }, connection)
  for (const [index, one] of all.entries()) idle.give(`host ${index}`, one)
  assert.equal(idle.size, 256)
  assert.equal(all.filter(({ socket }) => socket.destroyed).length, 44)
  assert.equal(all[43]?.socket.destroyed, true)
  assert.equal(all[44]?.socket.destroyed, false)
})

test('coming and going many times leaves no listeners behind', () => {
  const idle = new IdleConnections()
  const one = connection()
  for (let count = 0; count < 50; count += 1) {
    idle.give('a', one)
    idle.take('a')
  }
  assert.equal(one.socket.listenerCount('close'), 1)
})

test('clear() closes all', () => {
  const idle = new IdleConnections()
  const all = [connection(), connection()]
  for (const one of all) idle.give('a', one)
  idle.clear()
  assert.deepEqual([idle.size, all.every(({ socket }) => socket.destroyed)], [0, true])
})
