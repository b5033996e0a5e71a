import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { removeDotSegments } from '../../src/url/dot-segments.ts'
import { show } from '@canonist/test-support/show.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'
import { runs } from '@canonist/test-support/runs.ts'

const ROWS = [
  { why: 'none', input: '/a/b', becomes: '/a/b' },
  { why: 'nothing', input: '', becomes: '' },
  { why: 'the root', input: '/', becomes: '/' },
  { why: 'one dot', input: '/a/./b', becomes: '/a/b' },
  { why: 'two dots', input: '/a/../b', becomes: '/b' },
  { why: 'above the root', input: '/../../a', becomes: '/a' },
  { why: 'one dot at the end', input: '/a/.', becomes: '/a/' },
  { why: 'two dots at the end', input: '/a/b/..', becomes: '/a/' },
  { why: 'nothing is left', input: '/a/..', becomes: '/' },
  { why: 'nothing was there', input: '/..', becomes: '/' },
  { why: 'a slash behind', input: '/a/../', becomes: '/' },
  { why: 'an empty segment is one', input: '/a//../b', becomes: '/a/b' },
  { why: 'empty segments stay', input: '/a/.//b', becomes: '/a//b' },
  { why: 'escapes', input: '/a/%2e%2E/b/%2E/c', becomes: '/b/c' },
  { why: 'half an escape', input: '/a/.%2e/b/%2e./c', becomes: '/c' },
  { why: 'three dots', input: '/a/.../b', becomes: '/a/.../b' },
  { why: 'a dot and a name', input: '/.a/a./..a/a..', becomes: '/.a/a./..a/a..' },
  { why: 'escaped twice', input: '/%252e%252e/', becomes: '/%252e%252e/' },
  { why: 'the example of RFC 3986, 5.2.4', input: '/a/b/c/./../../g', becomes: '/a/g' },
]

for (const { why, input, becomes } of ROWS) {
  test(`${show(input)} -> ${show(becomes)} (${why})`, () => {
    assert.equal(removeDotSegments(input), becomes)
    assert.equal(removeDotSegments(becomes), becomes)
  })
}

test('the platform says the same of any path', () => {
  const segment = fc.constantFrom('', '.', '..', '%2e', '%2E.', '.%2e', '%2e%2e', '...', 'a', 'b.', '.c', '%2f')
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 10 }), (segments) => {
      const path = `/${segments.join('/')}`
      assert.equal(removeDotSegments(path), new URL(`http://h${path}`).pathname)
    }),
    runs(20_000),
  )
})

test('a hundred thousand ups are walked in linear time', () => {
  const start = process.cpuUsage()
  assert.equal(removeDotSegments(`${'/a'.repeat(100_000)}${'/..'.repeat(100_000)}`), '/')
  assert.ok(cpuMsSince(start) < 1000)
})
