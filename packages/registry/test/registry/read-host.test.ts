import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHost } from '../../src/registry/read-host.ts'

const accepted = [
  { host: 'EXAMPLE.com', becomes: 'example.com' },
  { host: 'münchen.example', becomes: 'xn--mnchen-3ya.example' },
  { host: 'example.com.', becomes: 'example.com.' },
  { host: '127.1', becomes: '127.0.0.1' },
  { host: '[::0:1]', becomes: '[::1]' },
]
for (const { host, becomes } of accepted) {
  test(`the host ${host} is stored as ${becomes}`, () => assert.equal(readHost(host), becomes))
}

const refused = [
  { host: 'example.com:80', why: 'a port, even the default one' },
  { host: 'example.com:', why: 'an empty port' },
  { host: 'example.com:8080', why: 'a port' },
  { host: '[::1]:80', why: 'a port after an address' },
  { host: 'http:example.com', why: 'a scheme' },
  { host: '//example.com', why: 'slashes in front' },
  { host: 'example.com/', why: 'a slash' },
  { host: 'example.com/.', why: 'a path that normalizing removes' },
  { host: 'example.com\\..', why: 'a backslash' },
  { host: 'exam\tple.com', why: 'a tab' },
  { host: 'example.com\n', why: 'a line break' },
  { host: 'ada@example.com', why: 'a user' },
  { host: 'example.com?', why: 'a query' },
  { host: 'example.com#', why: 'a fragment' },
  { host: '', why: 'nothing' },
]
for (const { host, why } of refused) {
  test(`${JSON.stringify(host)} is not a host name (${why})`, () =>
    assert.throws(() => readHost(host), { code: 'registry/bad-host', message: /without scheme, port or path/ }))
}
