import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, type PolicySpec } from '../../src/index.ts'
import { createScanTables, NAME_DUTY } from '../../src/normalize/scan-tables.ts'

const { keeps, removes, passesOn } = NAME_DUTY

interface Row {
  readonly why: string
  readonly query: NonNullable<PolicySpec['query']>
  readonly exact: Readonly<Record<string, number>>
  readonly prefixes?: readonly string[]
}

const ROWS: readonly Row[] = [
  { why: 'names are compared in lower case', query: { strip: ['Ref', 'a%62'] }, exact: { ref: removes, ab: removes } },
  { why: 'a glob with one star at its end is a prefix', query: { strip: ['A_*'] }, exact: {}, prefixes: ['a_'] },
  { why: 'keep beats strip', query: { strip: ['a*'], keep: ['ab'] }, exact: { ab: keeps }, prefixes: ['a'] },
  { why: 'a default depends on the value', query: { defaults: { page: '1' } }, exact: { page: passesOn } },
]

for (const { why, query, exact, prefixes = [] } of ROWS)
  test(`${JSON.stringify(query)}: ${why}`, () => {
    // Signatures would add names of their own.
    const { names } = createScanTables(definePolicy({ name: 'test', query: { signed: 'ignore', ...query } }))
    assert.deepEqual(names && { exact: Object.fromEntries(names.exact), prefixes: names.prefixes }, { exact, prefixes })
  })

test('a signature depends on other names', () => {
  const { names } = createScanTables(definePolicy({ name: 'test', query: { strip: ['a'] } }))
  assert.equal(names?.exact.get('x-amz-signature'), passesOn)
})

for (const query of [{ strip: ['/^a/'] }, { strip: ['a*b'] }, { strip: ['ab'], keep: ['a*'] }, { keepOnly: ['id'] }])
  test(`${JSON.stringify(query)}: only the normalizer can match these names`, () => {
    assert.equal(createScanTables(definePolicy({ name: 'test', query })).names, null)
  })
