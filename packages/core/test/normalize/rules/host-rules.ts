import { definePolicy } from '../../../src/index.ts'
import type { RuleTable } from './rule-table.ts'

/** Scheme, user, host and port. */
export const HOST_RULES: readonly RuleTable[] = [
  {
    rule: 'add-scheme',
    policy: definePolicy({ name: 'https', defaultScheme: 'https' }),
    acts: [
      { why: 'a host and a path', input: 'example.com/a', becomes: 'https://example.com/a' },
      { why: 'slashes', input: '//example.com/a', becomes: 'https://example.com/a' },
      { why: 'with its port', input: 'example.com:8080/a', becomes: 'https://example.com:8080/a' },
    ],
    spares: [
      { why: 'it has one', input: 'http://example.com/a' },
      { why: 'a scheme without slashes is one', input: 'http:example.com/a', becomes: 'http://example.com/a' },
    ],
  },
  {
    rule: 'ip-to-host',
    policy: definePolicy({
      name: 'facts',
      ipToHost: { '208.77.188.166': 'www.example.com', '2001:db8::1': 'six.example', '127.1': 'home.example' },
    }),
    acts: [
      { why: 'a known address', input: 'http://208.77.188.166/a', becomes: 'http://www.example.com/a' },
      { why: 'in any spelling', input: 'http://0xd0.77.188.166/', becomes: 'http://www.example.com/' },
      { why: 'with its port', input: 'http://208.77.188.166:8080/', becomes: 'http://www.example.com:8080/' },
      { why: 'IPv6', input: 'http://[2001:DB8:0::1]/', becomes: 'http://six.example/' },
      { why: 'the policy may spell it in any way', input: 'http://127.0.0.1/', becomes: 'http://home.example/' },
    ],
    spares: [
      { why: 'an address that nobody knows', input: 'http://208.77.188.167/' },
      { why: 'never the other way round', input: 'http://www.example.com/' },
      { why: 'an address in the path', input: 'http://e.com/208.77.188.166' },
    ],
  },
  {
    rule: 'strip-host-dot',
    policy: definePolicy({ name: 'dot', hostDot: 'strip' }),
    acts: [
      { why: 'fully qualified', input: 'https://example.com./a', becomes: 'https://example.com/a' },
      { why: 'all of them', input: 'https://example.com../', becomes: 'https://example.com/' },
    ],
    spares: [
      { why: 'no dot', input: 'https://example.com/' },
      { why: 'it would become an address', input: 'https://1../' },
      { why: 'nothing would be left', input: 'https://./' },
    ],
  },
  {
    rule: 'strip-host-dot',
    policy: 'dedupe',
    acts: [],
    spares: [{ why: 'off', input: 'https://example.com./' }],
  },
  {
    rule: 'strip-www',
    policy: definePolicy({ name: 'strip', www: 'strip' }),
    acts: [
      { why: 'once', input: 'https://www.example.com/', becomes: 'https://example.com/' },
      { why: 'repeats', input: 'https://www.www.www.example.com/', becomes: 'https://example.com/' },
      { why: 'in capitals', input: 'https://WWW.example.com/', becomes: 'https://example.com/' },
      { why: 'until two labels remain', input: 'https://www.www.com/', becomes: 'https://www.com/' },
    ],
    spares: [
      { why: 'two labels must remain', input: 'https://www.com/' },
      { why: 'a dot at the end is no label', input: 'https://www.com./' },
      { why: 'www2 is another label', input: 'https://www2.example.com/' },
      { why: 'www further in', input: 'https://a.www.example.com/' },
      { why: 'it only begins alike', input: 'https://wwwexample.com/' },
    ],
  },
  {
    rule: 'add-www',
    policy: definePolicy({ name: 'add', www: 'add' }),
    acts: [
      { why: 'a naked domain', input: 'https://example.com/', becomes: 'https://www.example.com/' },
      { why: 'a subdomain', input: 'https://a.example.com/', becomes: 'https://www.a.example.com/' },
    ],
    spares: [
      { why: 'there already', input: 'https://www.example.com/' },
      { why: 'a numbered one', input: 'https://www2.example.com/' },
      { why: 'one label', input: 'https://localhost/' },
      { why: 'IPv4', input: 'https://192.0.2.1/' },
      { why: 'IPv6', input: 'https://[2001:db8::1]/' },
    ],
  },
  {
    rule: 'limit-scheme',
    policy: definePolicy({ name: 'https', scheme: 'https' }),
    acts: [
      { why: 'http', input: 'http://e.com/', becomes: 'https://e.com/' },
      { why: 'the old port goes with it', input: 'http://e.com:80/', becomes: 'https://e.com/' },
      { why: 'the new port is now implied', input: 'http://e.com:443/', becomes: 'https://e.com/' },
      { why: 'any other port stays', input: 'http://e.com:8080/', becomes: 'https://e.com:8080/' },
    ],
    spares: [
      { why: 'https', input: 'https://e.com/' },
      { why: 'https on 80', input: 'https://e.com:80/' },
    ],
  },
  {
    rule: 'limit-scheme',
    policy: definePolicy({ name: 'http', scheme: 'http' }),
    acts: [{ why: 'https', input: 'https://e.com:443/', becomes: 'http://e.com/' }],
    spares: [{ why: 'http', input: 'http://e.com/' }],
  },
  {
    rule: 'limit-scheme',
    policy: definePolicy({ name: 'https with port', scheme: 'https', port: 'add-default' }),
    acts: [
      { why: 'the implied port is that of the new scheme', input: 'http://e.com:80/', becomes: 'https://e.com:443/' },
    ],
    spares: [{ why: 'https', input: 'https://e.com:443/' }],
  },
  {
    rule: 'remove-default-port',
    policy: 'rfc3986',
    acts: [
      { why: 'http', input: 'http://e.com:80/', becomes: 'http://e.com/' },
      { why: 'https', input: 'https://e.com:443/', becomes: 'https://e.com/' },
      { why: 'with zeros in front', input: 'https://e.com:00443/', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'the port of the other scheme', input: 'https://e.com:80/' },
      { why: 'and the other way round', input: 'http://e.com:443/' },
      { why: 'port 0', input: 'http://e.com:0/' },
    ],
  },
  {
    rule: 'add-default-port',
    policy: definePolicy({ name: 'port', port: 'add-default' }),
    acts: [
      { why: 'http', input: 'http://e.com/', becomes: 'http://e.com:80/' },
      { why: 'https', input: 'https://e.com/a?b#c', becomes: 'https://e.com:443/a?b#c' },
      { why: 'without a path', input: 'https://e.com', becomes: 'https://e.com:443/' },
      { why: 'IPv6', input: 'http://[::1]/', becomes: 'http://[::1]:80/' },
    ],
    spares: [
      { why: 'another port', input: 'https://e.com:8080/' },
      { why: 'there already', input: 'https://e.com:443/' },
    ],
  },
  {
    rule: 'strip-userinfo',
    policy: definePolicy({ name: 'user', userinfo: 'strip' }),
    acts: [
      { why: 'name and password', input: 'https://u:p@e.com/', becomes: 'https://e.com/' },
      { why: 'name', input: 'https://u@e.com/', becomes: 'https://e.com/' },
      { why: 'a host in disguise', input: 'https://bank.example@e.com/', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'nobody', input: 'https://e.com/' },
      { why: 'an @ in the path', input: 'https://e.com/@ada' },
    ],
  },
]
