import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importRemoveParam } from '../../../src/policy/import/remove-param.ts'

const onSite = (query: object) => ({ sites: { 'example.com': { query } } })

const TAKEN = [
  { line: '$removeparam=fbclid', fields: { query: { strip: ['fbclid'] } } },
  { line: '*$removeparam=fbclid', fields: { query: { strip: ['fbclid'] } } },
  { line: '$queryprune=fbclid', fields: { query: { strip: ['fbclid'] } } },
  { line: '||example.com^$removeparam=a', fields: onSite({ strip: ['a'] }) },
  { line: '||EXAMPLE.com$removeparam=a', fields: onSite({ strip: ['a'] }) },
  { line: '||example.com^$removeparam', fields: onSite({ strip: ['*'] }) },
  { line: '||example.com^$document,removeparam=a', fields: onSite({ strip: ['a'] }) },
  { line: '||example.com^$removeparam=a,doc,xhr', fields: onSite({ strip: ['a'] }) },
  { line: '||example.com^$removeparam=a,~image,important', fields: onSite({ strip: ['a'] }) },
  {
    line: '||example.com/list$removeparam=a',
    fields: { sites: { 'example.com': { paths: { '/list': { query: { strip: ['a'] } } } } } },
  },
  {
    line: '||example.com/a/*$removeparam=a',
    fields: { sites: { 'example.com': { paths: { '/a': { query: { strip: ['a'], except: ['*/a?*'] } } } } } },
  },
  { line: '$removeparam=a,domain=example.com', fields: onSite({ strip: ['a'] }) },
  { line: '$removeparam=a,from=example.com', fields: onSite({ strip: ['a'] }) },
  { line: '$removeparam=a,to=example.com', fields: onSite({ strip: ['a'] }) },
  { line: '$removeparam=a,domain=~example.com', fields: { query: { strip: ['a'] }, ...onSite({ keep: ['a'] }) } },
  { line: '@@$removeparam=a', fields: { query: { keep: ['a'] } } },
  { line: '@@||example.com^$removeparam=a', fields: onSite({ keep: ['a'] }) },
  { line: '@@||example.com^$removeparam', fields: onSite({ keep: ['*'] }) },
  { line: '||example.com^$removeparam=~id', fields: onSite({ keepOnly: ['id'] }) },
  { line: '||example.com^$removeparam=~/^(id|page)=/', fields: onSite({ keepOnly: ['/^(id|page)$/'] }) },
  { line: '||example.*^$removeparam=a', fields: { sites: { 'example.*': { query: { strip: ['a'] } } } } },
  { line: '||www.example.$removeparam=a', fields: { sites: { 'www.example.*': { query: { strip: ['a'] } } } } },
  {
    line: '||example.*/maps^$removeparam=a',
    fields: { sites: { 'example.*': { paths: { '/maps': { query: { strip: ['a'] } } } } } },
  },
  {
    line: '$removeparam=a,domain=example.com|example.*',
    fields: { sites: { 'example.*': { query: { strip: ['a'] } }, 'example.com': { query: { strip: ['a'] } } } },
  },
  { line: 'example.com^$removeparam=a', fields: onSite({ strip: ['a'] }) },
  {
    line: '://m.example.com/video/$removeparam=a',
    fields: {
      sites: {
        'm.example.com': {
          paths: { '/video': { query: { strip: ['a'], except: ['*.m.example.com/*', '*/video?*'] } } },
        },
      },
    },
  },
  {
    line: '$denyallow=example.com,removeparam=a',
    fields: { query: { strip: ['a'] }, ...onSite({ keep: ['a'] }) },
  },
  {
    line: `$denyallow=${'de fr it es at ch be nl pl'.replace(/(\w+) ?/g, 'example.$1|')}example.com,removeparam=a`,
    fields: { query: { strip: ['a'] }, sites: { 'example.*': { query: { keep: ['a'] } } } },
  },
  { line: '@@$removeparam', fields: { query: { keep: ['*'] } } },
  { line: '@@$removeparam=a,domain=~example.com', fields: { query: { keep: ['a'] } } },
  { line: '@@||example.com^$removeparam=~id', fields: onSite({ keep: ['*'] }) },
  { line: '@@||example.com^$removeparam=/x=1/', fields: onSite({ keep: ['*'] }) },
  { line: '@@||example.com^$removeparam=a,app=com.example', fields: onSite({ keep: ['a'] }) },
  { line: '@@||example.com^$removeparam=a,domain=other.com', fields: onSite({ keep: ['a'] }) },
  { line: '@@||example.com/*?a=$removeparam=a', fields: onSite({ keep: ['a'] }) },
  { line: '@@||example.com/share$removeparam=a', fields: onSite({ keep: ['a'] }) },
  {
    line: '@@||example.com/go/link?to=$removeparam=a',
    fields: { sites: { 'example.com': { paths: { '/go/link': { query: { keep: ['a'] } } } } } },
  },
  { line: '@@/e/er?$removeparam=a,domain=example.com', fields: onSite({ keep: ['a'] }) },
  { line: '@@/login?a=$removeparam=a', fields: { query: { keep: ['a'] } } },
  { line: '$removeparam=a*', fields: { query: { strip: ['/^a\\*$/'] } } },
  { line: '$removeparam=f[]', fields: { query: { strip: ['f[]'] } } },
  { line: '$removeparam=a\\,b', fields: { query: { strip: ['a,b'] } } },
]
for (const { line, fields } of TAKEN) {
  test(`${line} becomes ${JSON.stringify(fields)}`, () => {
    const { spec, imported, skipped } = importRemoveParam(line)
    assert.deepEqual(spec, { name: 'removeparam', extends: 'rfc3986', ...fields })
    assert.equal(imported, 1)
    assert.deepEqual(skipped, [])
  })
}

