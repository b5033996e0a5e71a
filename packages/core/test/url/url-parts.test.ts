import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { UrlParts, splitUrl } from '../../src/url/url-parts.ts'
import { show } from '@canonist/test-support/show.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'
import { runs } from '@canonist/test-support/runs.ts'

type Pieces = readonly [
  scheme: string,
  slashes: string,
  userinfo: string,
  host: string,
  port: string,
  path: string,
  query: string,
  fragment: string,
]

const SPLITS: readonly { why: string; input: string; pieces: Pieces }[] = [
  {
    why: 'all eight',
    input: 'https://user:pass@example.com:8080/a/b?x=1#top',
    pieces: ['https:', '//', 'user:pass@', 'example.com', ':8080', '/a/b', '?x=1', '#top'],
  },
  { why: 'only a host', input: 'http:e', pieces: ['http:', '', '', 'e', '', '', '', ''] },
  { why: 'slashes of both kinds', input: 'http:/\\/e', pieces: ['http:', '/\\/', '', 'e', '', '', '', ''] },
  { why: 'a backslash ends the host', input: 'http://e\\@f', pieces: ['http:', '//', '', 'e', '', '\\@f', '', ''] },
  {
    why: 'the last @ ends the user',
    input: 'http://a@b:c@d/',
    pieces: ['http:', '//', 'a@b:c@', 'd', '', '/', '', ''],
  },
  { why: 'an @ behind the host', input: 'http://e/@?@#@', pieces: ['http:', '//', '', 'e', '', '/@', '?@', '#@'] },
  { why: 'an @ behind a bare host', input: 'http://e?@', pieces: ['http:', '//', '', 'e', '', '', '?@', ''] },
  { why: 'a query without a path', input: 'http://e?a/b', pieces: ['http:', '//', '', 'e', '', '', '?a/b', ''] },
  { why: 'a fragment without a path', input: 'http://e#a?b', pieces: ['http:', '//', '', 'e', '', '', '', '#a?b'] },
  { why: 'a second ? is data', input: 'http://e/?a?b', pieces: ['http:', '//', '', 'e', '', '/', '?a?b', ''] },
  { why: 'a second # is data', input: 'http://e/#a#b', pieces: ['http:', '//', '', 'e', '', '/', '', '#a#b'] },
  {
    why: 'colons between brackets',
    input: 'http://[::1]:80/',
    pieces: ['http:', '//', '', '[::1]', ':80', '/', '', ''],
  },
  {
    why: 'a bracket that nobody closes',
    input: 'http://[::1/a',
    pieces: ['http:', '//', '', '[::1', '', '/a', '', ''],
  },
  { why: 'a port without digits', input: 'http://e:/', pieces: ['http:', '//', '', 'e', ':', '/', '', ''] },
  { why: 'two colons', input: 'http://e:1:2/', pieces: ['http:', '//', '', 'e', ':1:2', '/', '', ''] },
  { why: 'line breaks are data here', input: 'http://e/a\nb', pieces: ['http:', '//', '', 'e', '', '/a\nb', '', ''] },
]

for (const { why, input, pieces } of SPLITS) {
  test(`${show(input)} = ${pieces.map(show).join(' ')} (${why})`, () => {
    const parts = splitUrl(input)
    assert.deepEqual(parts, new UrlParts(...pieces))
    assert.equal(parts.join(), input)
  })
}

const REFUSED = [
  { why: 'nothing', input: '', code: 'url/empty' },
  { why: 'no scheme', input: 'e.com/a', code: 'url/no-scheme' },
  { why: 'relative to a scheme', input: '//e.com', code: 'url/no-scheme' },
  { why: 'a scheme begins with a letter', input: '1http://e', code: 'url/no-scheme' },
  { why: 'another scheme', input: 'ftp://e', code: 'url/scheme-not-http' },
  { why: 'longer than https', input: 'httpss://e', code: 'url/scheme-not-http' },
  { why: 'a host and a port', input: 'localhost:80', code: 'url/scheme-not-http' },
  { why: 'no host', input: 'http://', code: 'url/no-host' },
  { why: 'a port without a host', input: 'http://:80/', code: 'url/no-host' },
  { why: 'a user without a host', input: 'http://u@/', code: 'url/no-host' },
  { why: 'a user without a host, with a port', input: 'http://u@:80', code: 'url/no-host' },
  { why: 'a query without a host', input: 'http://?a', code: 'url/no-host' },
]

for (const { why, input, code } of REFUSED) {
  test(`${show(input)} is refused as ${code} (${why})`, () => assert.equal(splitUrl(input), code))
}

describe('properties', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('ab/\\?#@:[]%.\n é')), maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  test('joining the pieces gives the text back', () => {
    fc.assert(
      fc.property(fc.constantFrom('http:', 'https:', 'HTTP:'), text, (scheme, rest) => {
        const parts = splitUrl(scheme + rest)
        assert.ok(typeof parts === 'string' || parts.join() === scheme + rest)
      }),
      runs(20_000),
    )
  })

  test('every piece begins with its own delimiter', () => {
    fc.assert(
      fc.property(text, (rest) => {
        const parts = splitUrl(`http://h${rest}`)
        if (typeof parts === 'string') return
        assert.match(parts.userinfo, /^(?:[^]*@)?$/)
        assert.match(parts.port, /^(?::[^]*)?$/)
        assert.match(parts.path, /^(?:[/\\][^?#]*)?$/)
        assert.match(parts.query, /^(?:\?[^#]*)?$/)
        assert.match(parts.fragment, /^(?:#[^]*)?$/)
      }),
      runs(20_000),
    )
  })
})

describe('hostile lengths', () => {
  const MANY = 1_000_000
  const LONG = [
    { why: 'host', text: `http://${'a'.repeat(MANY)}/` },
    { why: 'labels', text: `http://${'a.'.repeat(MANY)}/` },
    { why: 'brackets', text: `http://${'['.repeat(MANY)}/` },
    { why: 'closed brackets', text: `http://${'[]'.repeat(MANY)}/` },
    { why: 'users', text: `http://${'a@'.repeat(MANY)}b/` },
    { why: 'colons', text: `http://a${':'.repeat(MANY)}/` },
    { why: 'slashes behind the scheme', text: `http:${'/'.repeat(MANY)}` },
    { why: 'scheme', text: 'a'.repeat(MANY) },
    { why: 'path', text: `http://a${'/a'.repeat(MANY)}` },
    { why: 'query', text: `http://a/?${'&a'.repeat(MANY)}` },
    { why: 'fragment', text: `http://a/#${'#a'.repeat(MANY)}` },
  ]
  for (const { why, text } of LONG) {
    test(`a million times the ${why}: split in linear time and without a deep stack`, () => {
      const start = process.cpuUsage()
      splitUrl(text)
      assert.ok(cpuMsSince(start) < 2000, `took ${cpuMsSince(start)} ms`)
    })
  }
})
