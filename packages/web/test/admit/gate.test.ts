import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, type HostsSpec } from '@canonist/core'
import { admit } from '../../src/admit/admit.ts'
import { createGate, hasAllowlist } from '../../src/admit/gate.ts'
import { POLICY } from './support/policies.ts'
import { simulateWeb } from './support/simulated-web.ts'

describe('a host that is not allowed is not looked up', () => {
  const REFUSED = [
    'https://tienda.com/a',
    'https://prensa.gob.es/',
    'http://10.0.0.1/',
    'https://intranet/',
    'ftp://boe.es/',
    'https://boe.es:8080/',
  ]
  for (const input of REFUSED) {
    test(input, async () => {
      const { fetchFn, dnsFn, asked, lookedUp } = simulateWeb({})
      assert.equal((await admit(input, { policy: POLICY, fetchFn, dnsFn })).decision, 'reject')
      assert.deepEqual([asked, lookedUp], [[], []])
    })
  }

  const HOPS = [
    'https://tienda.com/a',
    'http://127.0.0.1/',
    'https://prensa.gob.es/x',
    'gopher://boe.es/',
    'https://a@boe.es/',
    'https://boe.es:81/',
  ]
  for (const location of HOPS) {
    test(`as a hop: ${location}`, async () => {
      const start = 'https://sepe.es/a'
      const { fetchFn, dnsFn, asked, lookedUp } = simulateWeb({ [start]: { status: 302, location } })
      assert.equal((await admit(start, { policy: POLICY, fetchFn, dnsFn })).decision, 'reject')
      assert.deepEqual([asked, lookedUp], [[`GET ${start}`], ['sepe.es']])
    })
  }

  test('an answer that a transport brings from elsewhere', async () => {
    const fetchFn = async () => ({ status: 200, headers: {}, body: '', url: 'https://tienda.com/' })
    const found = await admit('https://sepe.es/a', { policy: POLICY, fetchFn, dnsFn: async () => ['93.184.216.34'] })
    assert.equal(found.reason, 'redirect_left_allowlist')
  })

  test('a name that resolves to an address of the house is not connected to', async () => {
    const { fetchFn, asked } = simulateWeb({})
    const found = await admit('https://sepe.es/a/3', { policy: POLICY, fetchFn, dnsFn: async () => ['10.0.0.7'] })
    assert.deepEqual([found.flags, found.notes, asked], [['resolution_failed'], ['ended:private_address'], []])
  })
})

describe("hosts.allow: ['*']", () => {
  const hosts: HostsSpec = { allow: ['*'], block: ['bad.example'], shorteners: ['bit.ly'] }

  test('lets in every host but the blocked ones; a shortener is still only passed through', () => {
    const gate = createGate(hosts)
    const verdicts = ['boe.es', 'a.b.c.dev', 'www.bad.example', 'bit.ly'].map(gate)
    assert.deepEqual(verdicts, ['allowed', 'allowed', 'blocked', 'shortener'])
  })

  test('is not an allowlist; hosts beside it change nothing', () => {
    const lists = [{}, { allow: null }, { allow: [] }, hosts, { allow: ['*', 'boe.es'] }, { allow: ['boe.es'] }]
    assert.deepEqual(lists.map(hasAllowlist), [false, false, false, false, false, true])
    assert.equal(createGate({ allow: ['*', 'boe.es'] })('e.com'), 'allowed')
  })

  test('every other list needs a domain', () => {
    for (const list of ['block', 'shorteners'] as const) assert.throws(() => createGate({ [list]: ['*'] }), PolicyError)
  })

  for (const input of ['http://10.0.0.1/', 'https://intranet/', 'ftp://boe.es/', 'https://boe.es:8080/']) {
    test(`${input} is not a public URL under any list`, async () => {
      const { fetchFn, dnsFn, asked, lookedUp } = simulateWeb({})
      const policy = { name: 'open', hosts }
      assert.equal((await admit(input, { policy, fetchFn, dnsFn })).decision, 'reject')
      assert.deepEqual([asked, lookedUp], [[], []])
    })
  }

  test('redirects may lead to any public host', async () => {
    const [from, to] = ['https://a.dev/x', 'https://b.net/y']
    const { fetchFn, dnsFn } = simulateWeb({ [from]: { status: 301, location: to }, [to]: { status: 200 } })
    const found = await admit(from, { policy: { name: 'open', hosts }, fetchFn, dnsFn })
    assert.deepEqual([found.decision, found.canonical], ['accept', to])
  })
})

describe('the lists', () => {
  const gate = createGate({
    allow: ['*.gob.es', 'Boe.ES', 'españa.es'],
    block: ['prensa.gob.es', 'bad.ly'],
    shorteners: ['bit.ly', 'bad.ly'],
  })
  const ROWS = [
    ['gob.es', 'allowed'],
    ['a.b.gob.es', 'allowed'],
    ['www.boe.es', 'allowed'],
    ['xn--espaa-rta.es', 'allowed'],
    ['fakeboe.es', 'unknown'],
    ['es', 'unknown'],
    ['prensa.gob.es', 'blocked'],
    ['x.prensa.gob.es', 'blocked'],
    ['laprensa.gob.es', 'allowed'],
    ['bit.ly', 'shortener'],
    ['www.bit.ly', 'shortener'],
    ['bad.ly', 'blocked'],
  ] as const
  for (const [host, verdict] of ROWS) test(`${host} is ${verdict}`, () => assert.equal(gate(host), verdict))

  const FAULTS: readonly (readonly [HostsSpec, path: string])[] = [
    [{ allow: ['boe.es', 'https://boe.es/'] }, 'hosts.allow[1]'],
    [{ block: [''] }, 'hosts.block[0]'],
    [{ shorteners: ['bit.ly/3x'] }, 'hosts.shorteners[0]'],
    [{ allow: ['*.*.es'] }, 'hosts.allow[0]'],
    [{ allow: ['boe.es:443'] }, 'hosts.allow[0]'],
  ]
  for (const [hosts, path] of FAULTS) {
    test(`${JSON.stringify(hosts)} is refused at ${path}`, () => {
      assert.throws(
        () => createGate(hosts),
        (error) => error instanceof PolicyError && error.path === path,
      )
    })
  }
})
