/**
 * Which addresses are special, read from the IANA registries and apart from `src/net`: the oracle of the fuzzers.
 * Blocks that the registries call globally reachable, such as AS112, are listed too: no web server lives there.
 */

// https://www.iana.org/assignments/iana-ipv4-special-registry and, for 224.0.0.0/4, ipv4-address-space
const SPECIAL_IPV4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
  240.0.0.0/4 168.63.129.16/32`

// https://www.iana.org/assignments/iana-ipv6-special-registry
const SPECIAL_IPV6 = `
  ::/128 ::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16
  2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10`

// https://www.iana.org/assignments/ipv6-address-space: the only space from which IANA hands out addresses
const GLOBAL_UNICAST = '2000::/3'

/** A block as numbers: an address is in it when its upper bits are `prefix`. */
interface Block {
  readonly bits: number
  readonly first: bigint
  readonly last: bigint
}

/** An address as a number of 32 or 128 bits. */
export interface AddressNumber {
  readonly bits: number
  readonly value: bigint
}

export const SPECIAL_BLOCKS: readonly Block[] = `${SPECIAL_IPV4} ${SPECIAL_IPV6}`.trim().split(/\s+/).map(readBlock)
const PUBLIC_IPV6 = readBlock(GLOBAL_UNICAST)

function readBlock(text: string): Block {
  const [start = '', length = ''] = text.split('/')
  const { bits, value } = readAddress(start) ?? { bits: 0, value: 0n }
  return { bits, first: value, last: value + (1n << BigInt(bits - Number(length))) - 1n }
}

/** Whether the text is the plain spelling of a public address. Every other text is not. */
export function isPublicByRegistry(text: string): boolean {
  const address = readAddress(text)
  if (address === null) return false
  const isIn = ({ bits, first, last }: Block): boolean =>
    bits === address.bits && first <= address.value && address.value <= last
  return (address.bits === 32 || isIn(PUBLIC_IPV6)) && !SPECIAL_BLOCKS.some(isIn)
}

/** Null where the text is not an address in plain form. */
export function readAddress(text: string): AddressNumber | null {
  return text.includes(':') ? readIpv6(text) : readIpv4(text)
}

function readIpv4(text: string): AddressNumber | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return { bits: 32, value: joinNumbers(parts.map(Number), 8n) }
}

function readIpv6(text: string): AddressNumber | null {
  const [before = '', after, ...more] = spellTailAsGroups(text).split('::')
  if (more.length > 0) return null
  const [head, tail] = [splitGroups(before), splitGroups(after ?? '')]
  const missing = 8 - head.length - tail.length
  if (after === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...new Array<string>(missing).fill('0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return { bits: 128, value: joinNumbers(groups.map(hexNumber), 16n) }
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

function hexNumber(text: string): number {
  return Number.parseInt(text, 16)
}

function spellTailAsGroups(text: string): string {
  const at = text.lastIndexOf(':') + 1
  const tail = text.includes('.') ? readIpv4(text.slice(at)) : null
  if (tail === null) return text
  return `${text.slice(0, at)}${(tail.value >> 16n).toString(16)}:${(tail.value & 0xffffn).toString(16)}`
}

function joinNumbers(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n)
}
