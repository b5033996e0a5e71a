import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { show } from '@canonist/test-support/show.ts'
import { isPublicAddress, parseAddressSet } from '../../src/net/address/public-address.ts'
import { GLOBAL_UNICAST_IPV6, SPECIAL_IPV4, SPECIAL_IPV6 } from '../../src/net/address/special-blocks.ts'
import { runs } from '@canonist/test-support/runs.ts'

const NOT_PUBLIC = [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(({ block }) => range(block))

interface Range {
  readonly bits: number
  readonly first: bigint
  readonly last: bigint
}

/** Reckoned with big integers, as a second opinion to the masks of the source. */
function range(block: string): Range {
  const [start = '', prefix = ''] = block.split('/')
  const bytes = ipaddr.parse(start).toByteArray()
  const bits = bytes.length * 8
  const first = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { bits, first, last: first + 2n ** BigInt(bits - Number(prefix)) - 1n }
}

function address(value: bigint, bits: number): string {
  const bytes = Array.from({ length: bits / 8 }, (_, at) => Number((value >> BigInt(bits - 8 - at * 8)) & 255n))
  return ipaddr.fromByteArray(bytes).toString()
}

const isSpecial = (value: bigint, bits: number): boolean =>
  NOT_PUBLIC.some((range) => range.bits === bits && value >= range.first && value <= range.last)

describe('the edges of every special block', () => {
  for (const { block, is } of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) {
    const { bits, first, last } = range(block)
    test(`${block} (${is}): its first and last address are not public, their neighbours are unless special too`, () => {
      assert.ok(!isPublicAddress(address(first, bits)))
      assert.ok(!isPublicAddress(address(last, bits)))
      for (const beside of [first - 1n, last + 1n]) {
        if (beside < 0n || beside >= 2n ** BigInt(bits)) continue
        assert.equal(isPublicAddress(address(beside, bits)), !isSpecial(beside, bits), address(beside, bits))
      }
    })
  }

  test(`${GLOBAL_UNICAST_IPV6} is public from edge to edge, and nothing beside it`, () => {
    const { first, last } = range(GLOBAL_UNICAST_IPV6)
    assert.ok(isPublicAddress(address(first, 128)))
    assert.ok(isPublicAddress(address(last, 128)))
    assert.ok(!isPublicAddress(address(first - 1n, 128)))
    assert.ok(!isPublicAddress(address(last + 1n, 128)))
  })
})

test('any address is public if and only if reckoning with its number says so', () => {
  const ipv4 = fc.bigInt(0n, 2n ** 32n - 1n)
  const ipv6 = fc.oneof(
    fc.bigInt(0n, 2n ** 128n - 1n),
    fc.bigInt(0n, 2n ** 125n - 1n).map((low) => (1n << 125n) + low),
  )
  fc.assert(
    fc.property(ipv4, (value) => isPublicAddress(address(value, 32)) === !isSpecial(value, 32)),
    runs(5000),
  )
  fc.assert(
    fc.property(
      ipv6,
      (value) => isPublicAddress(address(value, 128)) === (value >> 125n === 1n && !isSpecial(value, 128)),
    ),
    runs(5000),
  )
})

const ADDRESSES = [
  { why: 'plain', text: '8.8.8.8', isPublic: true },
  { why: 'plain', text: '2606:4700:4700::1111', isPublic: true },
  { why: 'upper case', text: '2A00::ABCD', isPublic: true },
  { why: 'the tail as IPv4', text: '2606:4700::8.8.8.8', isPublic: true },
  { why: 'the old 6bone', text: '3ffe::1', isPublic: true },
  { why: 'mapped', text: '::ffff:8.8.8.8', isPublic: false },
  { why: 'compatible', text: '::8.8.8.8', isPublic: false },
  { why: 'translated', text: '::ffff:0:8.8.8.8', isPublic: false },
  { why: 'NAT64', text: '64:ff9b::8.8.8.8', isPublic: false },
  { why: 'NAT64 of one network', text: '64:ff9b:1::8.8.8.8', isPublic: false },
  { why: 'Teredo', text: '2001:0:4136:e378::1', isPublic: false },
  { why: 'ORCHID', text: '2001:10::1', isPublic: false },
  { why: 'ORCHIDv2', text: '2001:2f::1', isPublic: false },
  { why: 'benchmarking', text: '2001:2::1', isPublic: false },
  { why: 'discard', text: '100::1', isPublic: false },
  { why: 'dummy', text: '100:0:0:1::1', isPublic: false },
  { why: 'segment routing', text: '5f00::1', isPublic: false },
  { why: 'the old site-local', text: 'fec0::1', isPublic: false },
  { why: 'a zone', text: '2606:4700::1%eth0', isPublic: false },
  { why: 'brackets', text: '[2606:4700::1]', isPublic: false },
  { why: 'short', text: '8.8', isPublic: false },
  { why: 'one number', text: '134744072', isPublic: false },
  { why: 'octal', text: '010.8.8.8', isPublic: false },
  { why: 'hex', text: '0x8.8.8.8', isPublic: false },
  { why: 'an octal tail', text: '2606:4700::010.8.8.8', isPublic: false },
  { why: 'an octal number at the end of the tail', text: '2606:4700::8.8.8.010', isPublic: false },
  { why: 'too large', text: '8.8.8.256', isPublic: false },
  { why: 'white space', text: ' 8.8.8.8', isPublic: false },
  { why: 'a line break', text: '8.8.8.8\n', isPublic: false },
  { why: 'a block', text: '8.8.8.8/32', isPublic: false },
  { why: 'a name', text: 'boe.es', isPublic: false },
  { why: 'nothing', text: '', isPublic: false },
]

// Written out, so that a row missing from the table of the source is seen.
const EDGES: readonly (readonly [before: string | null, first: string, last: string, after: string | null])[] = [
  [null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '255.255.255.255', null],
  [null, '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
  ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  [
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
]

describe('the public side of every edge', () => {
  for (const [before, first, last, after] of EDGES) {
    test(`${before} | ${first} to ${last} | ${after}`, () => {
      assert.deepEqual([first, last].map(isPublicAddress), [false, false])
      assert.ok([before, after].every((address) => address === null || isPublicAddress(address)))
    })
  }
})

describe('isPublicAddress', () => {
  for (const { why, text, isPublic } of ADDRESSES) {
    test(`${show(text)} is ${isPublic ? '' : 'not '}public (${why})`, () =>
      assert.equal(isPublicAddress(text), isPublic))
  }
})

const SETS = [
  {
    set: ['127.0.0.0/8'],
    has: ['127.0.0.1', '127.255.255.255', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    hasNot: ['126.255.255.255', '128.0.0.0', '::1', '::7f00:1'],
  },
  { set: ['192.168.1.7'], has: ['192.168.1.7'], hasNot: ['192.168.1.6', '192.168.1.8'] },
  { set: ['0.0.0.0/0'], has: ['0.0.0.0', '255.255.255.255', '::ffff:8.8.8.8'], hasNot: ['::1', '2606::1'] },
  { set: ['::/0'], has: ['::1', 'ffff::'], hasNot: ['8.8.8.8', '::ffff:8.8.8.8'] },
  {
    set: ['fd00::/8', '::1'],
    has: ['fd12:3456::1', '::1', '0:0:0:0:0:0:0:1'],
    hasNot: ['fc00::1', 'fe00::', '::2', '0.0.0.1'],
  },
  { set: ['::ffff:10.0.0.0/104'], has: ['10.1.2.3', '::ffff:10.1.2.3'], hasNot: ['11.0.0.0', '::10.1.2.3'] },
  { set: ['10.0.0.0/31'], has: ['10.0.0.0', '10.0.0.1'], hasNot: ['10.0.0.2', 'x', '', '10.0', '::1%1'] },
  { set: [], has: [], hasNot: ['127.0.0.1', '8.8.8.8'] },
]

describe('parseAddressSet', () => {
  for (const { set, has, hasNot } of SETS) {
    const contains = parseAddressSet(set)
    for (const text of has) test(`[${set.join(', ')}] has ${text}`, () => assert.ok(contains(text)))
    for (const text of hasNot) test(`[${set.join(', ')}] has not ${show(text)}`, () => assert.ok(!contains(text)))
  }

  const BAD = [
    '',
    'boe.es',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.1/8',
    '10/8',
    'fd00::/129',
    'fd00::1/8',
    '::1%1',
    '10.0.0.0/8 ',
    '/8',
    '10.0.0.0/1e1',
  ]
  for (const text of BAD) {
    test(`${show(text)} is not a block`, () => {
      assert.throws(
        () => parseAddressSet(['10.0.0.0/8', text]),
        (error) => {
          return (
            error instanceof RangeError &&
            error.message.startsWith(`${JSON.stringify(text)} is not a block of addresses.`)
          )
        },
      )
    })
  }
})
