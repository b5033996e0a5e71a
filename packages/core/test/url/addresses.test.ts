import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { toCanonicalIpv4, endsInNumber } from '../../src/url/ipv4.ts'
import { toCanonicalIpv6 } from '../../src/url/ipv6.ts'
import { show } from '@canonist/test-support/show.ts'
import { runs } from '@canonist/test-support/runs.ts'

/** What the platform makes of a host, for a second opinion. */
function platformHost(host: string): string | null {
  return URL.parse(`http://${host}/`)?.hostname ?? null
}

describe('endsInNumber', () => {
  const YES = ['1', '1.', 'a.1', 'a.1.', 'a.0x', 'a.0X1f', 'a.09', '0x', 'a..1']
  const NO = ['', '.', '..', 'a', '1.a', 'a.1..', 'a.0xg', 'a.1a', 'a.-1', 'a.1e1', 'a.+1']
  for (const host of YES) test(`${show(host)} does`, () => assert.ok(endsInNumber(host)))
  for (const host of NO) test(`${show(host)} does not`, () => assert.ok(!endsInNumber(host)))
})

const IPV4 = [
  { why: 'four decimal numbers', input: '192.0.2.1', becomes: '192.0.2.1' },
  { why: 'the root dot', input: '192.0.2.1.', becomes: '192.0.2.1' },
  { why: 'three: the last has two bytes', input: '192.0.513', becomes: '192.0.2.1' },
  { why: 'two: the last has three', input: '192.513', becomes: '192.0.2.1' },
  { why: 'one: it has all four', input: '3221225985', becomes: '192.0.2.1' },
  { why: 'hex', input: '0xC0.0x0.0X2.0x1', becomes: '192.0.2.1' },
  { why: 'octal', input: '0300.00.02.01', becomes: '192.0.2.1' },
  { why: 'all mixed', input: '0xc0.0.01001', becomes: '192.0.2.1' },
  { why: 'nothing behind 0x', input: '0x', becomes: '0.0.0.0' },
  { why: 'many zeros in front', input: '0000000000000000000000000000001', becomes: '0.0.0.1' },
  { why: 'the least', input: '0', becomes: '0.0.0.0' },
  { why: 'the greatest', input: '4294967295', becomes: '255.255.255.255' },
  { why: 'the greatest last of two', input: '1.16777215', becomes: '1.255.255.255' },
  { why: 'one too many', input: '4294967296', becomes: null },
  { why: 'one too many of two', input: '1.16777216', becomes: null },
  { why: 'one too many of four', input: '1.2.3.256', becomes: null },
  { why: 'too many in front', input: '256.1', becomes: null },
  { why: 'five', input: '1.2.3.4.5', becomes: null },
  { why: 'an empty one', input: '1..2', becomes: null },
  { why: 'an empty one in front', input: '.1', becomes: null },
  { why: '8 is no octal digit', input: '08', becomes: null },
  { why: 'no hex digit', input: '0x1.0xg.1', becomes: null },
  { why: 'a name in front', input: 'a.1', becomes: null },
  { why: 'beyond all numbers', input: `0x${'f'.repeat(400)}`, becomes: null },
]

describe('toCanonicalIpv4', () => {
  for (const { why, input, becomes } of IPV4) {
    test(`${show(input)} -> ${becomes} (${why})`, () => {
      assert.equal(toCanonicalIpv4(input), becomes)
      assert.equal(platformHost(input), becomes)
      if (becomes !== null) assert.equal(toCanonicalIpv4(becomes), becomes)
    })
  }

  test('the platform says the same of any numbers between dots', () => {
    const number = fc.oneof(
      fc.nat(0xffffffff).map((value) => `0x${value.toString(16)}`),
      fc.nat(300).map(String),
      fc.nat(0xffffffff).map((value) => `0${value.toString(8)}`),
      fc.nat(0xffffffff).map(String),
      fc.constantFrom('', '0', '00', '0x', '09', '1a', '256', '65536', '16777216'),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const host = numbers.join('.')
        if (endsInNumber(host)) assert.equal(toCanonicalIpv4(host), platformHost(host))
      }),
      runs(20_000),
    )
  })
})

