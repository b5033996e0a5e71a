import assert from 'node:assert/strict'
import { tr46ToAscii } from '../../../core/test/url/idna/oracles.ts'
import { pick, type Random } from '@canonist/test-support/random-url.ts'
import { checkUrl } from '../../src/net/gate/check-url.ts'
import { isPublicByRegistry } from '@canonist/test-support/special-addresses.ts'

/** Finds the host of a URL as one kind of program does. */
type Reader = (url: string) => string

// https://www.rfc-editor.org/rfc/rfc3986#appendix-B
const RFC_3986 = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

const withoutPort = (host: string): string => host.replace(/:[0-9]*$/, '')
const authorityByRfc3986 = (url: string): string => RFC_3986.exec(url)?.[2] ?? ''

/** Programs that fetch, filter and log URLs read them in these ways. Where two of them disagree, a filter can be fooled. */
const READERS: Readonly<Record<string, Reader>> = {
  'RFC 3986': (url) => withoutPort(authorityByRfc3986(url).split('@').at(-1) ?? ''),
  'the first @ ends the userinfo': (url) =>
    withoutPort(authorityByRfc3986(url).split('@')[1] ?? authorityByRfc3986(url)),
  'userinfo is not known': (url) => withoutPort(authorityByRfc3986(url)),
  'only a slash ends the authority': (url) =>
    withoutPort((url.split('/')[2] ?? '').split('@').at(-1)?.split(/[?#]/)[0] ?? ''),
  'a backslash is a slash': (url) => withoutPort(authorityByRfc3986(url.replaceAll('\\', '/'))),
  'slashes are skipped': (url) => withoutPort(/^[^:]*:[/\\]*([^/\\?#]*)/.exec(url)?.[1] ?? ''),
  'white space and control characters are skipped': (url) =>
    withoutPort(authorityByRfc3986(url.replace(/[\s\u0000-\u001f\u007f-\u009f]/g, ''))),
  'white space and control characters end the URL': (url) =>
    withoutPort(authorityByRfc3986(url.split(/[\s\u0000-\u001f\u007f-\u009f]/)[0] ?? '')),
  'escapes are decoded first': (url) => withoutPort(authorityByRfc3986(decode(url))),
}

function decode(url: string): string {
  // Only in front of the path: behind it, a decoded slash or @ is harmless.
  return url.replace(/^[^:]*:\/\/[^/?#]*/, (head) =>
    head.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex as string, 16))),
  )
}

/** The name or address that a reader would connect to; null where it refuses the host, and so cannot be fooled. */
function canonical(host: string): string | null {
  if (host.startsWith('[')) return URL.parse(`http://${host}/`)?.hostname.slice(1, -1) ?? null
  return tr46ToAscii(host.replace(/\.$/, ''))
}

/** What `inet_aton`, and so most resolvers, take for an address: one to four numbers, each decimal, octal or hexadecimal. */
export const looksLikeIpv4 = (host: string): boolean =>
  /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}\.?$/i.test(host)

/** Two slashes, no backslash in front of the query, no control character, no escaped line break, not too long. */
const PLAIN_TEXT = /^(?!.*%0[ad])(?=.{1,8192}$)https?:\/\/(?!\/)[^\\?#\p{Cc}]*(?:[?#]\P{Cc}*)?$/isu

/** Every host that is read in one of the URLs, with the last reader of it. */
function spellingsIn(...urls: readonly string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const url of urls) for (const [name, read] of Object.entries(READERS)) spellings.set(read(url), name)
  return spellings
}

/** What must hold of every URL that passes the gate. Tells whether this one does. */
export function assertAgreement(input: string): boolean {
  const checked = checkUrl(input)
  if (!checked.ok) return false
  const { host, url, scheme, port } = checked
  const byPlatform = new URL(input)

  assert.equal(byPlatform.hostname.replace(/^\[|\]$|\.$/g, ''), host, 'WHATWG reads another host')
  for (const [spelling, name] of spellingsIn(input, url)) {
    assert.equal(canonical(spelling) ?? host, host, `another host is read where ${name}`)
  }
  assert.match(input, PLAIN_TEXT)
  assert.equal(byPlatform.username + byPlatform.password, '')
  assert.equal(port, scheme === 'http' ? 80 : 443)
  assert.match(url, /^https?:\/\/[!-~]+$/)
  assert.ok(!url.includes('#'))
  if (looksLikeIpv4(host) || host.includes(':')) assert.ok(isPublicByRegistry(host), `${host} is not public`)
  else assert.match(host, /^[a-z0-9.-]+\.[a-z0-9-]+$/)
  assert.deepEqual(checkUrl(url), checked, 'the gate refuses its own spelling')
  return true
}

const ADDITIONS = ['/', '/a', '/@boe.es/', '/?a', 'a', '/../', '/\\', '//boe.es/', '/#@']

/** A refused URL stays refused with a longer path: no path talks its way through the gate. */
export function assertStaysRefused(input: string, random: Random): void {
  // Not where the addition changes what was wrong: an authority that goes on, or a text without a path yet.
  const withPath = /^[^:]*:\/\/[^/?#\\]+\//.test(input) ? input : `${input}/`
  if (checkUrl(withPath).ok) return
  const longer = withPath + pick(ADDITIONS, random)
  assert.ok(!checkUrl(longer).ok, `${JSON.stringify(longer)} passes although ${JSON.stringify(withPath)} does not`)
}
