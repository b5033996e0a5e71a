import assert from 'node:assert/strict'
import fc from 'fast-check'
import { tr46ToAscii } from '../../../core/test/url/idna/oracles.ts'
import { checkUrl } from '../../src/net/check-url.ts'
import { isPublicAddress } from '../../src/net/public-address.ts'
import { anyInput } from './strange-urls.ts'

// https://www.rfc-editor.org/rfc/rfc3986#appendix-B
const RFC_3986 = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

/** The host of a URL as a program sees it that knows RFC 3986, DNS and IDNA, but nothing of WHATWG. */
function hostByRfc3986(url: string): string {
  const authority = RFC_3986.exec(url)?.[2] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:[0-9]*$/, '')
  if (host.startsWith('[')) return host.slice(1, -1)
  return tr46ToAscii(host.replace(/\.$/, '')) ?? ''
}

/** What must hold of every URL that the gate lets through. */
export function assertAgreement(input: string): boolean {
  const checked = checkUrl(input)
  if (!checked.ok) return false
  const { host, url, scheme, port } = checked
  const byPlatform = new URL(input)

  assert.equal(byPlatform.hostname.replace(/^\[|\]$|\.$/g, ''), host, 'WHATWG sees another host')
  assert.equal(canonical(hostByRfc3986(input)), host, 'RFC 3986 sees another host')
  assert.equal(canonical(hostByRfc3986(url)), host, 'what is requested has another host')
  assert.equal(byPlatform.username + byPlatform.password, '')
  assert.equal(port, scheme === 'http' ? 80 : 443)
  assert.match(url, /^https?:\/\/[!-~]+$/)
  assert.ok(!url.includes('#'))
  assert.ok(host.includes(':') || /^[a-z0-9.-]+$/.test(host))
  if (/^[0-9.]+$|:/.test(host)) assert.ok(isPublicAddress(host))
  assert.deepEqual(checkUrl(url), checked, 'the gate refuses what it wrote')
  return true
}

const canonical = (host: string): string =>
  host.includes(':') ? new URL(`http://[${host}]/`).hostname.slice(1, -1) : host

const ADDITIONS = ['/', '/a', '/@boe.es/', '/?a', 'a', '/../', '/\\', '//boe.es/', '/#@']

/** A refused URL with more path behind it is still refused: nobody talks their way through the gate. */
function assertNotMended(input: string, addition: string): void {
  // Not where the addition changes what was wrong: an authority that goes on, or a text without a path yet.
  const withPath = /^[^:]*:\/\/[^/?#\\]+\//.test(input) ? input : `${input}/`
  if (checkUrl(withPath).ok) return
  assert.ok(!checkUrl(withPath + addition).ok, withPath + addition)
}

/** Runs both over many inputs and tells how many of them passed the gate. */
export function checkGate(numRuns: number, seed: number): { inputs: number; passed: number } {
  let passed = 0
  const property = fc.property(anyInput, fc.constantFrom(...ADDITIONS), (input, addition) => {
    if (assertAgreement(input)) passed += 1
    assertNotMended(input, addition)
  })
  fc.assert(property, { numRuns, seed, endOnFailure: true })
  return { inputs: numRuns, passed }
}
