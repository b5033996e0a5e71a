/** Numbers that look like chance and are the same for the same seed. */
export function createChance(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

interface Part {
  readonly plain: readonly string[]
  readonly traps: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const SCHEME: Part = { plain: words('http https HTTP hTTps'), traps: ['ftp', 'file', 'gopher', 'data', 'ws', ''] }
const SLASHES: Part = { plain: ['//'], traps: ['/', '///', '\\\\', '/\\', ''] }
const USER: Part = { plain: [''], traps: words('u@ u:p@ @ %40@ boe.es@ boe.es\\@ boe.es#@ boe.es?@') }
const HOST: Part = {
  plain: words(`
    www.boe.es BOE.ES boe.es. españa.es xn--espaa-rta.es example.org a-b.co.uk 1.com
    93.184.215.14 8.8.8.8 1.1.1.1 [2606:4700::1111] 10.0.0.1 192.168.1.1 127.0.0.1 [::1] localhost`),
  traps: words(`
    a_b.com раураl.com localhost. LOCALHOST foo.localhost router printer.local db.internal x.onion a.test
    127.1 0x7f.1 2130706433 0177.0.0.1 127.0.0.1. ①②⑦.0.0.1 127。0。0。1 0 0.0.0.0 172.16.0.1 169.254.169.254
    100.64.0.1 168.63.129.16 224.0.0.1 255.255.255.255 [2001:db8::1] [::] [::ffff:10.0.0.1] [::ffff:0a00:0001]
    [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1%25eth0] [fc00::1] [::7f00:1] [v1.x] [`),
}
const PORT: Part = { plain: ['', '', '', ':80', ':443'], traps: words(': :0 :8080 :65536 :00080 :6379 :8o :80@boe.es') }
const TAIL: Part = {
  plain: ['', '/', '/a', '/a b', '/%2e%2e/', '/..', '?q=1', '#f', ';x'],
  traps: ['\\a', '/a\\b', '?@10.0.0.1/', '#@10.0.0.1/', '/%0d%0a', '/\t', '/\u0000', '/@127.0.0.1'],
}
const DAMAGE = [...words('% @ \\ / . : # ? [ ] %00 %2f 。 ａ'), '\t', '\n', ' ', '\u00ad', '\u200b', '\ud800']

/** A URL put together from plain parts and traps, and now and then damaged. */
export function fuzzedUrl(chance: (below: number) => number): string {
  const pick = (list: readonly string[]): string => list[chance(list.length)] ?? ''
  const part = ({ plain, traps }: Part): string => pick(chance(6) > 0 ? plain : traps)
  const url = `${part(SCHEME)}:${part(SLASHES)}${part(USER)}${part(HOST)}${part(PORT)}${part(TAIL)}`
  if (chance(4) > 0) return url
  const at = chance(url.length + 1)
  return url.slice(0, at) + pick(DAMAGE) + url.slice(at + chance(2))
}