const EXPRESSIONS = [
  { expression: '/^fbclid=/', pattern: 'fbclid' },
  { expression: '/^fbclid=/i', pattern: 'fbclid' },
  { expression: '/^fbclid=.*$/', pattern: 'fbclid' },
  { expression: '/^utm_/', pattern: 'utm_*' },
  { expression: '/^utm_.*/', pattern: 'utm_*' },
  { expression: '/^utm_[a-z]+=/', pattern: '/^utm_[a-z]+$/' },
  { expression: '/^utm_[^=]+=/', pattern: '/^utm_.+$/' },
  { expression: '/^(a|b)=/', pattern: 'a b' },
  { expression: '/^a=|^b_/', pattern: 'a b_*' },
  { expression: '/^(a|b)_/', pattern: '/^(a|b)_/' },
  { expression: '/utm_/', pattern: '/utm_/' },
  { expression: '/spm=|from=/', pattern: '/spm$/ /from$/' },
  { expression: '/^a.b/', pattern: '/^a.b/' },
  { expression: '/^a[^b]/', pattern: '/^a[^b]/' },
  { expression: '/^wt\\.mc=/', pattern: 'wt.mc' },
  { expression: '/^x[a-z]{1,3}_/', pattern: '/^x[a-z]{1,3}_/' },
]
for (const { expression, pattern } of EXPRESSIONS) {
  test(`$removeparam=${expression} strips ${pattern}`, () => {
    const { spec, skipped } = importRemoveParam(`$removeparam=${expression}`)
    assert.deepEqual(spec.query, { strip: pattern.split(' ') })
    assert.deepEqual(skipped, [])
  })
}

const SKIPPED = [
  { line: '$removeparam', reason: /nearly every parameter/ },
  { line: '$removeparam=~id', reason: /nearly every parameter/ },
  { line: '$removeparam=~id,domain=example.com|~m.example.com', reason: /has an exception/ },
  { line: '$removeparam=/^ref=home$/', reason: /depends on what follows/ },
  { line: '$removeparam=/^a=$/', reason: /depends on what follows/ },
  { line: '$removeparam=/^a=home/', reason: /depends on the value/ },
  { line: '$removeparam=/^a$/', reason: /depends on what follows/ },
  { line: '$removeparam=/^a(?!b)/', reason: /depends on what follows/ },
  { line: '$removeparam=/^(a+)+=/', reason: /exponential/ },
  { line: '$removeparam=/^a=/g', reason: /flag g/ },
  { line: '$removeparam=a|b', reason: /older spelling/ },
  { line: '||example.com^*/x$removeparam=a', reason: /not a site/ },
  { line: '||com.*^$removeparam=a', reason: /not a site/ },
  { line: '||exam*.com^$removeparam=a', reason: /not a site/ },
  { line: '://example.$removeparam=a', reason: /not to its subdomains/ },
  { line: '||example.com/x?$removeparam=a', reason: /one path but not/ },
  { line: '||example.com/?$removeparam=a', reason: /plain path/ },
  { line: '||example.com/*/x$removeparam=a', reason: /plain path/ },
  { line: '||example.com/x?y$removeparam=a', reason: /plain path/ },
  { line: '/banner/*$removeparam=a', reason: /not a site/ },
  { line: '$removeparam=a,domain=/x/', reason: /cannot be a site section/ },
  { line: '||example.com^$removeparam=a,domain=other.com', reason: /contains the link/ },
  { line: '$removeparam=a,xmlhttprequest', reason: /inside a page/ },
  { line: '$removeparam=a,~document', reason: /inside a page/ },
  { line: '$removeparam=a,third-party', reason: /third-party/ },
  { line: '$removeparam=a,app=com.example', reason: /app/ },
]
for (const { line, reason } of SKIPPED) {
  test(`${line} is skipped: ${reason.source}`, () => {
    const { spec, imported, skipped } = importRemoveParam(line)
    assert.deepEqual(spec, { name: 'removeparam', extends: 'rfc3986' })
    assert.equal(imported, 0)
    assert.equal(skipped.length, 1)
    assert.equal(skipped[0]?.at, 'line 1')
    assert.equal(skipped[0]?.text, line)
    assert.match(skipped[0]?.reason ?? '', reason)
  })
}

