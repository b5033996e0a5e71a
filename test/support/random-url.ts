import { randomDomain, type Random } from '../../packages/core/test/url/idna/random-domain.ts'

export { createRandom, type Random } from '../../packages/core/test/url/idna/random-domain.ts'

export const pick = <Item>(items: readonly Item[], random: Random): Item => items[random(items.length)] as Item

/** True once in so many times. */
export const chance = (oneIn: number, random: Random): boolean => random(oneIn) === 0

function many(most: number, random: Random, make: () => string): string {
  let text = ''
  for (let left = random(most + 1); left > 0; left--) text += make()
  return text
}

const SCHEMES = [
  'https://',
  'http://',
  'https://',
  'http://',
  'HTTP://',
  'hTTps:',
  'http:/',
  'https:\\\\',
  'http:///',
  'https:\t//',
]
const PLAIN_HOSTS = [
  'e.com',
  'a.example',
  'www.e.com',
  'www.www.e.com',
  'www.com',
  'www.www.com',
  'WWW.E.com',
  'www2.e.com',
  'b.a.example',
  'e.co.uk',
  'www.e.co.uk',
  'www.a.example',
  'www.google.com',
  'l.facebook.com',
  'out.reddit.com',
  'l.instagram.com',
  'localhost',
]
const ODD_HOSTS = [
  'e.com.',
  'www.e.com.',
  'www.com.',
  'a.example..',
  '.e.com',
  'a..b',
  '.',
  '1..',
  '127.0.0.1',
  '0x7f.1',
  '017700000001',
  '192.0.2.1.',
  '1.2.3.4.5',
  '256.1.1.1',
  'a.09',
  'a.0x',
  '[::1]',
  '[0:0::0001]',
  '[::ffff:1.2.3.4]',
  '[1:2]',
  '[::1',
  '%65.com',
  '%5B%3A%3A1%5D',
  'e%2ecom',
  'e%2Fcom',
  'e%zz.com',
  'xn--bcher-kva.example',
  'XN--A.example',
  'xn--bc\u00e9r-kva.example',
  'b\u00fccher.example',
  '\uff25\uff0ecom',
  '\u00ad',
  'faß.example',
  'e_f.com',
  '__proto__',
  'constructor',
  'exa mple.com',
  'e^f.com',
  'e|f',
  '*.e.com',
  '-',
  '',
]
const USERS = [
  '',
  '',
  '',
  '',
  '',
  '',
  'u@',
  'u:p@',
  ':@',
  '@',
  'u:@',
  ':p@',
  'a@b:c@',
  'a$&b@',
  "$'$$:%7e@",
  'é:%@',
  'www.e.com@',
]
const PORTS = [
  '',
  '',
  '',
  '',
  '',
  '',
  ':80',
  ':443',
  ':',
  ':080',
  ':8080',
  ':0',
  ':65535',
  ':65536',
  ':8a',
  ':00443',
  ':1:2',
]
const SEGMENTS = [
  'a',
  'b',
  'A',
  'Docs',
  'docs',
  'docs2',
  'index.html',
  'INDEX.html',
  'index.html;jsessionid=1',
  'default.asp',
  '.',
  '..',
  '%2e',
  '%2E.',
  '.%2e',
  '...',
  '..;jsessionid=1',
  ';jsessionid=A;v=1',
  ';jsessionid=',
  'a;JSESSIONID=x!1!2',
  '(S(x))',
  '(s(x)F(y))',
  '(S(x)',
  '(S(a;jsessionid=1))',
  '(S())index.html',
  'a.b',
  '~u',
  '%7Eu',
  '%7eu',
  'caf%C3%A9',
  'caf%c3%a9',
  'café',
  '%E9',
  '%2F',
  '%2f..',
  '%5%41',
  '%%41',
  '%%35%41',
  '%',
  '%a',
  '%A%4a',
  '%25%32%65',
  '%252e',
  'é',
  '\u{1f600}',
  '\ud800',
  ' ',
  'a b',
  '"<>`{}^|',
  "'!$&()*+,;=:@[]",
  'url',
  'l.php',
  'ring',
  'x-1',
  '1-2-3',
  '\t',
  '\u0000',
  '\u007f',
]
const SLASHES = ['/', '/', '/', '/', '/', '/', '//', '\\', '///', '/./', '/../']
const NAMES = [
  'a',
  'b',
  'B',
  'id',
  'q',
  'p',
  'page',
  'x_y',
  'ref',
  'REF',
  'r%65f',
  'source',
  'utm_source',
  'UTM_Medium',
  'utm%5Fsource',
  '%75tm_id',
  'utm',
  'utm_',
  'gclid',
  'gcl%69d',
  'fbclid',
  'PHPSESSID',
  'phpsess%69d',
  'sid',
  'ASPSESSIONIDQQ',
  'oldSession',
  'session_id',
  'sig',
  'X-Amz-Signature',
  'token',
  'expires',
  'caf%C3%A9',
  'café',
  '%E9',
  '%',
  '%%41',
  '%5%41',
  '',
  'a%20b',
  'a+b',
  'a[]',
  '__proto__',
  'constructor',
  'abcd',
  'abcde',
  'abcda',
  '%00',
]
const VALUES = [
  '',
  '1',
  '2',
  'x',
  'ascending',
  'a%20b',
  'a+b',
  'a b',
  '%E9',
  '%e9',
  '%7e',
  '%',
  '%5%41',
  '=',
  'é',
  "'",
  '#',
  '?',
  '/../',
  ';',
]
const FRAGMENTS = [
  '',
  '',
  '',
  '',
  '#',
  '#top',
  '#/route',
  '#!route',
  '#%7e',
  '#%5%41',
  '#a#b',
  '#a b`',
  '#?a&b',
  '#é',
  '#:~:text=a',
]

