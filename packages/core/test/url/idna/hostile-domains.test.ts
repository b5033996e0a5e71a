import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainToAscii } from '../../../src/url/idna/index.ts'
import { decodePunycode, encodePunycode } from '../../../src/url/idna/punycode.ts'
import { platformToAscii } from './oracles.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

const ideographs = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('')

// Each is as long as the limit of 16,384 UTF-8 bytes lets it be.
const LONG = [
  { what: 'one letter, over and over', domain: '\u00e9'.repeat(8192) },
  { what: 'ideographs, all different', domain: ideographs(5461) },
  { what: 'many labels', domain: '\u00e9.'.repeat(5461) },
  { what: 'a right-to-left label', domain: '\u05d0'.repeat(8192) },
  { what: 'marks in the wrong order', domain: `a${'\u0301\u0323'.repeat(4095)}` },
  { what: 'joiners', domain: `${'\u0628\u200c'.repeat(3276)}\u0628` },
  {
    what: 'transparent marks before every joiner',
    domain: `\u0628${'\u064b'.repeat(4000)}\u200c${'\u064b'.repeat(4000)}\u0628`,
  },
  { what: 'Punycode that does not end', domain: `\u00e9.xn--${'9'.repeat(16_000)}` },
  { what: 'Punycode with many insertions', domain: `\u00e9.xn--${'a'.repeat(16_000)}` },
]

domainToAscii('\u00e9')

for (const { what, domain } of LONG) {
  test(`a long domain takes less than 100 ms and the platform agrees: ${what}`, () => {
    const before = process.cpuUsage()
    const ascii = domainToAscii(domain)
    const took = cpuMsSince(before)
    assert.ok(ascii === platformToAscii(domain))
    assert.ok(took < 100, `${took} ms`)
  })
}

test('the limit counts UTF-8 bytes, and holds for domains outside ASCII only', () => {
  const atLimit = [
    '\u00e9'.repeat(8192),
    '\u6f22'.repeat(5461),
    '\u{1f4a9}'.repeat(4096),
    `${'a'.repeat(16_382)}\u00e9`,
  ]
  for (const domain of atLimit) {
    assert.ok(domainToAscii(domain) !== null)
    assert.equal(domainToAscii(`a${domain}\u00e9`), null)
    assert.equal(platformToAscii(`a${domain}\u00e9`), null)
  }
  assert.equal(domainToAscii('a'.repeat(100_000))?.length, 100_000)
})

test('Punycode of 100,000 code points takes less than a second both ways', () => {
  const label = Array.from(ideographs(100_000), (char) => char.codePointAt(0) ?? 0)
  const before = process.cpuUsage()
  const punycode = encodePunycode(label)
  assert.ok(punycode !== null)
  assert.deepEqual(decodePunycode(punycode), label)
  assert.ok(cpuMsSince(before) < 1000)
})
