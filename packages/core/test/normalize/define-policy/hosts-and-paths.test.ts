import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PolicyError, normalize } from '../../../src/index.ts'
import { definePolicy as defineLean } from '../../../src/lean.ts'
import { define, testRefusals } from '@canonist/test-support/policies.ts'

describe('hosts, addresses and paths', () => {
  const site = (domain: string): object => ({ name: 'a', sites: { [domain]: { www: 'strip' } } })
  const ip = (address: string, host: string): object => ({ name: 'a', ipToHost: { [address]: host } })
  testRefusals([
    { why: 'a URL', spec: site('https://boe.es'), path: 'sites["https://boe.es"]', says: /without scheme/ },
    { why: 'a port', spec: site('boe.es:80'), path: 'sites["boe.es:80"]', says: /host name/ },
    { why: 'a path', spec: site('boe.es/a'), path: 'sites["boe.es/a"]', says: /host name/ },
    { why: 'a user', spec: site('u@boe.es'), path: 'sites["u@boe.es"]', says: /host name/ },
    { why: 'nothing', spec: site(''), path: 'sites[""]', says: /host name/ },
    { why: 'a space', spec: site('boe es'), path: 'sites["boe es"]', says: /host name/ },
    {
      why: 'a star, since a domain covers its subdomains',
      spec: site('*.boe.es'),
      path: 'sites["*.boe.es"]',
      says: /host|star|subdomain/,
    },
    { why: 'a dot in front', spec: site('.boe.es'), path: 'sites[".boe.es"]', says: /host|dot|subdomain/ },
    {
      why: 'two prefixes that are one in lower case',
      spec: { name: 'a', pathCase: 'lower', sites: { 'boe.es': { paths: { '/Docs': { www: 'add' }, '/docs': {} } } } },
      path: 'sites["boe.es"].paths["/docs"]',
      says: /same prefix.*join the two/,
    },
    {
      why: 'a name for an address',
      spec: ip('boe.es', 'a.example'),
      path: 'ipToHost["boe.es"]',
      says: /not an IP address/,
    },
    {
      why: 'a broken address',
      spec: ip('256.1.1.1', 'a.example'),
      path: 'ipToHost["256.1.1.1"]',
      says: /not an IP address/,
    },
    {
      why: 'a URL for a host',
      spec: ip('192.0.2.1', 'https://a.example'),
      path: 'ipToHost["192.0.2.1"]',
      says: /host name/,
    },
    {
      why: 'a prefix without a slash',
      spec: { name: 'a', sites: { 'boe.es': { paths: { docs: {} } } } },
      path: 'sites["boe.es"].paths.docs',
      says: /slash/,
    },
    {
      why: 'an index with a slash',
      spec: { name: 'a', directoryIndex: ['a/b'] },
      path: 'directoryIndex[0]',
      says: /segment/,
    },
    {
      why: 'an index that is nothing',
      spec: { name: 'a', directoryIndex: [''] },
      path: 'directoryIndex[0]',
      says: /file name/,
    },
    {
      why: 'an index that is a dot segment',
      spec: { name: 'a', directoryIndex: ['..'] },
      path: 'directoryIndex[0]',
      says: /file name/,
    },
    {
      why: 'one domain in two spellings: one of the sections would be lost',
      spec: { name: 'a', sites: { 'BOE.es': { www: 'strip' }, 'boe.es': { www: 'add' } } },
      path: 'sites["boe.es"]',
      says: /\w/,
    },
    {
      why: 'one prefix in two spellings',
      spec: { name: 'a', sites: { 'boe.es': { paths: { '/a': { www: 'strip' }, '/a/': { www: 'add' } } } } },
      path: 'sites["boe.es"].paths["/a/"]',
      says: /\w/,
    },
  ])

  test('half a surrogate pair is refused or read as U+FFFD, as in URLs', () => {
    for (const spec of [{ directoryIndex: ['\ud800'] }, { sites: { 'e.com': { paths: { '/\ud800': {} } } } }]) {
      try {
        define(spec)
      } catch (error) {
        assert.ok(error instanceof PolicyError, String(error))
      }
    }
  })

  test('a domain in capitals, in Unicode or as an address is the one of the URL', () => {
    const policy = define({
      sites: {
        'BOE.es': { fragment: 'strip' },
        'b\u00fccher.example': { fragment: 'strip' },
        '127.1': { fragment: 'strip' },
      },
    })
    for (const url of ['https://boe.es/', 'https://xn--bcher-kva.example/', 'https://127.0.0.1/']) {
      assert.equal(normalize(`${url}#a`, policy), url)
    }
  })

  test('the lean entry has no tables for a domain in Unicode, and says so', () => {
    assert.throws(() => defineLean({ name: 'a', sites: { 'b\u00fccher.example': {} } }), { name: 'PolicyError' })
  })
})
