import { parseAddress, isInBlock, parseBlock, type AddressBlock, type AddressBytes } from './address-block.ts'
import { GLOBAL_UNICAST_IPV6, SPECIAL_IPV4, SPECIAL_IPV6 } from './special-blocks.ts'

const GLOBAL_UNICAST = readBlock(GLOBAL_UNICAST_IPV6)
const SPECIAL = [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(({ block }) => readBlock(block))

/**
 * Whether an address is on the public Internet. False in case of doubt.
 *
 * @example isPublicAddress('127.0.0.1') // false
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  if (address.length === 16 && !isInBlock(GLOBAL_UNICAST, address)) return false
  return !SPECIAL.some((block) => isInBlock(block, address))
}

/**
 * The addresses that an operator allows, as CIDR blocks or single addresses. An IPv4 address mapped into IPv6 is in the
 * blocks of IPv4. Throws a RangeError for an invalid block.
 *
 * @example parseAddressSet(['127.0.0.0/8'])('127.0.0.1') // true
 */
export function parseAddressSet(cidrs: readonly string[]): (address: string) => boolean {
  const blocks = cidrs.map(readBlock).map(unmapBlock)
  return (text) => {
    const address = parseAddress(text)
    return address !== null && blocks.some((block) => isInBlock(block, unmap(address)))
  }
}

function readBlock(text: string): AddressBlock {
  const block = parseBlock(text)
  if (block !== null) return block
  throw new RangeError(
    `${JSON.stringify(text)} is not a block of addresses. Write its first address and its length, such as 10.0.0.0/8 or fd00::/8, or one address.`,
  )
}

const MAPPED: AddressBlock = { start: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], prefix: 96 }

function unmap(address: AddressBytes): AddressBytes {
  return isInBlock(MAPPED, address) ? address.slice(12) : address
}

function unmapBlock(block: AddressBlock): AddressBlock {
  const isMapped = block.prefix >= MAPPED.prefix && isInBlock(MAPPED, block.start)
  return isMapped ? { start: unmap(block.start), prefix: block.prefix - MAPPED.prefix } : block
}
