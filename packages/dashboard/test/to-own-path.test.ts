import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toOwnPath } from '../src/pages/login/to-own-path.ts'

const ORIGINS = ['https://own.example', 'http://127.0.0.1:4480'] as const

for (const from of [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\t\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  'https:\\\\evil.example',
  'http://own.example/',
  'https://own.example:444/',
  'https://own.example@evil.example/',
  'https://user@own.example/',
  'ftp:evil',
  'javascript:alert(1)',
  'JaVa\tScRiPt:alert(1)',
  'data:text/html,evil',
  'blob:https://own.example/1',
  'blob:http://127.0.0.1:4480/1',
  'https://',
  '',
  undefined,
])
  for (const origin of ORIGINS)
    test(`on ${origin}, ${JSON.stringify(from)} leads to the overview`, () =>
      assert.equal(toOwnPath(from, origin), '/'))

for (const [from, path] of [
  ['/frontier?state=pending', '/frontier?state=pending'],
  ['/url?u=https%3A%2F%2Fa.example%2F%2Fb#x', '/url?u=https%3A%2F%2Fa.example%2F%2Fb#x'],
  ['/runs/1', '/runs/1'],
  ['https://own.example/runs', '/runs'],
  ['https:evil', '/evil'],
  ['runs', '/runs'],
  // Two slashes are two slashes only in the first place, and an escaped tab stays in the path.
  ['/a//evil.example', '/a//evil.example'],
  ['/%09/evil.example', '/%09/evil.example'],
] as const)
  test(`on ${ORIGINS[0]}, ${from} leads to ${path}`, () => assert.equal(toOwnPath(from, ORIGINS[0]), path))
