import ipaddr from 'ipaddr.js'

/** https://www.rfc-editor.org/rfc/rfc6052#section-2.1: an IPv4 address behind a translator. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** How many of the eight groups of an IPv6 address name its network: one customer has at least a /64, and can use any address in it. */
const NETWORK_GROUPS = 4

/**
 * What an address is counted as where clients are limited: an IPv4 address as itself, however a socket writes it, and an IPv6 address as
 * its /64.
 *
 * @example toClientNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function toClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  if (parsed.match(TRANSLATED)) return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString()
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
