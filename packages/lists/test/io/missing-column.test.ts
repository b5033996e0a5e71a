import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMissingColumnError } from '../../src/io/missing-column.ts'

const cases: readonly (readonly [column: string, columns: readonly string[], says: string])[] = [
  ['lnik', ['id', 'link'], 'Its columns are id, link. Did you mean link?'],
  ['x', ['link', ''], 'Its columns are link, "". Name one of its columns.'],
  ['x', [], 'It has no columns at all. Check that it is the right file.'],
  [
    'url',
    ['sep=', ''],
    'Its columns are sep=, "". Its first line only names the delimiter for Excel: remove it, for example with tail -n +2.',
  ],
]

for (const [column, columns, says] of cases) {
  test(`${column} of [${columns.join()}]: ${says}`, () => {
    const { message } = createMissingColumnError('a.csv', column, columns)
    assert.equal(message, `a.csv: It has no column ${column}. ${says}`)
  })
}
