import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAlias, describePage } from '../src/pages/url/describe-alias.ts'

const PAGE = 'https://shop.example.com/p/42?a=1'

for (const [why, url, label] of [
  ['the same', PAGE, 'the page itself'],
  ['a longer query', `${PAGE}&utm_source=x`, '…/42?a=1&utm_source=x'],
  ['a fragment', `${PAGE}#reviews`, '…/42?a=1#reviews'],
  ['another path', 'https://shop.example.com/tea-green', '…/tea-green'],
  ['another host', 'https://m.example.com/42', 'm.example.com/42'],
  ['another host, and a long path', 'http://old.example.net/archive/tea/42', 'old.example.…hive/tea/42'],
  ['another scheme', 'http://shop.example.com/', 'http://shop.example.com/'],
  ['a long path', `https://shop.example.com/${'x'.repeat(60)}`, `…/xxxxxxxxxx…xxxxxxxxxxx`],
] as const)
  test(`${why}: ${url.slice(0, 60)} is drawn as ${label}`, () => assert.equal(describeAlias(url, PAGE), label))

test('an emoji is not cut in half', () => {
  assert.ok(!describeAlias(`https://shop.example.com/${'😀'.repeat(40)}`, PAGE).includes('\uFFFD'))
  assert.ok(describeAlias(`https://shop.example.com/${'😀'.repeat(40)}`, PAGE).isWellFormed())
})

test('the page is named by its path, a home page by its host', () => {
  assert.equal(describePage(PAGE, 14), '/p/42?a=1')
  assert.equal(describePage('https://a.example/', 14), 'a.example')
})