function randomHost(random: Random): string {
  if (chance(3, random)) return pick(ODD_HOSTS, random)
  return chance(12, random) ? randomDomain(random) : pick(PLAIN_HOSTS, random)
}

export function randomPath(random: Random): string {
  return (
    many(5, random, () => pick(SLASHES, random) + (chance(6, random) ? '' : pick(SEGMENTS, random))) +
    pick(['', '', '/'], random)
  )
}

export function randomPair(random: Random): string {
  return pick(NAMES, random) + (chance(4, random) ? '' : `=${pick(VALUES, random)}`)
}

function randomQuery(random: Random): string {
  if (chance(3, random)) return ''
  if (chance(12, random)) return pick(['?', '??', '?&', '?&&', '?=', '?#'], random)
  const separator = chance(5, random) ? '&&' : '&'
  return `?${Array.from({ length: random(5) + 1 }, () => randomPair(random)).join(separator)}`
}

const WRAPPERS: readonly ((target: string) => string)[] = [
  (target) => `https://www.google.com/url?sa=t&q=${encodeURIComponent(target)}&usg=x`,
  (target) => `HTTPS://WWW.Google.es/url?url=${target}`,
  (target) => `https://l.facebook.com/l.php?u=${encodeURIComponent(target)}&h=1`,
  (target) => `https://l.instagram.com?u=${encodeURIComponent(target)}`,
  (target) => `https://out.reddit.com/a/b?url=${encodeURIComponent(target)}&sig=1`,
  (target) => `https://vk.com/away.php?to=${encodeURIComponent(encodeURIComponent(target))}`,
  (target) => `https://www.google.com/a/../url?utm_source=x&q=${encodeURIComponent(target)}`,
]

/** A URL full of traps; most of them parse. The same random numbers give the same URL everywhere. */
export function randomUrl(random: Random): string {
  const url =
    pick(SCHEMES, random) +
    pick(USERS, random) +
    randomHost(random) +
    pick(PORTS, random) +
    randomPath(random) +
    randomQuery(random) +
    pick(FRAGMENTS, random)
  if (chance(12, random)) return wrap(url, random)
  return chance(30, random) ? pick([` ${url}\n`, `${url} `, `\u0000${url}`], random) : url
}

function wrap(url: string, random: Random): string {
  let wrapped = url.toWellFormed()
  for (let depth = random(10) < 8 ? 1 + random(2) : 6 + random(4); depth > 0; depth--) {
    // Escapes of escapes grow without bound.
    if (wrapped.length > 4000) break
    wrapped = pick(WRAPPERS, random)(wrapped)
  }
  return wrapped
}

const ALPHABET = Array.from('/\\?#@:[]%.&=;+-_~ aAzZ019"\'<>`{}^|\t\u0000\u007f\u00e9\u3002\u{1f600}\ud800')

/** What no grammar thinks of: some characters taken out, put in or doubled. */
export function mutate(url: string, random: Random): string {
  let text = url
  for (let left = random(3) + 1; left > 0; left--) {
    const at = random(text.length + 1)
    const length = random(3)
    text = text.slice(0, at) + (chance(3, random) ? '' : pick(ALPHABET, random)) + text.slice(at + length)
  }
  return text
}

/** A URL as most of the web has them: mostly in order, so that the short way is walked too. */
export function ordinaryUrl(random: Random): string {
  const words = [
    'news',
    'a',
    'en',
    'article-12',
    'Index',
    'v1.2',
    'x.html',
    'caf%C3%A9',
    'a_b',
    '(1)',
    'b;v=1',
    '2024',
    ';jsessionid=1',
  ]
  const origin = pick(['https://', 'http://'], random) + pick(PLAIN_HOSTS, random)
  // Rules on the root look at the query and the fragment, too.
  if (chance(8, random)) return `${origin}/${pick(words, random)}`
  const path = many(4, random, () => `/${pick(words, random)}`) + pick(['', '/', '//', ''], random)
  const query = chance(2, random) ? '' : `?${Array.from({ length: random(4) + 1 }, () => randomPair(random)).join('&')}`
  return origin + path + query + pick(FRAGMENTS, random)
}
