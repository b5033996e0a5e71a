import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { HttpListener } from '../../src/http/http-listener.ts'
import { send, SILENT } from '@canonist/test-support/api-server.ts'

async function openListener(t: TestContext): Promise<HttpListener> {
  const listener = await HttpListener.open('127.0.0.1', 0, SILENT)
  t.after(() => listener.close())
  return listener
}

test('a request that arrives before the server can answer is answered then', async (t) => {
  const listener = await openListener(t)
  const arrived = once(listener.server, 'request')
  const early = send(listener.url)
  await arrived
  listener.answer((_request, response) => response.end('ready'))
  assert.equal((await early).text, 'ready')
  assert.equal((await send(listener.url)).text, 'ready')
})

test('a server that never answers ends the connections that waited for it', async (t) => {
  const listener = await openListener(t)
  const arrived = once(listener.server, 'request')
  const early = assert.rejects(send(listener.url), { code: 'ECONNRESET' })
  await arrived
  listener.close()
  await early
})

test('a port that is taken is refused with its address', async (t) => {
  const { url } = await openListener(t)
  const port = Number(new URL(url).port)
  await assert.rejects(HttpListener.open('127.0.0.1', port, SILENT), { code: 'api/cannot-listen' })
})
