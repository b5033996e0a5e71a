import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, policies, type Policy } from '@canonist/core'
import { createUrlSuggester } from '../../src/health/suggest-url.ts'

// What people are told to write in place of a page that has moved: nothing that the policy would not let in.

const OURS = definePolicy({
  name: 'ours',
  extends: 'sources',
  hosts: { allow: ['sepe.es', 'gob.es'], block: ['prensa.gob.es'], shorteners: ['bit.ly'] },
})
const PAGE = 'https://www.sepe.es/a/old'

const CASES: readonly (readonly [
  why: string,
  target: string,
  written: string | null,
  policy?: Policy,
  page?: string,
])[] = [
  ['as it is', 'https://www.sepe.es/a/new', 'https://www.sepe.es/a/new'],
  ['the slash is the server’s', 'https://www.sepe.es/a/new/', 'https://www.sepe.es/a/new/'],
  ['a session', 'https://www.sepe.es/a/new;jsessionid=0A1B2C3D4E5F?lang=es', 'https://www.sepe.es/a/new?lang=es'],
  ['tracking', 'https://www.sepe.es/a/new?utm_source=move', 'https://www.sepe.es/a/new'],
  ['a host of the list', 'https://sede.gob.es/x', 'https://sede.gob.es/x'],
  ['plain http', 'http://www.sepe.es/a/new', null],
  ['plain http, as it was', 'http://www.sepe.es/a/new', 'http://www.sepe.es/a/new', OURS, 'http://www.sepe.es/a/old'],
  ['a host off the list', 'https://casino.net/', null],
  ['a host off the list, without a list', 'https://example.com/new', 'https://example.com/new', policies.dedupe],
  ['a blocked host', 'https://prensa.gob.es/x', null],
  ['a short link', 'https://bit.ly/x', null],
  ['a port', 'https://www.sepe.es:8443/a/new', null],
  ['a user name', 'https://me@www.sepe.es/a/new', null],
  ['the page itself, but for tracking', `${PAGE}?utm_source=again`, null],
  ['without its token', PAGE, null, policies.dedupe, `${PAGE}?token=abc`],
  ['with its token', `${PAGE}er?token=abc`, `${PAGE}er?token=abc`, policies.dedupe, `${PAGE}?token=abc`],
  ['no URL', 'nonsense', null],
]

for (const [why, target, written, policy = OURS, page = PAGE] of CASES) {
  test(`${why}: ${target} -> ${written ?? 'nothing'}`, () => {
    assert.equal(createUrlSuggester(policy)(page, target), written)
  })
}
