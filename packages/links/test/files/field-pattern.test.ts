import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findEntry, createFieldMatcher } from '../../src/files/field-pattern.ts'
import type { FieldPath } from '../../src/files/read/found-value.ts'

const cases: readonly { pattern: string; path: FieldPath; isMeant: boolean; why: string }[] = [
  { pattern: 'url', path: ['url'], isMeant: true, why: 'a name' },
  { pattern: 'url', path: ['a', 'b', 'url'], isMeant: true, why: 'a name, at any depth' },
  { pattern: 'url', path: ['a', 3, 'url', 0], isMeant: true, why: 'items of lists have no name' },
  { pattern: 'url', path: ['url', 'es'], isMeant: false, why: 'a member of it has another name' },
  { pattern: 'url', path: ['URL'], isMeant: false, why: 'case matters' },
  { pattern: 'url', path: ['fuente_url'], isMeant: false, why: 'a name is whole' },
  { pattern: '*_url', path: ['a', 'fuente_url'], isMeant: true, why: 'a star' },
  { pattern: 'f*_*l', path: ['fuente_url'], isMeant: true, why: 'two stars' },
  { pattern: 'f*te*ente', path: ['fuente'], isMeant: false, why: 'pieces do not overlap' },
  { pattern: 'ab*ba', path: ['aba'], isMeant: false, why: 'beginning and end do not overlap' },
  { pattern: 'fuentes.url', path: ['fuentes', 2, 'url'], isMeant: true, why: 'a path through a list' },
  { pattern: 'fuentes.url', path: ['a', 'fuentes', 'url'], isMeant: false, why: 'a path begins at the root' },
  { pattern: '**.fuentes.url', path: ['a', 'b', 'fuentes', 'url'], isMeant: true, why: 'any depth' },
  { pattern: '**.fuentes.url', path: ['fuentes', 'url'], isMeant: true, why: 'any depth, also none' },
  { pattern: 'fuentes.*', path: ['fuentes', 'es'], isMeant: true, why: 'any name' },
  { pattern: 'fuentes.*', path: ['fuentes', 'es', 'url'], isMeant: false, why: 'a star is one name' },
  { pattern: 'fuentes.**', path: ['fuentes', 'es', 'url'], isMeant: true, why: 'two stars are all below' },
  { pattern: '$.fuentes[*].url', path: ['fuentes', 0, 'url'], isMeant: true, why: 'as JSONPath writes it' },
  { pattern: '.fuentes[].url', path: ['fuentes', 0, 'url'], isMeant: true, why: 'as jq writes it' },
  { pattern: 'a.url', path: ['x', 'a.url'], isMeant: true, why: 'a name may have a dot' },
  { pattern: 'x.a\\.url', path: ['x', 'a.url'], isMeant: true, why: 'a dot of a name, escaped' },
  { pattern: 'x.a\\.url', path: ['x', 'a', 'url'], isMeant: false, why: 'an escaped dot divides nothing' },
]

describe('--field', () => {
  for (const { pattern, path, isMeant, why } of cases) {
    test(`${pattern} ${isMeant ? 'means' : 'does not mean'} ${JSON.stringify(path)} (${why})`, () => {
      assert.equal(createFieldMatcher([pattern])(path), isMeant)
    })
  }

  test('any of several', () => assert.ok(createFieldMatcher(['a', 'b'])(['b'])))

  test('a hostile pattern and a hostile path take no time', () => {
    const path = Array.from({ length: 2000 }, () => 'a')
    assert.equal(createFieldMatcher([`${'**.'.repeat(30)}b`])(path), false)
    assert.equal(createFieldMatcher([`${'a*'.repeat(30)}b`])(['a'.repeat(100_000)]), false)
  })
})

const entries: readonly { path: FieldPath; list: string | null; entry: FieldPath }[] = [
  { path: ['url'], list: null, entry: [] },
  { path: [3, 'fuentes', 1, 'url'], list: null, entry: [3] },
  { path: ['fuentes', 1, 'url'], list: null, entry: [] },
  { path: ['tramites', 4, 'fuentes', 1, 'url'], list: 'tramites', entry: ['tramites', 4] },
  { path: ['otros', 4, 'url'], list: 'tramites', entry: [] },
]

describe('--entries', () => {
  for (const { path, list, entry } of entries) {
    test(`${JSON.stringify(path)} is of ${JSON.stringify(entry)} under ${list ?? 'nothing'}`, () => {
      assert.deepEqual(findEntry(path, list === null ? null : createFieldMatcher([list])), entry)
    })
  }
})
