import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize } from '@canonist/core'
import normalizeUrl from 'normalize-url'
import { normalizeURL } from 'ufo'
import { readCode, readCodes, readFields, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/comparison.md')

function attempt(run: () => string): string {
  try {
    return run()
  } catch {
    return 'throws'
  }
}

for (const [input, ours, normalizeUrls, ufos] of rowsUnder(PAGE, 'input', 'canonist', 'normalize-url', 'ufo')) {
  const text = readCode(input)
  test(`three normalizers on ${text}`, () => {
    assert.deepEqual(
      [attempt(() => normalize(text)), attempt(() => normalizeUrl(text)), attempt(() => normalizeURL(text))],
      [readCode(ours), readCode(normalizeUrls), readCode(ufos)],
    )
  })
}

test('the versions that the page names are those that the tests run', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as { devDependencies: Record<string, string> }
  const { version } = JSON.parse(readText('packages/core/package.json')) as { version: string }
  assert.ok(PAGE.includes(`| normalize-url | ${devDependencies['normalize-url']} |`))
  assert.ok(PAGE.includes(`| ufo | ${devDependencies['ufo']} |`))
  assert.ok(PAGE.includes(`Canonist ${version} `))
})

const normal = (text: string, options: Parameters<typeof normalizeUrl>[1]): string => normalizeUrl(text, options)

test('what the page says of the options of normalize-url', () => {
  assert.equal(normal('https://example.com/a/index.html', { removeDirectoryIndex: true }), 'https://example.com/a')
  assert.equal(normal('https://example.com/?a&b=1', { keepQueryParameters: ['b'] }), 'https://example.com/?b=1')
  assert.equal(normal('https://example.com/?gclid=1', { removeQueryParameters: [/^gclid$/] }), 'https://example.com')
  assert.equal(normal('https://example.com/?a', { emptyQueryValue: 'always' }), 'https://example.com/?a=')
  assert.equal(normal('https://example.com:8080/', { removeExplicitPort: true }), 'https://example.com')
  assert.equal(normal('https://example.com/a/b', { removePath: true }), 'https://example.com')
  assert.equal(normal('https://example.com/a', { transformPath: () => ['b'] }), 'https://example.com/b')
  assert.equal(normal('https://example.com/#a:~:text=b', {}), 'https://example.com/#a')
  assert.equal(normal('app://www.host.example/a/', { customProtocols: ['app'] }), 'app://host.example/a')
  assert.equal(normal('data:text/plain,hi', {}), 'data:,hi')
})

test('what the page says of other inputs', () => {
  assert.equal(normalizeUrl('https://[2001:DB8::0:1]/a'), 'https://[2001:db8::1]/a')
  assert.equal(normalizeURL('https://[2001:DB8::0:1]/a'), 'https://[2001:DB8::0:1]/a')
  assert.equal(normalizeURL('/a b'), '/a%20b')
  assert.equal(normalizeUrl('https://example.com/;jsessionid=1?sid=2'), 'https://example.com/;jsessionid=1?sid=2')
})

test('the policy that the page gives does to host and path what normalize-url does', () => {
  const row = rowsUnder(PAGE, 'to get what', 'write').find(([what]) => what?.includes('normalize-url'))
  const fields = readCodes(row?.[1]).filter((code) => code.includes(':'))
  assert.ok(fields.length > 0)
  const policy = definePolicy({ name: 'like normalize-url', extends: 'dedupe', ...readFields(fields.join(', ')) })
  for (const input of [
    'https://www.example.com',
    'https://www.example.com/a//b/',
    'https://ada:pw@example.com./a/?b=1&a=2',
    'http://EXAMPLE.com:80/?utm_source=x',
  ]) {
    assert.equal(normalize(input, policy), normalizeUrl(input))
  }
})
