import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { NetErrorCode } from '../../src/net/errors.ts'
import type { Timeouts } from '../../src/net/exchange.ts'
import { createExchanger } from '../../src/net/exchanger.ts'
import { drip, rawServer } from '@canonist/test-support/raw-server.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'
const LONG = { dns: 5000, connect: 5000, headers: 5000, bodyGap: 5000, total: 5000 }

interface Case {
  readonly why: string
  readonly talk: (socket: Socket) => void
  readonly limits: Partial<Timeouts>
  readonly code: NetErrorCode
  readonly url?: string
}

const onRequest = (then: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => then(socket))

const cases: readonly Case[] = [
  { why: 'silence', talk: () => undefined, limits: { headers: 200 }, code: 'headers_timeout' },
  {
    why: 'headers that drip',
    talk: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 'x-a: b\r\n', 30)
    }),
    limits: { headers: 250 },
    code: 'headers_timeout',
  },
  {
    why: 'hints without end do not stretch the time for headers',
    talk: onRequest((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 60)),
    limits: { headers: 300 },
    code: 'headers_timeout',
  },
  {
    why: 'a status line without end',
    talk: onRequest((socket) => {
      socket.write('HTTP/1.1 200 ')
      drip(socket, 'very ', 20)
    }),
    limits: { headers: 250 },
    code: 'headers_timeout',
  },
  {
    why: 'a body that halts',
    talk: onRequest((socket) => socket.write(`${HEAD}abc`)),
    limits: { bodyGap: 200 },
    code: 'read_timeout',
  },
  {
    why: 'a body that drips: every piece is in time, the whole is not',
    talk: onRequest((socket) => {
      socket.write(HEAD)
      drip(socket, 'x', 50)
    }),
    limits: { bodyGap: 500, total: 800 },
    code: 'total_timeout',
  },
  {
    why: 'chunk extensions are no progress',
    talk: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;')
      drip(socket, 'a=b;', 40)
    }),
    limits: { bodyGap: 250 },
    code: 'read_timeout',
  },
  {
    why: 'TLS that is never shaken',
    talk: () => undefined,
    limits: { connect: 250 },
    code: 'connect_timeout',
    url: 'https://a.example/',
  },
]
for (const { why, talk, limits, code, url = 'http://a.example/' } of cases) {
  test(`${why}: ${code} within its limit`, async () => {
    const server = await rawServer(talk)
    const exchanger = createExchanger({ connectTo: server.connectTo, timeouts: { ...LONG, ...limits } })
    const answer = await exchanger.fetch(url)
    assert.equal(answer.ok ? 'ok' : answer.code, code)
    const limit = Math.max(...Object.values(limits))
    assert.ok(answer.ms > limit * 0.7 && answer.ms < limit + 1000, `${answer.ms} ms of ${limit}`)
    await exchanger.close()
  })
}

const stuck = new Promise<never>(() => undefined)
const PUBLIC = '93.184.215.14'

test('DNS that never answers: dns_timeout', async () => {
  const exchanger = createExchanger({ dnsFn: () => stuck, timeouts: { dns: 100 } })
  const answer = await exchanger.fetch('https://www.boe.es/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'dns_timeout')
})

test('DNS that answers too late is not heard: nothing is connected', async () => {
  let calls = 0
  const dnsFn = () => new Promise<string[]>((resolve) => setTimeout(resolve, 120, [PUBLIC]))
  const exchangeFn = async () => {
    calls += 1
    return { status: 200, headers: {}, body: '' }
  }
  const answer = await createExchanger({ dnsFn, exchangeFn, timeouts: { dns: 50 } }).fetch('https://www.boe.es/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'dns_timeout')
  await new Promise((resolve) => setTimeout(resolve, 150))
  assert.equal(calls, 0)
})

test('an exchangeFn that never answers: headers_timeout', async () => {
  const options = { dnsFn: async () => [PUBLIC], exchangeFn: () => stuck, timeouts: { headers: 100 } }
  const answer = await createExchanger(options).fetch('https://www.boe.es/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'headers_timeout')
})

test('a body of exchangeFn that never ends: read_timeout', async () => {
  async function* body() {
    yield Buffer.from('a')
    await stuck
  }
  const exchangeFn = async () => ({ status: 200, headers: {}, body: body() })
  const options = { dnsFn: async () => [PUBLIC], exchangeFn, timeouts: { bodyGap: 100 } }
  const answer = await createExchanger(options).fetch('https://www.boe.es/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'read_timeout')
})

for (const limit of [0, -1, Number.NaN, Infinity, 2 ** 31]) {
  test(`timeouts.total: ${limit} is a mistake of the program`, () => {
    assert.throws(() => createExchanger({ timeouts: { total: limit } }), /timeouts\.total/)
  })
}

test('no timer is left when an exchange has ended', async () => {
  const exchangeFn = async () => ({ status: 200, headers: {}, body: 'hi' })
  const exchanger = createExchanger({ dnsFn: async () => [PUBLIC], exchangeFn })
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await exchanger.fetch('https://www.boe.es/')
  assert.equal(timers(), before)
})
