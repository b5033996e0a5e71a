import { describe } from 'node:test'
import { definePolicy, type PolicySpec } from '../../src/index.ts'
import { testRows, type Row } from '@canonist/test-support/rows.ts'

type Normalization = readonly [name: string, spec: Omit<PolicySpec, 'name'>, ...rows: Row[]]

/** Every normalization of Wikipedia's article "URL normalization", by its name and with its own example. */
const NORMALIZATIONS: readonly Normalization[] = [
  [
    'Converting the scheme and host to lower case',
    {},
    { why: 'its example', input: 'HTTP://www.Example.com/', becomes: 'http://www.example.com/' },
    { why: 'the path is no host', input: 'http://www.example.com/A' },
  ],
  [
    'Capitalizing letters in escape sequences',
    {},
    { why: 'its example', input: 'http://www.example.com/a%c2%b1b', becomes: 'http://www.example.com/a%C2%B1b' },
    { why: 'no escape', input: 'http://www.example.com/a%xyb' },
  ],
  [
    'Decoding percent-encoded octets of unreserved characters',
    {},
    { why: 'its example', input: 'http://www.example.com/%7Eusername/', becomes: 'http://www.example.com/~username/' },
    { why: 'reserved', input: 'http://www.example.com/%2Fusername/' },
  ],
  [
    'Removing the default port',
    {},
    { why: 'its example', input: 'http://www.example.com:80/bar.html', becomes: 'http://www.example.com/bar.html' },
    { why: 'another port', input: 'http://www.example.com:81/bar.html' },
  ],
  [
    'Removing the default port (or adding it)',
    { port: 'add-default' },
    { why: 'the other way', input: 'http://www.example.com/bar.html', becomes: 'http://www.example.com:80/bar.html' },
    { why: 'another port', input: 'http://www.example.com:81/bar.html' },
  ],
  [
    'Adding trailing /',
    { trailingSlash: 'add' },
    { why: 'its example', input: 'http://www.example.com/alice', becomes: 'http://www.example.com/alice/' },
    { why: 'a file', input: 'http://www.example.com/alice.html' },
  ],
  [
    'Removing dot-segments',
    {},
    {
      why: 'its example',
      input: 'http://www.example.com/../a/b/../c/./d.html',
      becomes: 'http://www.example.com/a/c/d.html',
    },
    { why: 'three dots', input: 'http://www.example.com/a/.../b' },
  ],
  [
    'Removing directory index',
    { directoryIndex: ['default.asp', 'index.html'] },
    { why: 'its first example', input: 'http://www.example.com/default.asp', becomes: 'http://www.example.com/' },
    { why: 'its second', input: 'http://www.example.com/a/index.html', becomes: 'http://www.example.com/a/' },
    { why: 'another file', input: 'http://www.example.com/a/index2.html' },
  ],
  [
    'Removing the fragment',
    { fragment: 'strip' },
    {
      why: 'its example',
      input: 'http://www.example.com/bar.html#section1',
      becomes: 'http://www.example.com/bar.html',
    },
    { why: 'an escaped one', input: 'http://www.example.com/bar.html%23section1' },
  ],
  [
    'Removing the fragment (AJAX applications frequently use it)',
    { fragment: 'keep-routes' },
    { why: 'a place', input: 'http://www.example.com/bar.html#section1', becomes: 'http://www.example.com/bar.html' },
    { why: 'a route', input: 'http://www.example.com/#!/inbox' },
  ],
  [
    'Replacing IP with domain name',
    { ipToHost: { '208.77.188.166': 'www.example.com' } },
    { why: 'its example', input: 'http://208.77.188.166/', becomes: 'http://www.example.com/' },
    { why: 'the reverse is rarely safe', input: 'http://www.example.com/' },
  ],
  [
    'Limiting protocols',
    { scheme: 'http' },
    { why: 'its example', input: 'https://www.example.com/', becomes: 'http://www.example.com/' },
    { why: 'http', input: 'http://www.example.com/' },
  ],
  [
    'Limiting protocols (to https)',
    { scheme: 'https' },
    { why: 'the other way', input: 'http://www.example.com/', becomes: 'https://www.example.com/' },
    { why: 'https', input: 'https://www.example.com/' },
  ],
  [
    'Removing duplicate slashes',
    { duplicateSlashes: 'collapse' },
    {
      why: 'its example',
      input: 'http://www.example.com/foo//bar.html',
      becomes: 'http://www.example.com/foo/bar.html',
    },
    { why: 'in the query', input: 'http://www.example.com/foo?u=http://bar' },
  ],
  [
    'Removing "www" as the first domain label',
    { www: 'strip' },
    { why: 'its example', input: 'http://www.example.com/', becomes: 'http://example.com/' },
    { why: 'not the first label', input: 'http://a.www.example.com/' },
  ],
  [
    'Adding "www" as the first domain label',
    { www: 'add' },
    { why: 'the other way', input: 'http://example.com/', becomes: 'http://www.example.com/' },
    { why: 'an address', input: 'http://192.0.2.1/' },
  ],
  [
    'Sorting the query parameters',
    { query: { sort: true } },
    {
      why: 'its example',
      input: 'http://www.example.com/display?lang=en&article=fred',
      becomes: 'http://www.example.com/display?article=fred&lang=en',
    },
    { why: 'the same variable many times', input: 'http://www.example.com/display?a=2&a=1' },
  ],
  [
    'Removing unused query variables',
    { query: { keepOnly: ['id'] } },
    {
      why: 'its example',
      input: 'http://www.example.com/display?id=123&fakefoo=fakebar',
      becomes: 'http://www.example.com/display?id=123',
    },
    { why: 'without a value it is not necessarily unused', input: 'http://www.example.com/display?id' },
  ],
  [
    'Removing default query parameters',
    { query: { defaults: { id: '', sort: 'ascending' } } },
    {
      why: 'its example',
      input: 'http://www.example.com/display?id=&sort=ascending',
      becomes: 'http://www.example.com/display',
    },
    { why: 'another value', input: 'http://www.example.com/display?id=1&sort=descending' },
  ],
  [
    'Removing the "?" when the query is empty',
    { query: { empty: 'strip' } },
    { why: 'its example', input: 'http://www.example.com/display?', becomes: 'http://www.example.com/display' },
    { why: 'not empty', input: 'http://www.example.com/display?=' },
  ],
  [
    'Removing empty parameters',
    { query: { emptyValues: 'strip' } },
    {
      why: 'a= and a',
      input: 'http://www.example.com/display?a=&b&c=1',
      becomes: 'http://www.example.com/display?c=1',
    },
    { why: 'a value', input: 'http://www.example.com/display?c=0' },
  ],
  [
    'Normalization based on URL lists',
    { rewrites: [{ match: '/story?id=$1', to: '/story_$1', evidence: { seen: 12 } }] },
    { why: 'its example', input: 'http://example.com/story?id=xyz', becomes: 'http://example.com/story_xyz' },
    { why: 'another page', input: 'http://example.com/tale?id=xyz' },
  ],
]

for (const [name, spec, ...rows] of NORMALIZATIONS) {
  describe(name, () => testRows(definePolicy({ name, ...spec }), rows))
}
