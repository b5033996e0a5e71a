import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExchanger } from '../../src/net/exchanger.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { rawServer } from '@canonist/test-support/raw-server.ts'

const web = await startLoopbackWeb((_, response, { path }) => {
  if (path === '/close') response.setHeader('connection', 'close')
  response.end('x'.repeat(path === '/long' ? 200_000 : 10))
})
const exchanger = createExchanger({ connectTo: web.connectTo, ca: web.ca })
after(async () => {
  await exchanger.close()
  await web.close()
})

async function findConnection(url: string, init = {}): Promise<number> {
  const answer = await exchanger.fetch(url, init)
  assert.ok(answer.ok)
  return web.requests.at(-1)?.connection ?? assert.fail('no request')
}

for (const origin of ['http://a.example', 'https://b.example']) {
  test(`${origin}: many requests share a connection`, async () => {
    const first = await findConnection(`${origin}/1`)
    for (let count = 0; count < 20; count += 1) assert.equal(await findConnection(`${origin}/2`), first)
  })
}

test('another host has a connection of its own, although the address is the same', async () => {
  assert.notEqual(await findConnection('http://c.example/'), await findConnection('http://d.example/'))
})

test('a connection that the server closes is not used again', async () => {
  assert.notEqual(await findConnection('http://e.example/close'), await findConnection('http://e.example/'))
})

test('a connection with an unread rest is not used again', async () => {
  const first = await findConnection('http://f.example/long', { maxBytes: 1000, overflow: 'cut' })
  assert.notEqual(await findConnection('http://f.example/'), first)
})

test('a server that hangs up on idle connections without a word costs no request', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
      socket.on('data', () => socket.resetAndDestroy())
    })
  })
  const own = createExchanger({ connectTo: server.connectTo })
  for (let count = 0; count < 3; count += 1) {
    const answer = await own.fetch('http://a.example/')
    assert.ok(answer.ok, answer.ok ? '' : answer.message)
  }
  assert.equal(server.connections(), 3)
  await own.close()
})

test('close() lets go of idle connections', async () => {
  const own = createExchanger({ connectTo: web.connectTo })
  await own.fetch('http://g.example/')
  await own.close()
  const before = web.connections()
  await own.fetch('http://g.example/')
  assert.equal(web.connections(), before + 1)
  await own.close()
})
