import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { show } from '@canonist/test-support/show.ts'
import { checkUrl } from '../../src/net/gate/check-url.ts'
import type { NetErrorCode } from '../../src/net/errors.ts'

const long = (length: number): string => `https://www.boe.es/${'a'.repeat(length - 'https://www.boe.es/'.length)}`
const LABEL_63 = 'a'.repeat(63)
const NAME_253 = `${LABEL_63}.${LABEL_63}.${LABEL_63}.${'a'.repeat(58)}.es`

interface Passing {
  readonly input: string
  readonly url?: string
  readonly host?: string
}

const PASSES: Record<string, readonly Passing[]> = {
  'plain URLs': [
    { input: 'https://www.boe.es/', host: 'www.boe.es' },
    { input: 'http://boe.es', url: 'http://boe.es/', host: 'boe.es' },
    { input: 'HTTPS://WWW.BOE.ES/A', url: 'https://www.boe.es/A', host: 'www.boe.es' },
    { input: 'https://a-b.c--d.co.uk/x?y=z' },
    { input: 'https://gov.uk/' },
    { input: 'https://user.github.io/' },
    { input: 'https://1e100.net/' },
    { input: 'https://163.com/' },
    { input: 'https://xn--espaa-rta.12-3.com/' },
    { input: 'https://127.0.0.1.nip.io/', host: '127.0.0.1.nip.io' },
    { input: `https://${LABEL_63}.es/` },
    { input: `https://${NAME_253}/`, host: NAME_253 },
    { input: long(8192) },
  ],
  'what looks like a trick and is none': [
    { input: 'https://www.boe.es/@usuario' },
    { input: 'https://www.boe.es/a@b.es?c@d' },
    { input: 'https://www.boe.es/?u=http://127.0.0.1/' },
    { input: 'https://www.boe.es/?u=a@b.es' },
    { input: 'https://www.boe.es/a;b=c' },
    { input: 'https://www.boe.es/a//b' },
    { input: 'https://www.boe.es//evil.com/' },
    { input: 'https://www.boe.es/a/../b', url: 'https://www.boe.es/b' },
    { input: 'https://www.boe.es/tramite con espacios', url: 'https://www.boe.es/tramite%20con%20espacios' },
    { input: 'https://www.boe.es/?x=\\path' },
    { input: 'https://www.boe.es/#\\', url: 'https://www.boe.es/' },
    { input: 'https://www.boe.es/%5Cpath' },
    { input: 'https://www.boe.es/a%20b%25' },
    { input: 'https://www.boe.es/%0', url: 'https://www.boe.es/%0' },
    { input: 'https://www.boe.es/%250a' },
    { input: 'https://www.boe.es/localhost' },
    { input: 'https://www.boe.es/čaj', url: 'https://www.boe.es/%C4%8Daj' },
    { input: 'https://localhost.es/' },
    { input: 'https://example.com/' },
    { input: 'https://www.boe.es?a=b', url: 'https://www.boe.es/?a=b' },
    { input: 'https://www.boe.es?a=b:c', url: 'https://www.boe.es/?a=b:c' },
  ],
  'what is dropped on the way': [
    { input: 'https://www.boe.es./a', url: 'https://www.boe.es/a', host: 'www.boe.es' },
    { input: 'https://www.boe.es.:443/a', url: 'https://www.boe.es/a', host: 'www.boe.es' },
    { input: 'https://www.boe.es/a#b', url: 'https://www.boe.es/a' },
    { input: 'https://www.boe.es/a#', url: 'https://www.boe.es/a' },
    { input: 'https://www.boe.es:443/', url: 'https://www.boe.es/' },
    { input: 'http://www.boe.es:80/', url: 'http://www.boe.es/' },
    { input: 'http://www.boe.es:/', url: 'http://www.boe.es/' },
  ],
  'names in one script': [
    { input: 'https://www.españa.es/', url: 'https://www.xn--espaa-rta.es/', host: 'www.xn--espaa-rta.es' },
    { input: 'https://www.ESPAÑA.es/', host: 'www.xn--espaa-rta.es' },
    { input: 'https://www.espan\u0303a.es/', host: 'www.xn--espaa-rta.es' },
    { input: 'https://www.xn--espaa-rta.es/', host: 'www.xn--espaa-rta.es' },
    { input: 'https://XN--espaa-rta.es/', host: 'xn--espaa-rta.es' },
    { input: 'https://straße.de/', host: 'xn--strae-oqa.de' },
    { input: 'https://paral·lel.cat/', host: 'xn--parallel-koa.cat' },
    { input: 'https://пример.рф/', host: 'xn--e1afmkfd.xn--p1ai' },
    { input: 'https://москва.com/' },
    { input: 'https://сор.рф/' },
    { input: 'https://ελλάδα.gr/' },
    { input: 'https://日本語の店.jp/' },
    { input: 'https://ラーメン2.jp/' },
    { input: 'https://한국.kr/' },
    { input: 'https://موقع.com/' },
    { input: 'https://ישראל.co.il/' },
    { input: 'https://भारत.in/' },
  ],
  'public addresses': [
    { input: 'http://8.8.8.8/', host: '8.8.8.8' },
    { input: 'http://9.255.255.255/' },
    { input: 'http://128.0.0.0/' },
    { input: 'http://168.63.129.15/' },
    { input: 'http://223.255.255.255/' },
    { input: 'https://[2606:4700::1]/', host: '2606:4700::1' },
    { input: 'https://[2A00:0:0:0:0:0:0:1]:443/', url: 'https://[2a00::1]/', host: '2a00::1' },
    { input: 'https://[3fff:1000::]/' },
  ],
}

