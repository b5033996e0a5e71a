import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalize, type RewriteSpec } from '../../../src/index.ts'
import { define, testRefusals } from '@canonist/test-support/policies.ts'
import { testRows } from '@canonist/test-support/rows.ts'

const chain = (count: number): RewriteSpec[] =>
  Array.from({ length: count }, (_, index) => ({ match: `/a${index}/$1`, to: `/a${index + 1}/x/$1` }))

describe('the number of rewrites is bounded, since every URL of a section is compared with each', () => {
  testRefusals([
    { why: 'everywhere', spec: { name: 'a', rewrites: chain(1001) }, path: 'rewrites', says: /1001 .* 1000; join/ },
    {
      why: 'on a site',
      spec: { name: 'a', sites: { 'e.com': { rewrites: chain(1001) } } },
      path: 'sites["e.com"].rewrites',
      says: /1001 .* 1000; join/,
    },
    {
      why: 'below a path',
      spec: { name: 'a', sites: { 'e.com': { paths: { '/p': { rewrites: chain(1001) } } } } },
      path: 'sites["e.com"].paths["/p"].rewrites',
      says: /1001 .* 1000; join/,
    },
    {
      why: 'very many, refused at once',
      spec: { name: 'a', rewrites: chain(100_000) },
      path: 'rewrites',
      says: /100000/,
    },
  ])

  test('as many as are allowed', () => {
    const policy = define({ rewrites: chain(1000), sites: { 'e.com': { rewrites: [{ match: '/b', to: '/c' }] } } })
    assert.equal(normalize('https://e.org/a999/1', policy), 'https://e.org/a1000/x/1')
    assert.equal(normalize('https://e.com/b', policy), 'https://e.com/c')
  })
})

