import { BlockList, isIPv6 } from 'node:net'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { createChance, fuzzedUrl } from './fuzzed-urls.ts'

/** What must never be connected to, written down apart from the guard that is under test. */
const FORBIDDEN = {
  ipv4: `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
  ipv6: '::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1',
}

const RESOLVED: readonly (readonly string[])[] = [
  ['93.184.215.14'],
  ['93.184.215.14', '2606:2800:21f:cb07::1'],
  ['8.8.8.8'],
  ['127.0.0.1'],
  ['8.8.8.8', '10.0.0.1'],
  ['::1'],
  ['::ffff:169.254.169.254'],
  ['64:ff9b::a00:1'],
  ['2002:a00:1::'],
  ['fe80::1'],
  ['192.168.0.1', '2606:2800:21f:cb07::1'],
  [],
]

export interface ConnectCount {
  readonly urls: number
  readonly connects: number
  readonly answered: number
  /** Connects that should never have been. */
  readonly forbidden: readonly string[]
}

/** Follows `count` fuzzed URLs through DNS and redirects that lie at random, and tells where connects went. */
export async function countConnects(count: number, seed: number): Promise<ConnectCount> {
  const chance = createChance(seed)
  const isForbidden = judge()
  // Kept for later: an error thrown from within would be one more failed exchange.
  const forbidden: string[] = []
  let connects = 0
  let answered = 0
  const fetcher = createFetcher({
    dnsFn: async () => RESOLVED[chance(2) === 0 ? chance(3) : chance(RESOLVED.length)] ?? [],
    exchangeFn: async ({ url, address }) => {
      connects += 1
      if (isForbidden(address)) forbidden.push(`seed ${seed}: ${url} connected to ${address}`)
      const location = fuzzedUrl(chance)
      return chance(3) === 0 ? { status: 302, headers: { location }, body: '' } : { status: 200, headers: {}, body: '' }
    },
  })
  for (let index = 0; index < count; index += 1) {
    const result = await fetcher.follow(fuzzedUrl(chance))
    if (result.ok) answered += 1
  }
  return { urls: count, connects, answered, forbidden }
}

function judge(): (address: string) => boolean {
  // Two lists: in one, ::/3 would stand for IPv4 as well.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const block of FORBIDDEN[family].split(/\s+/)) {
      const [address = '', bits = ''] = block.split('/')
      lists[family].addSubnet(address, Number(bits), family)
    }
  }
  return (address) => {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    return lists[family].check(address, family)
  }
}
