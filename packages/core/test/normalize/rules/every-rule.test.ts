import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explain, rules, type Change, type PolicyRef } from '../../../src/index.ts'
import { assertRow, formatName } from '@canonist/test-support/rows.ts'
import { HOST_RULES } from './host-rules.ts'
import { JUMPS } from './jumps.ts'
import { PARSER_REPAIRS } from './parser-repairs.ts'
import { PATH_RULES } from './path-rules.ts'
import { QUERY_RULES } from './query-rules.ts'
import type { RuleTable } from './rule-table.ts'
import { SPELLING_RULES } from './spelling-rules.ts'

const TABLES: readonly RuleTable[] = [
  ...PARSER_REPAIRS,
  ...SPELLING_RULES,
  ...HOST_RULES,
  ...PATH_RULES,
  ...QUERY_RULES,
  ...JUMPS,
]

for (const { rule, policy, acts, spares } of TABLES) {
  describe(rule, () => {
    for (const row of acts) {
      test(formatName(row), () => {
        assertRow(policy, row)
        assert.ok(findChange(rule, row.input, policy), `explain does not name ${rule}`)
      })
    }
    for (const row of spares) {
      test(`not: ${formatName(row)}`, () => {
        assertRow(policy, row)
        assert.equal(findChange(rule, row.input, policy), undefined)
      })
    }
  })
}

function findChange(rule: string, input: string, policy: PolicyRef): Change | undefined {
  const explanation = explain(input, policy)
  assert.ok(explanation.ok)
  return explanation.changes.find((change) => change.rule === rule)
}

describe('the catalogue', () => {
  for (const { id, tier } of rules) {
    test(`${id} (${tier}) has a row in which it acts and one in which it must not`, () => {
      const tables = TABLES.filter(({ rule }) => rule === id)
      assert.ok(tables.some(({ acts }) => acts.length > 0))
      assert.ok(tables.some(({ spares }) => spares.length > 0))
    })
  }

  test('every table is of a rule that exists', () => {
    const ids = new Set(rules.map(({ id }) => id))
    assert.deepEqual(
      TABLES.filter(({ rule }) => !ids.has(rule)),
      [],
    )
  })

  test('ids are kebab-case and stand once; summaries are sentences', () => {
    const ids = rules.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const { id, summary, tier } of rules) {
      assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      assert.match(summary, /^[A-Z].*\.$/s)
      assert.ok(['safe', 'usually-safe', 'lossy'].includes(tier))
    }
  })

  test('the catalogue is frozen', () => {
    assert.ok(Object.isFrozen(rules))
    assert.ok(rules.every((rule) => Object.isFrozen(rule)))
  })
})
