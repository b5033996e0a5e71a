import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countColumns } from '../../src/text/columns.ts'

const WIDTHS: Readonly<Record<string, number>> = {
  '': 0,
  'Tea & cups': 10,
  ñandú: 5,
  'n\u0303andu\u0301': 5,
  東京: 4,
  '東京 Tea': 8,
  ｆｕｌｌ: 8,
  ｶﾀｶﾅ: 4,
  한국: 4,
  '\u1112\u1161\u11ab': 2,
  '🍵': 2,
  '→ …': 3,
  Ελλάς: 5,
  𠮷: 2,
}
for (const [text, columns] of Object.entries(WIDTHS))
  test(`${JSON.stringify(text)} takes ${columns} columns`, () => assert.equal(countColumns(text), columns))
