import { randomDomain } from '../../packages/core/test/url/idna/random-domain.ts'
import { chance, pick, type Random } from './random-url.ts'
import { bracketed, spellIpv4 } from './address-spellings.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** What a part of a URL is in most cases, and what it is in the others. */
interface Part {
  readonly plain: readonly string[]
  readonly traps: readonly string[]
}

const SCHEME: Part = {
  plain: words('http https HTTP hTTps'),
  traps: words('ftp file gopher data ws javascript jar:http'),
}
const SLASHES: Part = { plain: ['//'], traps: ['/', '///', '\\\\', '/\\', '\\/', '', '//\t', '/\n/', '//%2f'] }
const USERINFO: Part = {
  plain: [''],
  traps: words(
    'u@ u:p@ @ :@ %40@ boe.es@ boe.es:80@ boe.es\\@ boe.es#@ boe.es?@ boe.es/@ boe.es%00@ a@boe.es@ boe.es%2f@',
  ),
}
const PORT: Part = {
  plain: ['', '', '', '', ':80', ':443'],
  traps: words(': :0 :8080 :65536 :65616 :00080 :000443 :6379 :8o :+80 :-1 :0x50 :80@boe.es :80:80 :８０ :80\\@boe.es'),
}
const TAIL: Part = {
  plain: ['', '/', '/a', '/a b', '/%2e%2e/', '/..', '?q=1', '#f', ';x', '/é', '/a//b', '/@x', '/?u=http://10.0.0.1/'],
  traps: [
    ...words('\\a /a\\b ?@10.0.0.1/ #@10.0.0.1/ /%0d%0a /%0D /%0a @10.0.0.1/ .boe.es/ \\.boe.es/ %2f.boe.es/'),
    '/\t',
    '/\u0000',
    '/@127.0.0.1',
    '?\\@10.0.0.1',
    '#\\@10.0.0.1',
    '/\u0085',
    '/\ud800',
    `/${'a'.repeat(8200)}`,
  ],
}

const PUBLIC_NAMES = words(`
  www.boe.es BOE.ES boe.es. españa.es ESPAÑA.es xn--espaa-rta.es example.org a-b.co.uk 1.com пример.рф 日本.jp ελ.gr bücher.de
  x.y.z.github.io a.gob.es 1-1.es xn--80ak6aa92e.com 127.0.0.1.nip.io 10-0-0-1.sslip.io metadata.google.com`)
const INTERNAL_NAMES = words(`
  localhost localhost. LOCALHOST foo.localhost localhost.localdomain router printer.local db.internal metadata.google.internal a.lan
  a.home a.corp x.onion a.test a.invalid a.example a.alt 1.0.0.127.in-addr.arpa a.svc kubernetes.default.svc.cluster.local wpad intranet
  boe boe.es.internal home.arpa ip6-localhost`)
const ODD_NAMES = words(`
  a_b.com -a.com a-.com a..com .boe.es boe.es.. раураl.com аррӏе.com gооgle.com xn--a.com xn--.com xn--boe-.es XN--ESPAA-RTA.es
  boe.0x7f boe.1 1.2.3 1.2.3.4.5 0x7f 0x 0 1e3.com boe.es,10.0.0.1 boe.es;10.0.0.1 *.boe.es boe.es* $boe.es {boe}.es a~b.es`)
const LONG_NAMES = [`${'a'.repeat(63)}.es`, `${'a'.repeat(64)}.es`, `${'a.'.repeat(125)}es`, `${'a.'.repeat(126)}es`]

function hostileHost(random: Random): string {
  const die = random(20)
  if (die < 7) return pick(PUBLIC_NAMES, random)
  if (die < 11) return spellIpv4(random)
  if (die < 14) return bracketed(random)
  if (die < 16) return pick(INTERNAL_NAMES, random)
  if (die < 18) return pick(ODD_NAMES, random)
  return die === 18 ? pick(LONG_NAMES, random) : randomDomain(random).replace(/z$/, 'es')
}

const shift = (from: number, to: number) => (char: string) =>
  String.fromCodePoint((char.codePointAt(0) ?? 0) - from + to)

/** Characters that compatibility mapping or a careless reader turns into a plain one. */
const DISGUISES: readonly (readonly [RegExp, (char: string) => string])[] = [
  [/[!-~]/, shift(0x21, 0xff01)],
  [/[0-9]/, shift(0x30, 0x1d7ce)],
  [/[1-9]/, shift(0x31, 0x2460)],
  [/[0-9]/, shift(0x30, 0x0660)],
  [/[a-z]/, shift(0x61, 0x24d0)],
  [/[a-z]/, shift(0x61, 0x1d41a)],
  [/\./, () => '\u3002'],
  [/\./, () => '\uff0e'],
  [/\./, () => '\uff61'],
  [/\./, () => '\u2024'],
  [/\//, () => '\u2044'],
  [/k/i, () => '\u212a'],
  [/s/i, () => '\u017f'],
  [/i/i, () => '\u0131'],
  [/o/i, () => '\u043e'],
  [/./u, (char) => encodeURIComponent(char).replace(/^[^%]$/, (plain) => `%${plain.charCodeAt(0).toString(16)}`)],
  [/./u, (char) => `${char}\u00ad`],
  [/./u, (char) => `${char}\u200b`],
  [/./u, (char) => `\u202e${char}`],
]

/** One character, or all of its kind, in a disguise. */
function disguise(host: string, random: Random): string {
  const [pattern, change] = pick(DISGUISES, random)
  return host.toWellFormed().replace(chance(2, random) ? pattern : new RegExp(pattern, `${pattern.flags}g`), change)
}

const DAMAGE = [
  ...words('% @ \\ / . : # ? [ ] & ; = %00 %2f %5c %40 %2e %09 。 ａ ＠ ／ ：'),
  '\t',
  '\n',
  '\r',
  ' ',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\ud800',
]

function damage(url: string, random: Random): string {
  const at = random(Math.min(url.length, 60) + 1)
  return url.slice(0, at) + pick(DAMAGE, random) + url.slice(at + random(2))
}

/** A URL made of plain parts and traps. About one in six passes the gate. */
export function hostileUrl(random: Random): string {
  const part = ({ plain, traps }: Part): string => pick(chance(12, random) ? traps : plain, random)
  const host = hostileHost(random)
  const spelled = chance(6, random) ? disguise(host, random) : host
  const url = `${part(SCHEME)}:${part(SLASHES)}${part(USERINFO)}${spelled}${part(PORT)}${part(TAIL)}`
  return chance(6, random) ? damage(url, random) : url
}

/** A `Location` as servers write them: whole, without its scheme, or relative. */
export function hostileLocation(random: Random): string {
  const url = hostileUrl(random)
  switch (random(8)) {
    case 0:
      return url.replace(/^[^:]*:/, '')
    case 1:
      return pick(
        ['/next', 'next', '?next', '', '#', '/\\10.0.0.1/', '\\\\10.0.0.1\\', '/a\\b', '///10.0.0.1/', '//'],
        random,
      )
    case 2:
      // As bytes of UTF-8, which is how headers carry what is not ASCII.
      return Buffer.from(url.toWellFormed()).toString('latin1')
    default:
      return url
  }
}