const PASSED_OVER = [
  '',
  '! $removeparam=a',
  '[Adblock Plus 2.0]',
  '||ads.example^',
  'example.com##.ad',
  '# $removeparam=a',
]
for (const line of PASSED_OVER) {
  test(`${JSON.stringify(line)} is none of its business`, () => {
    const { imported, skipped } = importRemoveParam(line)
    assert.equal(imported, 0)
    assert.deepEqual(skipped, [])
  })
}

test('rules of one place add up, and line numbers count all lines', () => {
  const { spec, imported, skipped } = importRemoveParam(
    '! list\r\n$removeparam=a\r\n\r\n$removeparam=b\r\n$removeparam=a\r\n$removeparam=/x=1/\r\n||example.com^$removeparam=c',
    { name: 'mine', extends: 'dedupe' },
  )
  assert.deepEqual(spec, {
    name: 'mine',
    extends: 'dedupe',
    query: { strip: ['a', 'b'] },
    sites: { 'example.com': { query: { strip: ['c'] } } },
  })
  assert.equal(imported, 4)
  assert.deepEqual(
    skipped.map(({ at }) => at),
    ['line 6'],
  )
})

test('an inverted filter is taken over once for a place', () => {
  const { spec, skipped } = importRemoveParam('||example.com^$removeparam=~a\n||example.com^$removeparam=~b')
  assert.deepEqual(spec.sites, { 'example.com': { query: { keepOnly: ['a'] } } })
  assert.match(skipped[0]?.reason ?? '', /second filter/)
})

test('a filter is skipped that an exception for a part of all URLs protects from', () => {
  const { spec, imported, skipped } = importRemoveParam(
    '@@/login?a=$removeparam=a\n$removeparam=a\n||example.com^$removeparam',
  )
  assert.deepEqual(spec, {
    name: 'removeparam',
    extends: 'rfc3986',
    query: { keep: ['a'] },
    sites: { 'example.com': { query: { strip: ['*'] } } },
  })
  assert.equal(imported, 2)
  assert.deepEqual(
    skipped.map(({ at, reason }) => `${at} ${reason}`),
    ['line 2 has an exception that a policy cannot express'],
  )
})

test('two sections that meet have a third that says what both say', () => {
  const { spec } = importRemoveParam(
    '||mail.example.*^$removeparam=a\n@@||example.com^$removeparam=a\n||example.com^$removeparam=b',
  )
  assert.deepEqual(spec.sites?.['mail.example.com'], { query: { strip: ['a', 'b'], keep: ['a'] } })
})

test('badfilter disables the filter it repeats', () => {
  const { spec, skipped } = importRemoveParam('$removeparam=a\n$removeparam=b\n$removeparam=a,badfilter')
  assert.deepEqual(spec.query, { strip: ['b'] })
  assert.deepEqual(skipped, [{ at: 'line 1', text: '$removeparam=a', reason: 'is disabled by a badfilter line' }])
})

test('an expression may hold commas and be followed by options', () => {
  const { spec, skipped } = importRemoveParam('$removeparam=/^a{1,2}=/,domain=example.com')
  assert.deepEqual(spec.sites, { 'example.com': { query: { strip: ['/^a{1,2}$/'] } } })
  assert.deepEqual(skipped, [])
})
