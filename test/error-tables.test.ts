import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ReasonEntry } from '@canonist/core'
import { ROOT } from './support/repository.ts'

type Tables = Readonly<Record<string, Readonly<Record<string, ReasonEntry>>>>

const SCRIPT = new URL('../scripts/generate/error-tables.mjs', import.meta.url)
const { ERROR_TABLES, REASON_TABLES } = (await import(SCRIPT.href)) as { ERROR_TABLES: Tables; REASON_TABLES: Tables }
const TABLES = { ...ERROR_TABLES, ...REASON_TABLES }

const KINDS = ['usage', 'invalid', 'missing', 'conflict', 'busy', 'unavailable', 'blocked', 'bug']

for (const [name, table] of Object.entries(TABLES)) {
  describe(`the table "${name}"`, () => {
    for (const [code, row] of Object.entries(table)) {
      test(`${code} has a kind, a problem and a fix`, () => {
        const mayBeFine = Object.hasOwn(REASON_TABLES, name)
        assert.ok(row.kind === null ? mayBeFine : KINDS.includes(row.kind), String(row.kind))
        assert.equal(typeof row.retry, 'boolean')
        for (const text of [row.says, row.fix]) assert.match(text, /^(?:[A-Z]|robots\.txt ).*\.$/)
      })
    }
  })
}

test('no code is in two tables of errors, unless both have the same row', () => {
  const rows = Object.entries(ERROR_TABLES).flatMap(([name, table]) =>
    Object.entries(table).map(([code, row]) => ({ name, code, row })),
  )
  const owners = new Map(rows.map(({ name, code }) => [code, name]).toReversed() as [string, string][])
  const twice = rows.filter(
    ({ name, code, row }) => owners.get(code) !== name && ERROR_TABLES[owners.get(code) ?? '']?.[code] !== row,
  )
  // The input of canonicalize may also be a host without a scheme, so that the network never sees it.
  assert.deepEqual(
    twice.map(({ name, code }) => `${name}: ${code}`),
    ['canonicalize: invalid_url'],
  )
})

test('a word of several tables is of one kind, and can be retried in all of them or in none', () => {
  const meanings = new Map<string, Set<string>>()
  for (const table of Object.values(TABLES))
    for (const [code, { kind, retry }] of Object.entries(table))
      meanings.set(code, (meanings.get(code) ?? new Set()).add(`${kind} ${retry}`))
  assert.deepEqual(
    [...meanings].filter(([, each]) => each.size > 1),
    [],
  )
})

const CODES = new Set(Object.values(TABLES).flatMap((table) => Object.keys(table)))
const FAMILIES = [...new Set([...CODES].filter((code) => code.includes('/')).map((code) => code.split('/')[0]))]

const sources = globSync('packages/*/src/**/*.ts', { cwd: ROOT }).map((path) => ({
  path,
  text: withoutComments(readFileSync(join(ROOT, path), 'utf8')),
}))

/** Comments may speak of anything. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1')
}

/** Where a code is given: `code: 'x'`, `error: 'x'`, `new SomeError('x'`, and every text of a family, such as `store/x`. */
const GIVEN = [
  /\bcode: '([a-z0-9_/-]+)'/g,
  /\berror: '([a-z0-9]+(?:[_/-][a-z0-9]+)+)'/g,
  /new \w+(?:Error|Failure|Stop)\(\s*'([a-z0-9]+(?:[_/-][a-z0-9]+)+)'/g,
  new RegExp(`'((?:${FAMILIES.join('|')})/[a-z0-9-]+)'`, 'g'),
]

/** Codes of the system and of libraries, which are not ours. */
const isForeign = (code: string): boolean => /^[A-Z]/.test(code)

export function codesGivenIn(text: string): string[] {
  return GIVEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code)).filter(
    (code) => !isForeign(code),
  )
}

test('the search finds codes wherever they are given', () => {
  const text = `return { ok: false, code: 'lease_gone' }; throw new StoreError('store/lost', name); const x = 'url/none'
    return { error: 'not_a_page' }`
  assert.deepEqual(new Set(codesGivenIn(text)), new Set(['lease_gone', 'not_a_page', 'store/lost', 'url/none']))
})

test('every code that the sources return is in a table', () => {
  const unknown = sources.flatMap(({ path, text }) =>
    codesGivenIn(text)
      .filter((code) => !CODES.has(code))
      .map((code) => `${path}: ${code}`),
  )
  assert.deepEqual(unknown, [])
})

test('every code of a table is given somewhere', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const countUses = (code: string): number =>
    [...all.matchAll(new RegExp(`(?<![\\w/-])${code}(?![\\w/-])`, 'g'))].length
  // The reasons about a redirect are made of those about a URL.
  const idle = [...CODES].filter((code) => countUses(code) < 2 && !code.startsWith('redirect_'))
  assert.deepEqual(idle, [])
})

/**
 * Classes that are caught where they are thrown, or in the same folder: they end a search or a stream, and no caller sees them.
 * `CodedError`, and `TableError` of the core, are what the classes with a table extend. `RunError` and `ChoiceError` are shown to people alone. `CanonistError`
 * imports nothing: its codes are those of the service and of CLIENT_ERRORS. The codes of `ProtocolError` are the numbers of JSON-RPC.
 */
const WITHOUT_TABLE = new Set([
  'NotPlain',
  'Stop',
  'StoppedRun',
  'JsonFault',
  'AliasError',
  'DataError',
  'ExpressionFault',
  'RunError',
  'ChoiceError',
  'Interrupted',
  'CodedError',
  'TableError',
  'CanonistError',
  'ProtocolError',
])

test('every class of errors has its codes in a table', () => {
  const bare = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/class (\w+)[^{\n]* extends Error\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !WITHOUT_TABLE.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(bare, [])
})

test('RunError is a word of the command line alone', () => {
  const elsewhere = sources.filter(({ path, text }) => !path.includes('/src/cli/') && /\bRunError\b/.test(text))
  assert.deepEqual(
    elsewhere.map(({ path }) => path),
    [],
  )
})
