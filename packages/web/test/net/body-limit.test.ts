import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createExchanger } from '../../src/net/exchanger.ts'
import { send, startLoopbackWeb, type Page } from '@canonist/test-support/loopback-web.ts'
import { answering, rawServer } from '@canonist/test-support/raw-server.ts'

const NOISE = randomBytes(30_000)
let page: Page = {}
const web = await startLoopbackWeb((_, response) => send(response, page))
const exchanger = createExchanger({ connectTo: web.connectTo, maxBytes: 10_000 })
after(async () => {
  await exchanger.close()
  await web.close()
})

const CHUNKED = { 'transfer-encoding': 'chunked' }
const GZIP = { 'content-encoding': 'gzip' }

const cases = [
  { why: 'exactly the limit', headers: {}, body: NOISE.subarray(0, 10_000), total: 10_000, isCut: false },
  { why: 'one byte more', headers: {}, body: NOISE.subarray(0, 10_001), total: 10_001, isCut: true },
  { why: 'chunked, so nobody knows', headers: CHUNKED, body: NOISE, total: null, isCut: true },
  { why: 'compressed, so nobody knows', headers: GZIP, body: gzipSync(NOISE), total: null, isCut: true },
  {
    why: 'compressed, exactly the limit',
    headers: GZIP,
    body: gzipSync(NOISE.subarray(0, 10_000)),
    total: 10_000,
    isCut: false,
  },
]
for (const { why, headers, body, total, isCut } of cases) {
  test(`overflow: cut gives the first bytes and a total of ${total} (${why})`, async () => {
    page = { headers, body }
    const answer = await exchanger.fetch('http://a.example/', { overflow: 'cut' })
    if (!answer.ok) assert.fail(answer.message)
    assert.deepEqual(Buffer.from(answer.body), NOISE.subarray(0, 10_000))
    assert.equal(answer.isCut, isCut)
    assert.equal(answer.totalBytes, total)
  })

  const expected = isCut ? 'body_too_large' : 'ok'
  test(`overflow: refuse is the default: ${expected} (${why})`, async () => {
    page = { headers, body }
    const answer = await exchanger.fetch('http://a.example/')
    // Compressed noise is longer than noise.
    const isLongerOnTheWire = body.length > 10_000
    assert.equal(answer.ok ? 'ok' : answer.code, isLongerOnTheWire ? 'body_too_large' : 'ok')
  })
}

test('a body that declares 10 GiB is refused before it comes', async () => {
  const server = await rawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n'))
  const own = createExchanger({ connectTo: server.connectTo })
  const answer = await own.fetch('http://a.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'body_too_large')
  await own.close()
})

test('HEAD may report a length of 10 GiB', async () => {
  const server = await rawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n'))
  const own = createExchanger({ connectTo: server.connectTo })
  const answer = await own.fetch('http://a.example/', { method: 'HEAD' })
  assert.equal(answer.ok && answer.totalBytes, 10_737_418_240)
  await own.close()
})

test('a limit of its own counts for one exchange', async () => {
  page = { body: NOISE }
  const answer = await exchanger.fetch('http://a.example/', { maxBytes: 30_000 })
  assert.equal(answer.ok && answer.body.length, 30_000)
})

for (const maxBytes of [-1, 1.5, Number.NaN, Infinity]) {
  test(`maxBytes: ${maxBytes} is a mistake of the program`, () => {
    assert.throws(() => createExchanger({ maxBytes }), RangeError)
  })
}

test('chunk extensions without end are cut off long before the deadline', async () => {
  const ENDLESS = 'a'.repeat(65_536)
  let sent = 0
  const server = await rawServer(
    answering('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;', (socket) => {
      const pour = (): void => {
        while (!socket.destroyed && socket.write(ENDLESS)) sent += ENDLESS.length
      }
      socket.on('drain', pour)
      pour()
    }),
  )
  const own = createExchanger({ connectTo: server.connectTo, maxBytes: 100_000 })
  const answer = await own.fetch('http://a.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'body_too_large')
  // Six bytes for each byte that was wanted, an allowance, and what the system buffers on the way.
  assert.ok(sent < 16_000_000, `${sent} bytes were sent`)
  await own.close()
})

test('chunks of one byte each are read up to the limit', async () => {
  const chunks = '1\r\nx\r\n'.repeat(100_000)
  const server = await rawServer(answering(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`))
  const own = createExchanger({ connectTo: server.connectTo, maxBytes: 100_000 })
  const answer = await own.fetch('http://a.example/')
  assert.equal(answer.ok ? answer.body.length : answer.code, 100_000)
  await own.close()
})