const IPV6 = [
  { why: 'the shortest', input: '::', becomes: '::' },
  { why: 'all zeros', input: '0:0:0:0:0:0:0:0', becomes: '::' },
  { why: 'the loopback', input: '0:0:0:0:0:0:0:1', becomes: '::1' },
  { why: 'zeros at the end', input: '1:0:0:0:0:0:0:0', becomes: '1::' },
  { why: 'one zero is not shortened', input: '1:2:3:0:5:6:7:8', becomes: '1:2:3:0:5:6:7:8' },
  { why: ':: for one zero is written out', input: '1:2:3::5:6:7:8', becomes: '1:2:3:0:5:6:7:8' },
  { why: 'the longest run', input: '1:0:0:2:0:0:0:3', becomes: '1:0:0:2::3' },
  { why: 'the first of two equal runs', input: '1:0:0:2:3:0:0:4', becomes: '1::2:3:0:0:4' },
  { why: 'zeros and capitals', input: '2001:0DB8::00aB', becomes: '2001:db8::ab' },
  { why: 'IPv4 at the end', input: '::ffff:192.0.2.1', becomes: '::ffff:c000:201' },
  { why: 'IPv4 behind six groups', input: '1:2:3:4:5:6:1.2.3.4', becomes: '1:2:3:4:5:6:102:304' },
  { why: 'nothing', input: '', becomes: null },
  { why: 'seven groups', input: '1:2:3:4:5:6:7', becomes: null },
  { why: 'nine groups', input: '1:2:3:4:5:6:7:8:9', becomes: null },
  { why: 'nine groups with ::', input: '1::2:3:4:5:6:7:8', becomes: null },
  { why: ':: twice', input: '1::2::3', becomes: null },
  { why: 'three colons', input: '1:::2', becomes: null },
  { why: 'a colon in front', input: ':1:2:3:4:5:6:7:8', becomes: null },
  { why: 'a colon behind', input: '1:2:3:4:5:6:7:8:', becomes: null },
  { why: 'five digits', input: '::12345', becomes: null },
  { why: 'no hex digit', input: '::g', becomes: null },
  { why: 'a zone', input: 'fe80::1%25eth0', becomes: null },
  { why: 'IPv4 in front', input: '1.2.3.4::', becomes: null },
  { why: 'IPv4 behind seven groups', input: '1:2:3:4:5:6:7:1.2.3.4', becomes: null },
  { why: 'IPv4 with three numbers', input: '::1.2.3', becomes: null },
  { why: 'IPv4 with a leading zero', input: '::1.2.3.04', becomes: null },
  { why: 'IPv4 with a great number', input: '::1.2.3.256', becomes: null },
  { why: 'IPv4 with a dot behind', input: '::1.2.3.4.', becomes: null },
  { why: 'IPv4 in hex', input: '::0x1.2.3.4', becomes: null },
]

describe('toCanonicalIpv6', () => {
  for (const { why, input, becomes } of IPV6) {
    test(`${show(input)} -> ${becomes} (${why})`, () => {
      assert.equal(toCanonicalIpv6(input), becomes)
      assert.equal(platformHost(`[${input}]`), becomes === null ? null : `[${becomes}]`)
      if (becomes !== null) assert.equal(toCanonicalIpv6(becomes), becomes)
    })
  }

  test('the platform says the same of any groups between colons', () => {
    const group = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('', '0', '0') },
      { weight: 4, arbitrary: fc.nat(0xffff).map((value) => value.toString(16)) },
      { weight: 1, arbitrary: fc.constantFrom('00', 'ABCD', '12345', '1.2.3.4', '1.2.3', '255.255.255.256', 'x') },
    )
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 10 }), (groups) => {
        const address = toCanonicalIpv6(groups.join(':'))
        assert.equal(address === null ? null : `[${address}]`, platformHost(`[${groups.join(':')}]`))
      }),
      runs(20_000),
    )
  })
})
