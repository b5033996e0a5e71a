import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExchanger } from '../../src/net/exchanger.ts'
import { rawServer } from '@canonist/test-support/raw-server.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'

async function abortAfter(ms: number, url: string, options: Parameters<typeof createExchanger>[0]) {
  const exchanger = createExchanger(options)
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  const answer = await exchanger.fetch(url, { signal: controller.signal })
  await exchanger.close()
  return answer
}

const stages = [
  { stage: 'while the TLS handshake goes on', talk: '', url: 'https://a.example/' },
  { stage: 'while waiting for headers', talk: '', url: 'http://a.example/' },
  { stage: 'within the headers', talk: 'HTTP/1.1 200 OK\r\nx-', url: 'http://a.example/' },
  { stage: 'within the body', talk: `${HEAD}abc`, url: 'http://a.example/' },
]
for (const { stage, talk, url } of stages) {
  test(`abort ${stage}: aborted at once, and the connection is closed`, async () => {
    let closed: Promise<void> = Promise.resolve()
    const server = await rawServer((socket) => {
      closed = new Promise((resolve) => socket.once('close', () => resolve()))
      socket.on('data', () => socket.write(talk))
    })
    const answer = await abortAfter(100, url, { connectTo: server.connectTo })
    assert.equal(answer.ok ? 'ok' : answer.code, 'aborted')
    assert.ok(answer.ms < 1100, `${answer.ms} ms`)
    await closed
  })
}

test('abort during a DNS query: aborted at once', async () => {
  const answer = await abortAfter(50, 'https://www.boe.es/', { dnsFn: () => new Promise<never>(() => undefined) })
  assert.equal(answer.ok ? 'ok' : answer.code, 'aborted')
})

test('a signal that has already aborted: no query and no request', async () => {
  let lookups = 0
  const dnsFn = async () => {
    lookups += 1
    return ['93.184.215.14']
  }
  const answer = await createExchanger({ dnsFn }).fetch('https://www.boe.es/', { signal: AbortSignal.abort() })
  assert.equal(answer.ok ? 'ok' : answer.code, 'aborted')
  assert.equal(lookups, 0)
})

test('close() ends what is under way', async () => {
  const server = await rawServer(() => undefined)
  const exchanger = createExchanger({ connectTo: server.connectTo })
  const answer = exchanger.fetch('http://a.example/')
  setTimeout(() => exchanger.close(), 50)
  const ended = await answer
  assert.equal(ended.ok ? 'ok' : ended.code, 'aborted')
})

test('a signal that serves many exchanges gathers no listeners', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...rest: Parameters<typeof add>) => (listeners++, add(...rest))
  signal.removeEventListener = (...rest: Parameters<typeof remove>) => (listeners--, remove(...rest))
  const exchangeFn = async () => ({ status: 200, headers: {}, body: '' })
  const exchanger = createExchanger({ dnsFn: async () => ['93.184.215.14'], exchangeFn })
  for (let count = 0; count < 5; count += 1) await exchanger.fetch('https://www.boe.es/', { signal })
  assert.equal(listeners, 0)
})
