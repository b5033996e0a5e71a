import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { normalize, tryNormalize } from '../../src/index.ts'
import { describeRun, fuzzRange } from '@canonist/test-support/fuzz.ts'
import { show } from '@canonist/test-support/show.ts'
import { fuzzDifferential } from './differential.ts'
import { expectedUrl } from './whatwg-oracle.ts'

const range = fuzzRange(160_000)

test(`${range.cases} generated texts from seed ${range.seed}: rfc3986 is what the platform says`, async (t) => {
  const start = performance.now()
  const tally = await fuzzDifferential(range)
  t.diagnostic(describeRun(range, start, tally))
  const { cases = 0, accepted = 0, excused = 0 } = tally
  if (cases < 10_000) return
  assert.ok(accepted > cases * 0.6, `only ${accepted} of ${cases} were URLs`)
  assert.ok(accepted < cases * 0.95, 'hardly anything was refused')
  assert.ok(excused < cases / 1000, `${excused} were laid on the platform`)
})

/** Where a parser written from memory goes wrong. */
const TRAPS = [
  'http://%5B%3A%3A1%5D/',
  'http://%5b::1%5d/',
  'http://[::1%5D/',
  'http://[%3A:1]/',
  'http://\uff3b::1\uff3d/',
  'http://a%00b/',
  'http://a%09b/',
  'http://%/',
  'http://%41%/',
  'http://%E9/',
  'http://%EF%BB%BFe.com/',
  'http://\ufeffe.com/',
  '\ufeffhttp://e.com/',
  'http://e.com%2e/',
  'http://1%2e2%2e3%2e4/',
  'http://0x.0x.0/',
  'http://1.2.3.4.5/',
  'http://a.1.2.3.4/',
  'http://1.2.3.4x/',
  'http://[::1]x/',
  'http://[::1]:80:80/',
  'http://[]/',
  'http://]/',
  'http://a]b/',
  'http://[[::1]]/',
  'http://u@[::1]@e.com/',
  'http://e.com:65536/',
  'http://e.com:0x50/',
  'http://e.com:+80/',
  'http://e.com:8 0/',
  'http://e.com:80\u00a0/',
  'http://e.com:\u0661/',
  'http://:@/',
  'http://@:80/',
  'http://u:p@:80/',
  'http:\\\\u\\@e.com',
  'http://u\\@e.com/',
  'http://u?@e.com/',
  'http://u#@e.com/',
  'http:?a',
  'http:#a',
  'http:',
  'http:/',
  'http::80',
  'https:/\\//e.com',
  'http://e.com\\..\\a',
  'http://e.com/..\\..',
  'http://e.com/%2e%2e%2f',
  'http://e.com/a/%2e%2',
  'http://e.com/a/..%',
  'http://e.com/a/.%00',
  'http://e.com//../..//a',
  'http://e.com/C|/../',
  'http://e.com?#',
  'http://e.com/?%#%',
  'http://e.com/%zz%5%41%%41%%35%41%5%5%41%%%41',
  'http://e.com/\u0000\u001f \u007f\u0080',
  'http://e.com/?\u0000\u001f \u007f\u0080\'"',
  'http://e.com/#\u0000\u001f \u007f\u0080`',
  'http://e.com/\ud800?\udc00#\ud800\ud800\udc00',
  'http://\ud800/',
  'ht\ntp\r:\t//e\n.com\t:8\n0/',
  'http\u0000://e.com/',
  ' \u0000http://e.com/\u0000 ',
  'http://e\u00ad.com/',
  'http://\u00ad/',
  'http://xn--/',
  'http://xn--a/',
  'http://XN--BCHER-KVA.example/',
  'http://xn--bc\u00e9r-kva.example/',
  'http://xn--a\u00e9-/',
  'http://xn--\u{1f600}a-9ca.example/',
  'http://xn--b\uff43her-kva.example/',
  'http://a_b.example/',
  'http://a,b;c=d!e$f&g(h)*+.example/',
  'http://a`b/',
  'http://a{b}/',
  'http://a"b/',
  'http://a<b/',
  'http://a^b/',
  'http://a|b/',
  'http://a\u007fb/',
  `http://${'a'.repeat(300)}.example/`,
  `http://${'a.'.repeat(300)}example/`,
  'HTTP+x://e.com',
  'httpx://e.com',
  'http//e.com',
  'http',
  '://e.com',
]
for (const input of TRAPS) {
  test(`${show(input)} is ${show(String(expectedUrl(input)))}`, () => {
    const outcome = tryNormalize(input, 'rfc3986')
    assert.equal(outcome.ok ? outcome.url : null, expectedUrl(input))
  })
}

const VECTORS = new URL('../../../../../shared/vectors/normalize-safe.jsonl', import.meta.url)
const hasVectors = existsSync(VECTORS)

interface Vector {
  readonly input: string
  readonly url?: string
  readonly invalid?: true
}

test('the vectors on which the peers agree', { skip: hasVectors ? false : 'not in this checkout' }, () => {
  for (const line of readFileSync(VECTORS, 'utf8').trimEnd().split('\n')) {
    const { input, url } = JSON.parse(line) as Vector
    const outcome = tryNormalize(input, 'rfc3986')
    assert.equal(outcome.ok ? outcome.url : undefined, url, show(input))
    if (url !== undefined) assert.equal(normalize(url, 'rfc3986'), url, show(input))
  }
})