describe('rewrites', () => {
  const rewrite = (match: string, to: string): object => ({ name: 'a', rewrites: [{ match, to }] })
  testRefusals([
    { why: 'no slash', spec: rewrite('a', '/b'), path: 'rewrites[0].match', says: /begin with/ },
    { why: 'a fragment', spec: rewrite('/a#b', '/b'), path: 'rewrites[0].match', says: /fragment/ },
    { why: 'a number twice', spec: rewrite('/$1/#1', '/$1'), path: 'rewrites[0].match', says: /twice/ },
    { why: 'digits in the result', spec: rewrite('/#1', '/a#1'), path: 'rewrites[0].to', says: /fragment/ },
    {
      why: 'digits among too many variables',
      spec: rewrite('/$1-$2-$3-#4', '/$4'),
      path: 'rewrites[0].match',
      says: /more than 3/,
    },
    { why: 'a variable twice', spec: rewrite('/$1/$1', '/$1'), path: 'rewrites[0].match', says: /twice/ },
    {
      why: 'variables side by side',
      spec: rewrite('/$1$2', '/$1'),
      path: 'rewrites[0].match',
      says: /nothing between/,
    },
    { why: 'text after $*', spec: rewrite('/$*/a', '/b'), path: 'rewrites[0].match', says: /after/ },
    { why: 'a variable that is not set', spec: rewrite('/$1', '/$2'), path: 'rewrites[0].to', says: /\$2/ },
    { why: 'a group that is not there', spec: rewrite('^/(a)$', '/$2'), path: 'rewrites[0].to', says: /\$2/ },
    { why: 'a result without a slash', spec: rewrite('/a', 'b'), path: 'rewrites[0].to', says: /begin with/ },
    { why: 'a host that only the result has', spec: rewrite('/a', '//b/a'), path: 'rewrites[0].to', says: /\/\// },
    { why: 'a host that only the match has', spec: rewrite('//b/a', '/a'), path: 'rewrites[0].to', says: /\/\// },
    { why: 'an expression without its end', spec: rewrite('^/a', '/b'), path: 'rewrites[0].match', says: /anchored/ },
    {
      why: 'an expression whose end is a dollar sign',
      spec: rewrite('^/a\\$', '/b'),
      path: 'rewrites[0].match',
      says: /anchored/,
    },
    { why: 'an expression without a path', spec: rewrite('^a$', '/b'), path: 'rewrites[0].match', says: /\^\// },
    { why: 'no expression', spec: rewrite('^/($', '/b'), path: 'rewrites[0].match', says: /regular expression/ },
    { why: 'repeated repetition', spec: rewrite('^/(a+)+$', '/b'), path: 'rewrites[0].match', says: /exponential/ },
    {
      why: 'a circle of one',
      spec: rewrite('/a/$1', '/a/$1/b'.replace('/b', '-b')),
      path: 'rewrites[0]',
      says: /in a loop/,
    },
    {
      why: 'a circle of two',
      spec: {
        name: 'a',
        rewrites: [
          { match: '/a/$1', to: '/b/$1' },
          { match: '/b/$1', to: '/a/$1' },
        ],
      },
      path: 'rewrites[0]',
      says: /http\S+ in a loop/,
    },
    {
      why: 'a circle in a site',
      spec: { name: 'a', sites: { 'e.com': { rewrites: [{ match: '/a/$1', to: '/a/x$1' }] } } },
      path: 'sites["e.com"].rewrites[0]',
      says: /in a loop/,
    },
    {
      why: 'a circle below a path',
      spec: { name: 'a', sites: { 'e.com': { paths: { '/p': { rewrites: [{ match: '/p/$1', to: '/p/x$1' }] } } } } },
      path: 'sites["e.com"].paths["/p"].rewrites[0]',
      says: /in a loop/,
    },
    {
      why: 'a circle between hosts',
      spec: {
        name: 'a',
        rewrites: [
          { match: '//a.example/$*', to: '//b.example/$*' },
          { match: '//b.example/$*', to: '//a.example/$*' },
        ],
      },
      path: 'rewrites[0]',
      says: /in a loop/,
    },
    {
      why: 'sections that undo each other',
      spec: { name: 'a', sites: { 'e.com': { www: 'add' }, 'www.e.com': { www: 'strip' } } },
      path: 'sites["e.com"]',
      says: /in a loop/,
    },
  ])

  describe('templates and expressions', () => {
    testRows(
      define({
        rewrites: [
          { match: '/old/$1/$2', to: '/new/$2/$1' },
          { match: '/print/$*', to: '/$*' },
          { match: '/item?id=$1', to: '/item/$1' },
          { match: '/q?$*', to: '/search?$*' },
          { match: '/show-$1.*', to: '/show/$1' },
          { match: '^/u/([a-z]+)/?(?:index)?$', to: '/users/$1' },
          { match: '//$1.mirror.example/$*', to: '//mirror.example/$1/$*' },
          { match: '/plain', to: '/' },
          { match: '/caf\u00e9', to: '/coffee' },
          { match: '//Shop.example/a', to: '//shop.example/b' },
        ],
      }),
      [
        { why: 'variables change places', input: 'https://e.com/old/a/b', becomes: 'https://e.com/new/b/a' },
        {
          why: '$* takes slashes, and the query is carried along',
          input: 'https://e.com/print/a/b?c=1',
          becomes: 'https://e.com/a/b?c=1',
        },
        { why: 'from query to path', input: 'https://e.com/item?id=7', becomes: 'https://e.com/item/7' },
        {
          why: 'the value stays as spelled',
          input: 'https://e.com/item?id=a%2Fb',
          becomes: 'https://e.com/item/a%2Fb',
        },
        { why: 'all of the query', input: 'https://e.com/q?a&b', becomes: 'https://e.com/search?a&b' },
        {
          why: 'a variable takes as little as it can',
          input: 'https://e.com/show-a.b.c',
          becomes: 'https://e.com/show/a',
        },
        { why: 'an expression', input: 'https://e.com/u/ada/index', becomes: 'https://e.com/users/ada' },
        { why: 'from host to path', input: 'https://de.mirror.example/a', becomes: 'https://mirror.example/de/a' },
        { why: 'to the root', input: 'https://e.com/plain#a', becomes: 'https://e.com/#a' },
        { why: 'a path outside ASCII', input: 'https://e.com/caf\u00e9', becomes: 'https://e.com/coffee' },
        { why: 'a host in capitals', input: 'https://shop.example/a', becomes: 'https://shop.example/b' },
        { why: 'a variable takes no slash', input: 'https://e.com/old/a/b/c' },
        { why: 'a variable takes something', input: 'https://e.com/old//b' },
        { why: 'another parameter', input: 'https://e.com/item?id=7&a=1' },
      ],
    )
  })

  describe('the query', () => {
    testRows(
      define({
        rewrites: [
          { match: '/a/$*', to: '/b' },
          { match: '/print/$*', to: '/$*' },
          { match: '/wrap/$*', to: '/$*/end' },
          { match: '/go/$*', to: '/to?path=$*' },
          { match: '/find?q=$*', to: '/search/$*' },
          { match: '//old.example/$*', to: '//new.example/home' },
        ],
        sites: { 'site.example': { rewrites: [{ match: '/s/$*', to: '/t' }] } },
      }),
      [
        { why: '$* takes the path only', input: 'https://e.com/a/x?id=1', becomes: 'https://e.com/b?id=1' },
        { why: 'the fragment stays too', input: 'https://e.com/a/x?id=1#f', becomes: 'https://e.com/b?id=1#f' },
        { why: 'a lone ? is a query', input: 'https://e.com/a/x?', becomes: 'https://e.com/b?' },
        { why: 'a second ? is a part of it', input: 'https://e.com/a/x?id=1?2', becomes: 'https://e.com/b?id=1?2' },
        { why: 'as it is spelled', input: 'https://e.com/print/x?b=a%20b&a', becomes: 'https://e.com/x?b=a%20b&a' },
        { why: '$* in the middle', input: 'https://e.com/wrap/x?id=1', becomes: 'https://e.com/x/end?id=1' },
        {
          why: 'the result has a query',
          input: 'https://e.com/go/x/y?id=1',
          becomes: 'https://e.com/to?path=x/y&id=1',
        },
        { why: 'a lone ? adds no pair', input: 'https://e.com/go/x?', becomes: 'https://e.com/to?path=x' },
        { why: 'a match of the query', input: 'https://e.com/find?q=x&b=1', becomes: 'https://e.com/search/x&b=1' },
        { why: 'of another host', input: 'https://old.example/a/b?id=1', becomes: 'https://new.example/home?id=1' },
        { why: 'in a section', input: 'https://site.example/s/x?id=1', becomes: 'https://site.example/t?id=1' },
        { why: 'no path to take', input: 'https://e.com/a?id=/a/x' },
      ],
    )
  })

  test('the result is cleaned like any URL', () => {
    const policy = define({ extends: 'dedupe', rewrites: [{ match: '/a', to: '/b/../c?utm_source=1&z&y' }] })
    assert.equal(normalize('https://e.com/a', policy), 'https://e.com/c?y&z')
  })

  test('a result that is no URL changes nothing', () => {
    const policy = define({ rewrites: [{ match: '//$1.e.com/a', to: '//e.com:$1/a' }] })
    assert.equal(normalize('https://x.e.com/a', policy), 'https://x.e.com/a')
  })

  test('an expression is not run on a text that is very long', () => {
    const policy = define({ rewrites: [{ match: '^/a(.*)$', to: '/b' }] })
    const long = `https://e.com/a${'a'.repeat(10_000)}`
    assert.equal(normalize(long, policy), long)
  })
})
