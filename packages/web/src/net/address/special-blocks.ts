interface SpecialBlock {
  readonly block: string
  readonly is: string
  readonly source: string
}

/**
 * IPv4 is public but for these.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export const SPECIAL_IPV4: readonly SpecialBlock[] = [
  { block: '0.0.0.0/8', is: 'this network; Linux takes it for the machine itself', source: 'RFC 791' },
  { block: '10.0.0.0/8', is: 'private use', source: 'RFC 1918' },
  { block: '100.64.0.0/10', is: 'shared by carriers; Alibaba keeps its metadata here', source: 'RFC 6598' },
  { block: '127.0.0.0/8', is: 'loopback', source: 'RFC 1122' },
  { block: '168.63.129.16/32', is: 'the host of a virtual machine in Azure', source: 'Microsoft' },
  { block: '169.254.0.0/16', is: 'link-local; clouds keep their metadata here', source: 'RFC 3927' },
  { block: '172.16.0.0/12', is: 'private use', source: 'RFC 1918' },
  { block: '192.0.0.0/24', is: 'protocol assignments', source: 'RFC 6890' },
  { block: '192.0.2.0/24', is: 'documentation', source: 'RFC 5737' },
  { block: '192.31.196.0/24', is: 'AS112, which answers reverse lookups of private addresses', source: 'RFC 7535' },
  { block: '192.52.193.0/24', is: 'multicast tunnels', source: 'RFC 7450' },
  { block: '192.88.99.0/24', is: '6to4 relays', source: 'RFC 7526' },
  { block: '192.168.0.0/16', is: 'private use', source: 'RFC 1918' },
  { block: '192.175.48.0/24', is: 'AS112', source: 'RFC 7534' },
  { block: '198.18.0.0/15', is: 'benchmarking', source: 'RFC 2544' },
  { block: '198.51.100.0/24', is: 'documentation', source: 'RFC 5737' },
  { block: '203.0.113.0/24', is: 'documentation', source: 'RFC 5737' },
  { block: '224.0.0.0/4', is: 'multicast', source: 'RFC 5771' },
  { block: '240.0.0.0/4', is: 'reserved, and broadcast at its end', source: 'RFC 1112' },
]

/** IPv6 is public here only: loopback, mapped, NAT64, local and multicast addresses all lie outside (RFC 4291). */
export const GLOBAL_UNICAST_IPV6 = '2000::/3'

/**
 * And there but for these.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const SPECIAL_IPV6: readonly SpecialBlock[] = [
  { block: '2001::/23', is: 'protocol assignments: Teredo, benchmarking, ORCHID and others', source: 'RFC 2928' },
  { block: '2001:db8::/32', is: 'documentation', source: 'RFC 3849' },
  { block: '2002::/16', is: '6to4, which can contain any IPv4 address', source: 'RFC 3056' },
  { block: '2620:4f:8000::/48', is: 'AS112', source: 'RFC 7534' },
  { block: '3fff::/20', is: 'documentation', source: 'RFC 9637' },
]
