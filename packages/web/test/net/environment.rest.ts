import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { rawServer } from '@canonist/test-support/raw-server.ts'

const web = await startLoopbackWeb((_, response) => void response.end('from the web'))
after(() => web.close())
const proxy = await rawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nfrom proxy'))
const PROXY = `http://127.0.0.1:${proxy.port}`

const source = fileURLToPath(new URL('../../src/net/exchanger.ts', import.meta.url))
/** Prints what two exchanges give: one that may be made, and one to a server whose certificate nobody vouches for. */
const PROGRAM = `
  const { createExchanger } = await import(${JSON.stringify(source)})
  const exchanger = createExchanger({ connectTo: ${JSON.stringify(web.connectTo)} })
  for (const url of ['http://a.example/', 'https://a.example/', 'http://127.0.0.1/']) {
    const answer = await exchanger.fetch(url)
    console.log(answer.ok ? Buffer.from(answer.body).toString() : answer.code)
  }
  await exchanger.close()
`

const environments = [
  { why: 'none', env: {} },
  { why: 'certificates are not to be checked', env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  {
    why: 'a proxy for everything',
    env: {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: PROXY,
      HTTPS_PROXY: PROXY,
      http_proxy: PROXY,
      https_proxy: PROXY,
      ALL_PROXY: PROXY,
    },
  },
  { why: 'another parser', env: { UNDICI_USE_MILO: '1' } },
]
for (const { why, env } of environments) {
  test(`the environment has no say (${why})`, async () => {
    const args = ['--conditions=canonist-source', '--input-type=module', '--eval', PROGRAM]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })
    assert.deepEqual(stdout.trim().split('\n'), ['from the web', 'tls_error', 'private_address'])
    assert.equal(proxy.connections(), 0)
  })
}

/** The authority of the web as a file, as an operator names it. */
const authorities = temporaryFolder().file('authorities.pem', web.ca)
/** Asks the one server whose certificate that authority has signed; the other authority has signed nothing here. */
const VOUCHED = `
  const { createExchanger } = await import(${JSON.stringify(source)})
  const connectTo = ${JSON.stringify(web.connectTo)}
  for (const options of [{ connectTo }, { connectTo, ca: ${JSON.stringify(rootCertificates[0])} }]) {
    const exchanger = createExchanger(options)
    const answer = await exchanger.fetch('https://a.example/')
    console.log(answer.ok ? Buffer.from(answer.body).toString() : answer.code)
    await exchanger.close()
  }
`

const trusts = [
  { why: 'none', env: {}, gives: ['tls_error', 'tls_error'] },
  { why: 'NODE_EXTRA_CA_CERTS', env: { NODE_EXTRA_CA_CERTS: authorities }, gives: ['from the web', 'tls_error'] },
]
for (const { why, env, gives } of trusts) {
  test(`authorities that the operator adds for all of Node count (${why}), but not beside ones that are named`, async () => {
    const args = ['--conditions=canonist-source', '--input-type=module', '--eval', VOUCHED]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })
    assert.deepEqual(stdout.trim().split('\n'), gives)
  })
}

test("what carries the process's own fetch stays as it was", async () => {
  const loader = fileURLToPath(new URL('../../src/net/transport/undici-client.ts', import.meta.url))
  const program = `
    const carriers = () => [1, 2].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)])
    const { loadUndiciClient } = await import(${JSON.stringify(loader)})
    const before = carriers()
    loadUndiciClient()
    console.log(carriers().every((carrier, index) => carrier === before[index]))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  assert.equal(stdout.trim(), 'true')
})
