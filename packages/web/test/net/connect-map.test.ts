import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConnectMap } from '../../src/net/address/connect-map.ts'

const MAP = {
  'a.example.com:443': '127.0.0.1:1',
  'a.example.com:': '127.0.0.1:2',
  ':443': '127.0.0.1:3',
  ':': '127.0.0.1:4',
  '10.0.0.1:80': '127.0.0.1:5',
  '[fc00::1]:80': '127.0.0.1:6',
  'Bücher.example:80': '[::1]:7',
}
const find = parseConnectMap(MAP)

const cases: readonly (readonly [host: string, port: number, target: string, why: string])[] = [
  ['a.example.com', 443, '127.0.0.1:1', 'host and port'],
  ['a.example.com', 80, '127.0.0.1:2', 'host, any port'],
  ['b.example.com', 443, '127.0.0.1:3', 'any host, port'],
  ['b.example.com', 80, '127.0.0.1:4', 'anything'],
  ['xn--bcher-kva.example', 80, '::1:7', 'a name in its own letters'],
  ['93.184.215.14', 443, '127.0.0.1:3', 'any host is also any public address'],
  ['10.0.0.1', 80, '127.0.0.1:5', 'a private address that is named'],
  ['fc00::1', 80, '127.0.0.1:6', 'a private address that is named'],
  ['10.0.0.2', 443, 'none', 'any host is no private address'],
  ['::1', 80, 'none', 'any host is no private address'],
]
for (const [host, port, target, why] of cases) {
  test(`${host} port ${port} goes to ${target} (${why})`, () => {
    const found = find(host, port)
    assert.equal(found === null ? 'none' : `${found.address}:${found.port}`, target)
  })
}

test('without an entry nothing is mapped', () => assert.equal(parseConnectMap({})('a.example.com', 80), null))

const unreadable: readonly Record<string, string>[] = [
  { 'a.example.com': '127.0.0.1:1' },
  { 'a.example.com:x': '127.0.0.1:1' },
  { ':80': '127.0.0.1' },
  { ':80': 'localhost:80' },
  { ':80': '127.0.0.1:0' },
  { ':80': '127.0.0.1:70000' },
  { ':80': '::1:80' },
  { ':80': '[nonsense]:80' },
]
for (const map of unreadable) {
  test(`${JSON.stringify(map)} is a mistake of the program`, () => {
    assert.throws(() => parseConnectMap(map), RangeError)
  })
}
