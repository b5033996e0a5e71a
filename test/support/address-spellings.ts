import { chance, pick, type Random } from './random-url.ts'
import { SPECIAL_BLOCKS } from './special-addresses.ts'

/** Addresses at and around the bounds of every special block, where a wrong prefix length would show. */
const atBounds = (bits: number): bigint[] =>
  SPECIAL_BLOCKS.filter((block) => block.bits === bits).flatMap(({ first, last }) =>
    [first - 1n, first, first + 1n, last - 1n, last, last + 1n].map((value) => BigInt.asUintN(bits, value)),
  )

const IPV4_BOUNDS = atBounds(32).map(Number)
const IPV6_BOUNDS = atBounds(128)
/** Loopback, private networks and the metadata services of clouds. */
const IPV4_TARGETS = [0x7f000001, 0x0a000001, 0xc0a80001, 0xac100001, 0xa9fea9fe, 0x646464c8, 0xa83f8110, 0, 0xffffffff]
const IPV4_PUBLIC = [0x5db8d70e, 0x08080808, 0x01010101, 0xc0000909]
const IPV6_PUBLIC = [0x2606470047000000n << 64n, (0x2a00145040030000n << 64n) | 0x200en, 0x2001486000000000n << 64n]

function randomIpv4(random: Random): number {
  const die = random(10)
  if (die < 3) return pick(IPV4_TARGETS, random)
  if (die < 6) return pick(IPV4_PUBLIC, random)
  return die < 9 ? pick(IPV4_BOUNDS, random) : random(2 ** 32)
}

const PLAIN = (part: number): string => String(part)
const SPELL_PART: readonly ((part: number) => string)[] = [
  PLAIN,
  (part) => `0${part.toString(8)}`,
  (part) => `000${part.toString(8)}`,
  (part) => `0x${part.toString(16)}`,
  (part) => `0X${part.toString(16).toUpperCase().padStart(8, '0')}`,
  (part) => `0${part}`,
  (part) => String(part + 256),
  (part) => String(part + 2 ** 32),
]

/** The last of fewer than four parts stands for all bytes that are left: 127.1 is 127.0.0.1. */
function joinParts(value: number, count: number, spell: (part: number) => string): string {
  const parts = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255].slice(0, count - 1)
  return [...parts, value % 2 ** (8 * (5 - count))].map(spell).join('.')
}

const plainIpv4 = (value: number): string => joinParts(value, 4, PLAIN)

/** Octal, hexadecimal, short and mixed forms, as `inet_aton` reads them. */
function oddIpv4(value: number, random: Random): string {
  const spell = pick(SPELL_PART, random)
  const mixed = (part: number): string => (chance(2, random) ? spell(part) : pick(SPELL_PART, random)(part))
  const text = joinParts(value, 1 + random(4), mixed)
  return chance(8, random) ? text + pick(['.', '..', '.0', '.1', '%00', '.0x', '/8', ' '], random) : text
}

export function spellIpv4(random: Random): string {
  const value = randomIpv4(random)
  return chance(2, random) ? plainIpv4(value) : oddIpv4(value, random)
}

/** Every scheme that carries an IPv4 address inside an IPv6 one. */
const CARRIERS: readonly ((ipv4: bigint) => bigint)[] = [
  (ipv4) => (0xffffn << 32n) | ipv4,
  (ipv4) => ipv4,
  (ipv4) => (0xffffn << 48n) | ipv4,
  (ipv4) => (0x64ff9bn << 96n) | ipv4,
  (ipv4) => (0x64ff9b0001n << 80n) | ipv4,
  (ipv4) => (0x2002n << 112n) | (ipv4 << 80n),
  (ipv4) => (0x20010000n << 96n) | (0x41424344n << 64n) | BigInt.asUintN(32, ~ipv4),
  (ipv4) => (0xfe80n << 112n) | (0x5efen << 32n) | ipv4,
  (ipv4) => (0x2606470047000000n << 64n) | (0x5efen << 32n) | ipv4,
]

function randomIpv6(random: Random): bigint {
  const die = random(10)
  if (die < 4) return pick(CARRIERS, random)(BigInt(randomIpv4(random)))
  if (die < 6) return pick(IPV6_PUBLIC, random)
  if (die < 9) return pick(IPV6_BOUNDS, random)
  return (BigInt(random(2 ** 32)) << 96n) | BigInt(random(2 ** 32))
}

/** Compressed or not, padded or not, in either case, with or without an IPv4 tail. */
export function spellIpv6(random: Random): string {
  const value = randomIpv6(random)
  const width = pick([1, 1, 4, 5], random)
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((value >> BigInt(16 * (7 - at))) & 0xffffn).toString(16).padStart(width, '0'),
  )
  if (chance(3, random)) groups.splice(6, 2, spellTail(Number(value & 0xffffffffn), random))
  const text = chance(3, random) ? groups.join(':') : compress(groups, random)
  return chance(4, random) ? text.toUpperCase() : text
}

const spellTail = (ipv4: number, random: Random): string =>
  chance(4, random) ? oddIpv4(ipv4, random) : plainIpv4(ipv4)

/** Leaves out a run of zeros: any of them, not only the longest as RFC 5952 wants. */
function compress(groups: readonly string[], random: Random): string {
  const isZero = (group: string | undefined): boolean => group !== undefined && /^0+$/.test(group)
  const starts = groups.flatMap((group, at) => (isZero(group) ? [at] : []))
  if (starts.length === 0) return groups.join(':')
  const from = pick(starts, random)
  let to = from + 1
  while (isZero(groups[to]) && !chance(8, random)) to += 1
  return `${groups.slice(0, from).join(':')}::${groups.slice(to).join(':')}`
}

const ZONES = ['%eth0', '%25eth0', '%1', '%', '%25']

export function bracketed(random: Random): string {
  const address = spellIpv6(random)
  switch (random(12)) {
    case 0:
      return `[${address}${pick(ZONES, random)}]`
    case 1:
      return pick([address, `[${address}`, `${address}]`, `[[${address}]]`, `[${address}].boe.es`], random)
    case 2:
      return `[${spellIpv4(random)}]`
    default:
      return `[${address}]`
  }
}
