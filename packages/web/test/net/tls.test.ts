import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createServer } from 'node:tls'
import { createExchanger } from '../../src/net/exchanger.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { answering, rawServer } from '@canonist/test-support/raw-server.ts'
import { testAuthority } from '@canonist/test-support/test-authority.ts'

const web = await startLoopbackWeb((_, response) => void response.end('hi'), {
  faults: { 'old.example': 'expired', 'other.example': 'wrong-name', 'alone.example': 'self-signed' },
})
const exchanger = createExchanger({
  connectTo: { ...web.connectTo, '127.0.0.1:443': web.connectTo[':443'] ?? '' },
  ca: web.ca,
})
after(async () => {
  await exchanger.close()
  await web.close()
})

const cases = [
  { url: 'https://good.example/', gives: 'ok', why: 'in order' },
  { url: 'https://127.0.0.1/', gives: 'ok', why: 'a certificate for an address' },
  { url: 'https://old.example/', gives: 'tls_error', why: 'expired' },
  { url: 'https://other.example/', gives: 'tls_error', why: 'for another name' },
  { url: 'https://alone.example/', gives: 'tls_error', why: 'self-signed' },
]
for (const { url, gives, why } of cases) {
  test(`${url} is ${gives} (${why}), and no request is sent before`, async () => {
    const before = web.requests.length
    const answer = await exchanger.fetch(url)
    assert.equal(answer.ok ? 'ok' : answer.code, gives)
    assert.equal(web.requests.length - before, gives === 'ok' ? 1 : 0)
  })
}

test('the fix for a self-signed certificate is ours, not the one that Node suggests', async () => {
  const answer = await exchanger.fetch('https://alone.example/')
  assert.ok(!answer.ok)
  assert.match(answer.message, /self-signed certificate\).*with ca\./)
  assert.doesNotMatch(answer.message, /Node\.js/)
})

test('an authority that is not known is not trusted', async () => {
  const own = createExchanger({ connectTo: web.connectTo })
  const answer = await own.fetch('https://good.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'tls_error')
})

test('plain HTTP on the TLS port is tls_error', async () => {
  const server = await rawServer(answering('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'))
  const answer = await createExchanger({ connectTo: server.connectTo }).fetch('https://a.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'tls_error')
})

test('a server that hangs up within the handshake is reset', async () => {
  const server = await rawServer((socket) => void socket.on('data', () => socket.end()))
  const answer = await createExchanger({ connectTo: server.connectTo }).fetch('https://a.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'reset')
})

test('TLS 1.1 is tls_error', async (t) => {
  const authority = await testAuthority()
  const identity = await authority.identityFor('a.example')
  // Without it the library would not even offer so old a version.
  const server = createServer({
    ...identity,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  server.on('tlsClientError', () => undefined)
  const port = await listenOnLoopback(server)
  t.after(() => server.close())
  const own = createExchanger({ connectTo: { ':443': `127.0.0.1:${port}` }, ca: authority.ca })
  const answer = await own.fetch('https://a.example/')
  assert.equal(answer.ok ? 'ok' : answer.code, 'tls_error')
})

test('the name goes along in the handshake, and HTTP/1.1 is spoken', async (t) => {
  const authority = await testAuthority()
  const seen: unknown[] = []
  const server = createServer({ ...(await authority.identityFor('a.example')), ALPNProtocols: ['h2', 'http/1.1'] })
  server.on('secureConnection', (socket) => {
    seen.push(Reflect.get(socket, 'servername'), socket.alpnProtocol)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  const port = await listenOnLoopback(server)
  t.after(() => server.close())
  const own = createExchanger({ connectTo: { ':443': `127.0.0.1:${port}` }, ca: [authority.ca] })
  await own.fetch('https://a.example/')
  assert.deepEqual(seen, ['a.example', 'http/1.1'])
  await own.close()
})

test('an answer tells when the certificate ends, also over a connection that was kept; over http there is none', async (t) => {
  const web = await startLoopbackWeb({ 'https://a.example/': { body: 'a' }, 'http://a.example/': { body: 'a' } })
  const own = createExchanger({ connectTo: web.connectTo, ca: web.ca })
  t.after(async () => {
    await own.close()
    await web.close()
  })
  const ends: unknown[] = []
  for (const url of ['https://a.example/', 'https://a.example/', 'http://a.example/']) {
    const answer = await own.fetch(url)
    const days = answer.ok ? ((answer.certificateExpires ?? Number.NaN) - Date.now()) / 86_400_000 : 0
    ends.push(Math.round(days))
  }
  // The authority of the tests signs for twenty days.
  assert.deepEqual([ends, web.connections()], [[20, 20, Number.NaN], 2])
})
