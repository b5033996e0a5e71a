import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExchanger } from '../../src/net/exchanger.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

const web = await startLoopbackWeb((_, response) => void response.end('hi'))
after(() => web.close())

const PUBLIC = '93.184.215.14'
const PUBLIC_SIX = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

/** One exchange with simulated DNS: what came of it, and where it went. */
async function go(url: string, answers: readonly string[], options: Parameters<typeof createExchanger>[0] = {}) {
  const connected: string[] = []
  let lookups = 0
  const exchanger = createExchanger({
    dnsFn: async () => {
      lookups += 1
      return answers
    },
    exchangeFn: async ({ address }) => {
      connected.push(address)
      return { status: 200, headers: {}, body: '' }
    },
    ...options,
  })
  const answer = await exchanger.fetch(url)
  return { code: answer.ok ? 'ok' : answer.code, connected, lookups, answer }
}

const cases = [
  { why: 'public', answers: [PUBLIC], code: 'ok' },
  { why: 'public, both kinds', answers: [PUBLIC_SIX, PUBLIC], code: 'ok' },
  { why: 'loopback', answers: ['127.0.0.1'], code: 'private_address' },
  { why: 'a private one among public ones', answers: [PUBLIC, '10.0.0.5'], code: 'private_address' },
  { why: 'a private one of the other kind', answers: [PUBLIC, 'fd00::5'], code: 'private_address' },
  { why: 'loopback in the clothes of IPv6', answers: ['::ffff:127.0.0.1'], code: 'private_address' },
  { why: 'loopback behind NAT64', answers: ['64:ff9b::7f00:1'], code: 'private_address' },
  { why: 'an interface', answers: ['fe80::1%eth0'], code: 'private_address' },
  { why: 'no address', answers: [], code: 'dns_empty' },
  { why: 'not an address', answers: ['localhost'], code: 'dns_failed' },
  { why: 'an address that is not spelled as one', answers: ['127.1'], code: 'dns_failed' },
]
for (const { why, answers, code } of cases) {
  test(`DNS says ${JSON.stringify(answers)}: ${code} (${why})`, async () => {
    const result = await go('https://www.boe.es/', answers)
    assert.equal(result.code, code)
    assert.deepEqual(result.connected, code === 'ok' ? answers.slice(0, 1) : [])
  })
}

test('DNS is queried once, whatever a second answer would be', async () => {
  const script = [[PUBLIC], ['127.0.0.1']]
  const result = await go('http://rebind.example.org/', [], { dnsFn: async () => script.shift() ?? [] })
  assert.deepEqual(result.connected, [PUBLIC])
  assert.equal(script.length, 1)
})

test('a literal address is checked as well, without a DNS query', async () => {
  assert.equal((await go('http://127.0.0.1/', [PUBLIC])).code, 'private_address')
  const result = await go(`http://${PUBLIC}/`, ['10.0.0.1'])
  assert.deepEqual([result.code, result.connected, result.lookups], ['ok', [PUBLIC], 0])
})

test('the message names the address that was refused', async () => {
  const { answer } = await go('https://www.boe.es/', ['10.1.2.3'])
  assert.match(answer.ok ? '' : answer.message, /www\.boe\.es.*10\.1\.2\.3/)
})

test('allowAddresses lets through what it covers, and nothing else', async () => {
  const allowAddresses = ['10.0.0.0/24']
  assert.equal((await go('https://www.boe.es/', ['10.0.0.7'], { allowAddresses })).code, 'ok')
  assert.equal((await go('http://10.0.0.7/', [], { allowAddresses })).code, 'ok')
  assert.equal((await go('https://www.boe.es/', ['10.0.1.7'], { allowAddresses })).code, 'private_address')
  assert.equal((await go('https://www.boe.es/', ['10.0.0.7', '127.0.0.1'], { allowAddresses })).code, 'private_address')
})

test('connectTo allows its target for what it maps, and nothing else', async () => {
  const connectTo = { 'a.example:80': '127.0.0.1:8080' }
  const mapped = await go('http://a.example/', [], { connectTo })
  assert.deepEqual([mapped.code, mapped.connected, mapped.lookups], ['ok', ['127.0.0.1'], 0])
  assert.equal((await go('http://www.boe.es/', ['127.0.0.1'], { connectTo })).code, 'private_address')
  assert.equal((await go('http://127.0.0.1/', [], { connectTo })).code, 'private_address')
  assert.equal((await go('https://a.example/', [PUBLIC], { connectTo })).code, 'name_blocked')
})

test('when the first address refuses, the next one is tried', async () => {
  const exchanger = createExchanger({ dnsFn: async () => ['127.0.0.2', '127.0.0.1'], allowAddresses: ['127.0.0.0/30'] })
  const answer = await exchanger.fetch(`http://www.boe.es:${web.plainPort}/`, { allowPort: 'any' })
  assert.equal(answer.ok && answer.address, '127.0.0.1')
  await exchanger.close()
})

test('when all addresses refuse: connect_refused', async () => {
  const exchanger = createExchanger({ dnsFn: async () => ['127.0.0.2', '127.0.0.3'], allowAddresses: ['127.0.0.0/30'] })
  const answer = await exchanger.fetch(`http://www.boe.es:${web.plainPort}/`, { allowPort: 'any' })
  assert.equal(answer.ok ? 'ok' : answer.code, 'connect_refused')
})

test('a port that is not allowed gets no request', async () => {
  assert.equal((await go('http://www.boe.es:8080/', [PUBLIC])).code, 'port_blocked')
})
