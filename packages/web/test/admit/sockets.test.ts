import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { admit } from '../../src/admit/admit.ts'
import { createFetcher, type Fetcher } from '../../src/resolve/fetcher.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { POLICY } from './support/policies.ts'

// What only real connections show: certificates, closed ports, and plain servers behind the port of TLS.

let web: LoopbackWeb
let fetcher: Fetcher

before(async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<title>Solicitud de beca</title>' }
  const plain = ['cerrado', 'sordo', 'caducado'].map((host) => [`http://${host}.gob.es/a/3`, page])
  web = await startLoopbackWeb(
    {
      ...Object.fromEntries(plain),
      'https://uno.gob.es/ayuda': { status: 301, headers: { location: 'http://dos.gob.es/beca' } },
      'https://dos.gob.es/beca': page,
    },
    { faults: { 'caducado.gob.es': 'expired', 'ajeno.gob.es': 'wrong-name', 'propio.gob.es': 'self-signed' } },
  )
  const connectTo = {
    ...web.connectTo,
    // Nobody listens on the first port.
    'cerrado.gob.es:443': '127.0.0.1:1',
    'sordo.gob.es:443': `127.0.0.1:${web.plainPort}`,
  }
  fetcher = createFetcher({ connectTo, ca: web.ca })
})
after(async () => {
  await fetcher.close()
  await web.close()
})

describe('over sockets', () => {
  const ROWS: readonly (readonly [why: string, input: string, becomes: string, flags: readonly string[]])[] = [
    ['the port of https is closed', 'http://cerrado.gob.es/a/3', 'http://cerrado.gob.es/a/3', ['http_only']],
    ['no TLS is spoken there', 'http://sordo.gob.es/a/3', 'http://sordo.gob.es/a/3', ['http_only']],
    ['the same, asked for with https', 'https://sordo.gob.es/a/3', 'https://sordo.gob.es/a/3', ['resolution_failed']],
    ['an expired certificate', 'http://caducado.gob.es/a/3', 'https://caducado.gob.es/a/3', ['tls_invalid']],
    ['a certificate of another name', 'https://ajeno.gob.es/a/3', 'https://ajeno.gob.es/a/3', ['tls_invalid']],
    ['a certificate signed by itself', 'https://propio.gob.es/a/3', 'https://propio.gob.es/a/3', ['tls_invalid']],
    ['a redirect to http', 'https://uno.gob.es/ayuda', 'https://dos.gob.es/beca', []],
  ]
  for (const [why, input, becomes, flags] of ROWS) {
    test(`${input} -> ${becomes} (${why})`, async () => {
      const found = await admit(input, { policy: POLICY, fetcher })
      assert.deepEqual([found.canonical, found.flags], [becomes, flags])
    })
  }

  test('the title of a real page is read', async () => {
    assert.equal((await admit('https://dos.gob.es/beca', { policy: POLICY, fetcher })).linkType, 'informative')
  })
})
