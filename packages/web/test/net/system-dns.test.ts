import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExchanger } from '../../src/net/exchanger.ts'
import { createSystemDns } from '../../src/net/address/system-dns.ts'
import { startDnsServer } from '@canonist/test-support/dns-server.ts'

const server = await startDnsServer({
  'both.example.org': { A: ['93.184.215.14', '93.184.215.15'], AAAA: ['2606:2800:21f:cb07::1'] },
  'four.example.org': { A: ['93.184.215.14'], AAAA: [] },
  'six.example.org': { A: [], AAAA: ['2606:2800:21f:cb07::1'] },
  'none.example.org': { A: [], AAAA: [] },
  'half.example.org': { A: ['93.184.215.14'], AAAA: 'SERVFAIL' },
  'half-empty.example.org': { A: [], AAAA: 'SERVFAIL' },
  'broken.example.org': { A: 'SERVFAIL', AAAA: 'SERVFAIL' },
  'closed.example.org': { A: 'REFUSED', AAAA: 'REFUSED' },
  'silent.example.org': { A: 'silence', AAAA: 'silence' },
  'half-silent.example.org': { A: ['93.184.215.14'], AAAA: 'silence' },
  'private.example.org': { A: ['93.184.215.14'], AAAA: ['fc00::1'] },
})
after(() => server.close())
const dnsFn = createSystemDns({ servers: [server.address], tryMs: 200, tries: 1 })

const answered = [
  { host: 'both.example.org', addresses: ['93.184.215.14', '93.184.215.15', '2606:2800:21f:cb07::1'] },
  { host: 'four.example.org', addresses: ['93.184.215.14'] },
  { host: 'six.example.org', addresses: ['2606:2800:21f:cb07::1'] },
  { host: 'none.example.org', addresses: [] },
  { host: 'half.example.org', addresses: ['93.184.215.14'] },
  { host: 'half-silent.example.org', addresses: ['93.184.215.14'] },
]
for (const { host, addresses } of answered) {
  test(`${host} has ${addresses.length} addresses`, async () => assert.deepEqual(await dnsFn(host), addresses))
}

const failed = [
  { host: 'unknown.example.org', code: 'dns_failed' },
  { host: 'broken.example.org', code: 'dns_failed' },
  { host: 'closed.example.org', code: 'dns_failed' },
  { host: 'half-empty.example.org', code: 'dns_failed' },
  { host: 'silent.example.org', code: 'dns_timeout' },
  { host: 'none.example.org', code: 'dns_empty' },
  { host: 'private.example.org', code: 'private_address' },
]
for (const { host, code } of failed) {
  test(`http://${host}/ is ${code}`, async () => {
    const exchangeFn = () => assert.fail('connected')
    const answer = await createExchanger({ dnsFn, exchangeFn }).fetch(`http://${host}/`)
    assert.equal(answer.ok ? 'ok' : answer.code, code)
  })
}

test('both record types are queried at the same time', async () => {
  server.asked.length = 0
  await dnsFn('both.example.org')
  assert.deepEqual(server.asked.toSorted(), ['A both.example.org', 'AAAA both.example.org'])
})
