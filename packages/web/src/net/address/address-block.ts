import ipaddr from 'ipaddr.js'

/** The 4 or 16 bytes of an address. */
export type AddressBytes = readonly number[]

export interface AddressBlock {
  readonly start: AddressBytes
  /** How many bits of the start all its addresses share. */
  readonly prefix: number
}

/** Null where the text is not an address in its plain form: no octal, hex or short IPv4, no zone. */
export function parseAddress(text: string): AddressBytes | null {
  if (isPlainIpv4(text)) return ipaddr.IPv4.parse(text).toByteArray()
  const groups = spellTailAsGroups(text)
  const isAddress = groups !== null && !groups.includes('%') && ipaddr.IPv6.isValid(groups)
  return isAddress ? ipaddr.IPv6.parse(groups).toByteArray() : null
}

// Not IPv4.isValid, which reads 127.1 and 0x7f.0.0.1 too. For text with a colon, ipaddr.js throws and catches an error of its own.
const isPlainIpv4 = (text: string): boolean => !text.includes(':') && ipaddr.IPv4.isValidFourPartDecimal(text)

/** ipaddr.js reads an IPv4 tail too kindly: octal as decimal, and ::127.0.0.1 as ::ffff:127.0.0.1. */
function spellTailAsGroups(text: string): string | null {
  if (!text.includes('.')) return text
  const tail = text.lastIndexOf(':') + 1
  if (tail === 0 || !isPlainIpv4(text.slice(tail))) return null
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(text.slice(tail)).octets
  return `${text.slice(0, tail)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** A block such as 10.0.0.0/8, or a single address; null where it is neither, or the start is not the block's first. */
export function parseBlock(text: string): AddressBlock | null {
  const [, address = '', digits] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text) ?? []
  const start = parseAddress(address)
  if (start === null) return null

  const prefix = digits === undefined ? start.length * 8 : Number(digits)
  const isFirst = prefix <= start.length * 8 && start.every((byte, at) => (byte & ~computeMask(prefix, at)) === 0)
  return isFirst ? { start, prefix } : null
}

export function isInBlock({ start, prefix }: AddressBlock, address: AddressBytes): boolean {
  return (
    address.length === start.length && start.every((byte, at) => areEqual(computeMask(prefix, at), byte, address[at]))
  )
}

const areEqual = (bits: number, byte: number, other = 0): boolean => ((byte ^ other) & bits) === 0

/** The bits of the byte at an index that belong to the prefix. */
function computeMask(prefix: number, at: number): number {
  const bits = Math.min(8, Math.max(0, prefix - at * 8))
  return (0xff << (8 - bits)) & 0xff
}
