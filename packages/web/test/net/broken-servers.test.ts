import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { NetErrorCode } from '../../src/net/errors.ts'
import { createExchanger } from '../../src/net/exchanger.ts'
import { answering, rawServer } from '@canonist/test-support/raw-server.ts'

const end = (socket: Socket) => void socket.end()
const reset = (socket: Socket) => void socket.resetAndDestroy()
const later = (then: (socket: Socket) => void) => (socket: Socket) => void setTimeout(then, 30, socket)
const OK = 'HTTP/1.1 200 OK\r\n'
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

interface Case {
  readonly why: string
  readonly talk: (socket: Socket) => void
  readonly gives: NetErrorCode | { readonly body: string; readonly status?: number }
}

const cases: readonly Case[] = [
  { why: 'hangs up at once', talk: end, gives: 'reset' },
  { why: 'resets at once', talk: reset, gives: 'reset' },
  { why: 'hangs up after the request', talk: answering('', end), gives: 'reset' },
  { why: 'resets after the request', talk: (socket) => void socket.on('data', () => reset(socket)), gives: 'reset' },
  { why: 'hangs up within the headers', talk: answering(`${OK}content-`, end), gives: 'reset' },
  { why: 'resets within the headers', talk: answering(`${OK}content-`, later(reset)), gives: 'reset' },
  { why: 'hangs up within the body', talk: answering(`${OK}content-length: 9\r\n\r\nabc`, end), gives: 'truncated' },
  { why: 'resets within the body', talk: answering(`${OK}content-length: 9\r\n\r\nabc`, later(reset)), gives: 'reset' },
  {
    why: 'hangs up within a chunk',
    talk: answering(`${OK}transfer-encoding: chunked\r\n\r\n9\r\nabc`, end),
    gives: 'truncated',
  },
  {
    why: 'hangs up before the last chunk',
    talk: answering(`${OK}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, end),
    gives: 'truncated',
  },
  {
    why: 'says close, and hangs up too early',
    talk: answering(`${OK}connection: close\r\ncontent-length: 9\r\n\r\nabc`, end),
    gives: 'truncated',
  },
  {
    why: 'sends more than it declared',
    talk: answering(`${OK}content-length: 3\r\n\r\nabcdef`),
    gives: { body: 'abc' },
  },
  {
    why: 'sends two lengths',
    talk: answering(`${OK}content-length: 3\r\ncontent-length: 4\r\n\r\nabc`),
    gives: 'protocol_error',
  },
  {
    why: 'sends a length and chunks',
    talk: answering(`${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    gives: 'protocol_error',
  },
  { why: 'sends a negative length', talk: answering(`${OK}content-length: -3\r\n\r\nabc`), gives: 'protocol_error' },
  {
    why: 'sends a chunk of no size',
    talk: answering(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`),
    gives: 'protocol_error',
  },
  { why: 'speaks SSH', talk: answering('SSH-2.0-OpenSSH_9.7\r\n'), gives: 'protocol_error' },
  {
    why: 'speaks TLS on the plain port',
    talk: answering(Buffer.from([21, 3, 1, 0, 2, 2, 70])),
    gives: 'protocol_error',
  },
  { why: 'sends noise', talk: answering(Buffer.from('\u0000\u0001\u0002\u0003')), gives: 'protocol_error' },
  { why: 'sends a header without a colon', talk: answering(`${OK}nonsense\r\n\r\n`), gives: 'protocol_error' },
  { why: 'sends NUL in a header', talk: answering(`${OK}x-a: b\u0000c\r\n\r\n`), gives: 'protocol_error' },
  {
    why: 'is HTTP/1.0 and ends its body by hanging up',
    talk: answering('HTTP/1.0 200 OK\r\n\r\nhello', end),
    gives: { body: 'hello' },
  },
  { why: 'ends its body by hanging up', talk: answering(`${OK}\r\nhello`, end), gives: { body: 'hello' } },
  { why: 'sends an empty body by hanging up', talk: answering(`${OK}\r\n`, end), gives: { body: '' } },
  {
    why: 'has no reason to give',
    talk: answering('HTTP/1.1 404\r\ncontent-length: 2\r\n\r\nno'),
    gives: { body: 'no', status: 404 },
  },
  {
    why: 'gives hints first',
    talk: answering(
      `${many(3, () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')}${OK}content-length: 2\r\n\r\nhi`,
    ),
    gives: { body: 'hi' },
  },
  {
    why: 'gives hints without end',
    talk: answering(many(100, () => 'HTTP/1.1 103 Early Hints\r\n\r\n')),
    gives: 'protocol_error',
  },
  {
    why: 'wants to switch protocols',
    talk: answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    gives: 'reset',
  },
  {
    why: 'says what a page would weigh that has not changed',
    talk: answering('HTTP/1.1 304 Not Modified\r\ncontent-length: 10737418240\r\n\r\n'),
    gives: { body: '', status: 304 },
  },
  {
    why: 'invents a status',
    talk: answering('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'),
    gives: { body: '', status: 999 },
  },
  {
    why: 'sends a header of 1 MB',
    talk: answering(`${OK}x-a: ${'b'.repeat(1_000_000)}\r\n\r\n`),
    gives: 'headers_too_large',
  },
  {
    why: 'sends 5,000 headers',
    talk: answering(`${OK}${many(5000, () => 'a:b\r\n')}\r\n`),
    gives: 'headers_too_large',
  },
  {
    why: 'sends 600 small headers',
    talk: answering(`${OK}${many(600, (index) => `a${index}:b\r\n`)}content-length: 0\r\n\r\n`),
    gives: 'headers_too_large',
  },
  {
    why: 'sends 100 headers',
    talk: answering(`${OK}${many(100, (index) => `a${index}:b\r\n`)}content-length: 0\r\n\r\n`),
    gives: { body: '' },
  },
  {
    why: 'sends trailers without end',
    talk: answering(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n${many(5000, () => 'aaaa:b\r\n')}\r\n`),
    gives: 'headers_too_large',
  },
]
for (const { why, talk, gives } of cases) {
  const expected = typeof gives === 'string' ? gives : `status ${gives.status ?? 200}, ${JSON.stringify(gives.body)}`
  test(`a server that ${why}: ${expected}`, async () => {
    const server = await rawServer(talk)
    const exchanger = createExchanger({ connectTo: server.connectTo, timeouts: { total: 2000 } })
    const answer = await exchanger.fetch('http://a.example/')
    const got = answer.ok
      ? `status ${answer.status}, ${JSON.stringify(Buffer.from(answer.body).toString())}`
      : answer.code
    assert.equal(got, expected, answer.ok ? '' : answer.message)
    await exchanger.close()
  })
}

test('unsolicited data of a server is not the response to the next request', async () => {
  const poisoned = `${OK}content-length: 2\r\n\r\nhi${OK}content-length: 6\r\n\r\nforged`
  const server = await rawServer((socket, connection) =>
    answering(connection === 1 ? poisoned : `${OK}content-length: 4\r\n\r\ntrue`)(socket),
  )
  const exchanger = createExchanger({ connectTo: server.connectTo })
  await exchanger.fetch('http://a.example/')
  const second = await exchanger.fetch('http://a.example/')
  assert.equal(second.ok && Buffer.from(second.body).toString(), 'true')
  await exchanger.close()
})