for (const [what, cases] of Object.entries(PASSES)) {
  describe(`${what} pass`, () => {
    for (const { input, url, host } of cases) {
      test(`${show(input)} -> ${show(url ?? new URL(input).href)}`, () => {
        const checked = checkUrl(input)
        assert.ok(checked.ok, JSON.stringify(checked))
        assert.equal(checked.url, url ?? new URL(input).href)
        if (host !== undefined) assert.equal(checked.host, host)
        assert.equal(`${checked.scheme}:`, new URL(input).protocol)
        assert.equal(checked.port, checked.scheme === 'http' ? 80 : 443)
        assert.deepEqual(checkUrl(checked.url), checked)
      })
    }
  })
}

const REFUSED: Record<string, Partial<Record<NetErrorCode, readonly string[]>>> = {
  'what is no URL': {
    invalid_url: [
      '',
      ' ',
      'boe',
      'www.boe.es/a',
      '/a',
      '//www.boe.es/',
      ' https://www.boe.es/',
      'http://',
      'http://?a',
      'http://#a',
      'http://:80/',
      'http://a:b/',
      'http://boe.es:80:80/',
      'http://boe.es:8o/',
      'http://boe.es:65536/',
      'http://boe<.es/',
      'http://boe|.es/',
      'http://[::1/',
      'http://::1/',
      'http://[]/',
      'http://[1.2.3.4]/',
      'http://[::1]boe.es/',
      'http://[v1.x]/',
      'http://[::1]:x/',
      'http://[::01.2.3.4]/',
      'http://[1::2::3]/',
      'http://256.1.1.1/',
      'http://1.1.1.1.1/',
      'http://a.1/',
      'http://4294967297/',
    ],
    too_long: [long(8193), `https://www.boe.es/${'ñ'.repeat(2000)}`, 'x'.repeat(9000)],
  },
  'other schemes': {
    scheme_blocked: [
      'ftp://boe.es/',
      'file:///etc/passwd',
      'gopher://boe.es/_x',
      'javascript:alert(1)',
      'data:,x',
      'boe.es:80/',
      'httpsx://boe.es/',
      'ws://boe.es/',
      'feed:https://boe.es/',
    ],
  },
  'slashes that some count and some do not': {
    url_ambiguous: [
      'http:boe.es',
      'http:/boe.es/',
      'http:///boe.es/',
      'http:////boe.es/',
      'http:',
      'http:/',
      'https:?a',
      'http:/\\boe.es',
      'http:\\\\boe.es',
      'http://\\boe.es/',
      'http:\\/boe.es',
    ],
  },
  'backslashes before the query': {
    url_ambiguous: ['http://boe.es\\@8.8.8.8/', 'http://boe.es\\', 'http://boe.es/a\\b', 'http://boe.es/..\\a?b'],
  },
  'control characters': {
    url_ambiguous: [
      'http://bo\te.es/',
      'ht\ntp://boe.es/',
      'http://boe.es/\r',
      'http://boe.es/a\u0000b',
      'http://boe.es/?\u007f',
      'http://boe.es/\u0085',
      '\u0001http://boe.es/',
      'http://boe.es/\ud800',
      'http://boe.es/?\udc00a',
    ],
  },
  'line breaks in disguise': {
    url_ambiguous: ['http://boe.es/%0d%0aHost:x', 'http://boe.es/?%0A', 'http://boe.es/?a=%0Db', 'http://boe.es/#%0a'],
  },
  'white space and escapes in the authority': {
    url_ambiguous: [
      'http://boe.es /',
      'http://boe.es ',
      'http://b oe.es/',
      'http://boe.es\u3000/',
      'http://boe.es\u00a0?a',
      'http://b%6fe.es/',
      'http://boe.es%2f/',
      'http://boe.es:%38%30/',
      'http://[fe80::1%25eth0]/',
    ],
  },
  userinfo: {
    userinfo_blocked: [
      'http://a@boe.es/',
      'http://a:b@boe.es/',
      'http://@boe.es/',
      'http://:@boe.es/',
      'http://boe.es@8.8.8.8/',
      'http://a@b@boe.es/',
      'http://boe.es:80@8.8.8.8',
      'http://a;b@boe.es/',
      'http://[::1]@boe.es/',
      'http://a%40b@boe.es/',
    ],
  },
  'an @ that old parsers find before the host': {
    url_ambiguous: [
      'http://boe.es?@8.8.8.8/',
      'http://boe.es#@8.8.8.8/',
      'http://boe.es?a@8.8.8.8/',
      'http://boe.es:80?a/b@8.8.8.8/',
      'http://boe.es#?@8.8.8.8',
      'http://a@boe.es?@x',
    ],
  },
  'addresses that are not four decimal numbers': {
    url_ambiguous: [
      'http://127.1/',
      'http://0/',
      'http://2130706433/',
      'http://017700000001/',
      'http://0x7f.0.0.1/',
      'http://8.8.8.010/',
      'http://8.8.8.8./',
      'http://8.8.2056/',
      'http://8.8.8.0x/',
      'http://８.8.8.8/',
      'http://8。8。8。8/',
      'http://①.1.1.1/',
    ],
    invalid_url: ['http://08.8.8.8./', 'http://08.8.8.8/'],
  },
  'addresses that are not public': {
    private_address: [
      'http://0.0.0.0/',
      'http://10.1.2.3/',
      'http://100.64.0.1/',
      'http://127.0.0.1/',
      'http://168.63.129.16/',
      'http://169.254.169.254/latest/meta-data/',
      'http://172.16.0.1/',
      'http://192.0.0.192/',
      'http://192.168.1.1/',
      'http://198.19.255.255/',
      'http://239.0.0.1/',
      'http://255.255.255.255/',
      'http://[::]/',
      'http://[::1]/',
      'http://[::ffff:8.8.8.8]/',
      'http://[::8.8.8.8]/',
      'http://[64:ff9b::808:808]/',
      'http://[64:ff9b:1::1]/',
      'http://[100::1]/',
      'http://[2001::1]/',
      'http://[2001:db8::1]/',
      'http://[2002:808:808::1]/',
      'http://[3fff::1]/',
      'http://[4000::1]/',
      'http://[5f00::1]/',
      'http://[fc00::1]/',
      'http://[fe80::1]/',
      'http://[ff02::1]/',
    ],
  },
  'other ports': {
    port_blocked: [
      'http://boe.es:443/',
      'https://boe.es:80/',
      'http://boe.es:8080/',
      'http://boe.es:0/',
      'http://8.8.8.8:22/',
      'http://127.0.0.1:6379/',
    ],
  },
  'names that are not of the public web': {
    name_blocked: [
      'http://localhost/',
      'http://LOCALHOST./',
      'http://com/',
      'http://intranet/',
      'http://printer.local/',
      'http://metadata.google.internal/',
      'http://nas.lan/',
      'http://x.home/',
      'http://x.corp/',
      'http://a.localdomain/',
      'http://a.localhost/',
      'http://a.onion/',
      'http://a.test/',
      'http://a.invalid/',
      'http://a.example/',
      'http://a.alt/',
      'http://1.1.168.192.in-addr.arpa/',
      'http://a.home.arpa/',
      'http://kubernetes.default.svc/',
      'http://a.svc.cluster.local/',
      'http://a.nosuchsuffix/',
      'http://test/',
    ],
  },
  'names that break the rules of host names': {
    name_blocked: [
      `http://a${LABEL_63}.es/`,
      `http://${NAME_253.replace('.es', 'a.es')}/`,
      'http://-boe.es/',
      'http://boe-.es/',
      'http://a_b.es/',
      'http://a..es/',
      'http://.boe.es/',
      'http://boe.es../',
      'http://./',
      'http://a*b.es/',
      'http://$a.es/',
      "http://a'b.es/",
      'http://a,b.es/',
      'http://a!.es/',
      'http://a=b.es/',
      'http://a~b.es/',
      'http://"a".es/',
      'http://xn--a.es/',
      'http://xn--.es/',
      'http://xn--a-ecp.ru.es/',
    ],
  },
  'look-alikes': {
    name_blocked: [
      'http://bое.es/',
      'http://xn--b-0tbl.es/',
      'http://ѕеpe.es/',
      'http://ѕерα.es/',
      'http://аррӏе.com/',
      'http://xn--80ak6aa92e.com/',
      'http://νονα.com/',
      'http://հօս.com/',
      'http://იოყ.com/',
      'http://abc日本.jp/',
      'http://日本abc.jp/',
      'http://gıthub.com/',
      'http://ɡithub.com/',
      'http://K\u212a.es/',
      'http://kñ\u212a.es/',
      'http://xn--a-qga\u212a.es/',
      'http://İs.com/',
      'http://ſepe.es/',
      'http://ｂoe.es/',
      'http://boe。es/',
      'http://boe．es/',
      'http://ﬁn.es/',
      'http://ⓑoe.es/',
      'http://bo\u00ade.es/',
      'http://bo\u200be.es/',
      'http://é\u200be.es/',
      'http://نامه\u200cای.com/',
      'http://i❤.ws/',
      'http://💩.la/',
      'http://boe.es∕a.com/',
      'http://boe.esꞏa.com/',
      'http://a·b.cat/',
      'http://०१.com/',
      'http://ᏟᏞ.com/',
      'http://ꓑꓳ.com/',
      'http://oñ\u0338.com/',
    ],
    invalid_url: ['http://boe.es／a.com/', 'http://boe.es＠a.com/', 'http://boe.es？a.com/', 'http://℀.es/'],
  },
}

for (const [what, byCode] of Object.entries(REFUSED)) {
  describe(`${what}: refused`, () => {
    for (const [code, inputs] of Object.entries(byCode)) {
      for (const input of inputs) {
        test(`${show(input)} -> ${code}`, () => {
          const checked = checkUrl(input)
          assert.equal(checked.ok ? checked.url : checked.code, code)
        })
      }
    }
  })
}

test('what is not a text is refused, whatever the types said', () => {
  for (const input of [undefined, null, 5, {}, new URL('https://www.boe.es/'), Symbol('x')]) {
    const checked = checkUrl(input as string)
    assert.equal(checked.ok ? checked.url : checked.code, 'invalid_url')
  }
})
