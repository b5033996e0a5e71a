import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkUrl, type CheckOptions } from '../../src/net/gate/check-url.ts'
import { parseAddressSet } from '../../src/net/address/public-address.ts'

interface Case {
  readonly input: string
  readonly gives: string
}

function table(what: string, options: CheckOptions, cases: readonly Case[]): void {
  describe(what, () => {
    for (const { input, gives } of cases) {
      test(`${input} -> ${gives}`, () => {
        const checked = checkUrl(input, options)
        assert.equal(checked.ok ? `${checked.url} on ${checked.port}` : checked.code, gives)
      })
    }
  })
}

table('any port', { allowPort: 'any' }, [
  { input: 'http://boe.es:8080/', gives: 'http://boe.es:8080/ on 8080' },
  { input: 'https://boe.es:80/', gives: 'https://boe.es:80/ on 80' },
  { input: 'http://boe.es.:8080/', gives: 'http://boe.es:8080/ on 8080' },
  { input: 'http://8.8.8.8:65535/', gives: 'http://8.8.8.8:65535/ on 65535' },
  { input: 'http://boe.es:0/', gives: 'port_blocked' },
  { input: 'http://boe.es:22/', gives: 'port_blocked' },
  { input: 'https://boe.es:25/', gives: 'port_blocked' },
  { input: 'http://8.8.8.8:6379/', gives: 'port_blocked' },
  { input: 'http://8.8.8.8:06379/', gives: 'port_blocked' },
  { input: 'http://[2606:2800:220:1::1]:11211/', gives: 'port_blocked' },
  { input: 'http://127.0.0.1:8080/', gives: 'private_address' },
  { input: 'http://localhost:8080/', gives: 'name_blocked' },
])

/** One of each kind that speaks HTTP: databases, search engines, queues, control planes, debuggers. */
const REFUSED_PORTS = [
  9200, 9300, 5984, 8086, 8123, 7474, 8983, 28_017, 6333, 15_672, 8222, 2375, 2376, 2379, 2380, 4001,
]
const CONTROL_PORTS = [6443, 10_250, 10_255, 10_257, 8500, 8501, 8200, 4646, 9901, 2019, 5985, 9222, 9229]
table(
  'any port but those of other services',
  { allowPort: 'any' },
  [...REFUSED_PORTS, ...CONTROL_PORTS].flatMap((port) => [
    { input: `http://boe.es:${port}/`, gives: 'port_blocked' },
    { input: `https://8.8.8.8:${port}/`, gives: 'port_blocked' },
  ]),
)
table(
  'the ports of websites, although other services use them too',
  { allowPort: 'any' },
  [81, 3000, 4000, 5000, 8000, 8001, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090, 9443].map((port) => ({
    input: `http://boe.es:${port}/`,
    gives: `http://boe.es:${port}/ on ${port}`,
  })),
)

table('reserved names go to DNS', { reservedNames: 'resolve' }, [
  { input: 'http://feed.example/', gives: 'http://feed.example/ on 80' },
  { input: 'https://a.b.test/', gives: 'https://a.b.test/ on 443' },
  { input: 'http://a.invalid./', gives: 'http://a.invalid/ on 80' },
  { input: 'http://example/', gives: 'name_blocked' },
  { input: 'http://a.localhost/', gives: 'name_blocked' },
  { input: 'http://a.internal/', gives: 'name_blocked' },
  { input: 'http://a.local/', gives: 'name_blocked' },
  { input: 'http://a.onion/', gives: 'name_blocked' },
  { input: 'http://a_b.test/', gives: 'name_blocked' },
  { input: 'http://a.test:81/', gives: 'port_blocked' },
])

table('allowed addresses', { isAllowedAddress: parseAddressSet(['127.0.0.0/8', '::1']) }, [
  { input: 'http://127.0.0.1/', gives: 'http://127.0.0.1/ on 80' },
  { input: 'http://[::1]/', gives: 'http://[::1]/ on 80' },
  { input: 'http://8.8.8.8/', gives: 'http://8.8.8.8/ on 80' },
  { input: 'http://10.0.0.1/', gives: 'private_address' },
  { input: 'http://127.1/', gives: 'url_ambiguous' },
  { input: 'http://127.0.0.1:8080/', gives: 'port_blocked' },
  { input: 'http://localhost/', gives: 'name_blocked' },
])

const isMapped = (host: string, port: number): boolean =>
  [`localhost:80`, 'intranet.corp:8443', '10.0.0.1:81', 'boe.es:22', 'bad_name.es:80', 'xn--b-0tbl.es:80'].includes(
    `${host}:${port}`,
  )

table('what the operator maps', { isMapped }, [
  { input: 'http://boe.es:22/', gives: 'http://boe.es:22/ on 22' },
  { input: 'http://localhost/a', gives: 'http://localhost/a on 80' },
  { input: 'http://LOCALHOST./', gives: 'http://localhost/ on 80' },
  { input: 'https://intranet.corp:8443/', gives: 'https://intranet.corp:8443/ on 8443' },
  { input: 'http://10.0.0.1:81/', gives: 'http://10.0.0.1:81/ on 81' },
  { input: 'http://localhost:81/', gives: 'port_blocked' },
  { input: 'https://intranet.corp/', gives: 'name_blocked' },
  { input: 'http://10.0.0.2/', gives: 'private_address' },
  { input: 'http://bad_name.es/', gives: 'name_blocked' },
  { input: 'http://xn--b-0tbl.es/', gives: 'name_blocked' },
  { input: 'http://a@localhost/', gives: 'userinfo_blocked' },
  { input: 'http:\\\\localhost/', gives: 'url_ambiguous' },
])

table('undefined means the default', { allowPort: undefined, reservedNames: undefined, isMapped: undefined }, [
  { input: 'http://boe.es:81/', gives: 'port_blocked' },
  { input: 'http://a.test/', gives: 'name_blocked' },
])
