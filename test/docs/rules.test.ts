import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, explain, normalize, policies, rules } from '@canonist/core'
import { readCode, readCodes, readEscapes, rowsUnder } from '../support/markdown.ts'
import { policyUnder, idsInForce } from '../support/policy-under.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/rules.md')
const catalogue = rowsUnder(PAGE, 'rule', 'tier', 'what it does', 'on with', 'built-in policies')
const examples = rowsUnder(PAGE, 'example of', 'under', 'before', 'after')

test('the page lists the rules of the catalogue in their order, with tier and summary', () => {
  assert.deepEqual(
    catalogue.map(([id, tier, summary]) => ({ id: readCode(id), tier, summary })),
    rules.map(({ id, tier, summary }) => ({ id, tier, summary })),
  )
})

const everyPolicy = Object.values(policies)
const FEEDS = ['feed-aggressive', 'feed-moderate', 'feed-conservative']

function namesIn(cell: string): Set<string> {
  if (cell === 'all') return new Set(Object.keys(policies))
  return new Set([...readCodes(cell), ...(cell.includes('feeds') ? FEEDS : [])])
}

for (const [id, , , field = '', builtIns = ''] of catalogue) {
  const rule = readCode(id)
  if (field === 'always') {
    test(`${rule} is on whatever the policy says`, () => {
      const asked = new Set(everyPolicy.map((policy) => idsInForce(policy).has(rule)))
      assert.ok(asked.size === 1, 'some policies turn it on and some do not')
      assert.equal(builtIns, 'all')
    })
    continue
  }
  test(`${rule} is turned on by ${field}`, () => {
    assert.ok(idsInForce(policyUnder(readCode(field))).has(rule))
  })
  test(`${rule} is on in the built-in policies that the page names, and in no other`, () => {
    const having = everyPolicy.filter((policy) => idsInForce(policy).has(rule)).map(({ name }) => name)
    assert.deepEqual(namesIn(builtIns), new Set(having))
  })
}

test('every rule has an example, and every example is of a rule', () => {
  const shown = new Set(examples.map(([id]) => readCode(id)))
  assert.deepEqual([...shown].toSorted(), rules.map(({ id }) => id).toSorted())
})

for (const [id, under, before, after] of examples) {
  const [rule, input, becomes] = [readCode(id), readEscapes(readCode(before)), readCode(after)]
  test(`${rule}: ${readCode(before)} -> ${becomes} (${readCode(under)})`, () => {
    const policy = policyUnder(readCode(under))
    const explanation = explain(input, policy)
    assert.ok(explanation.ok)
    assert.equal(explanation.url, becomes)
    assert.ok(
      explanation.changes.some((change) => change.rule === rule),
      `the rules that acted are ${explanation.changes.map((change) => change.rule).join(', ')}`,
    )
    assert.equal(normalize(input, policy), becomes)
    assert.equal(normalize(becomes, policy), becomes)
  })
}

test('a rule that a policy turns on leaves its example alone where the policy does not', () => {
  // Every field at its quietest: only what no policy can turn off is left.
  const quiet = definePolicy({
    name: 'quiet',
    dotSegments: false,
    escapeCase: 'keep',
    unreserved: 'keep',
    port: 'add-default',
  })
  const always = new Set(catalogue.filter(([, , , field]) => field === 'always').map(([id]) => readCode(id)))
  for (const [id, , before] of examples) {
    if (always.has(readCode(id)) || readCode(id) === 'add-default-port') continue
    const explanation = explain(readEscapes(readCode(before)), quiet)
    const isOn = explanation.ok && explanation.changes.some(({ rule }) => rule === readCode(id))
    // Without a default scheme, the example of that rule is refused.
    assert.ok(!isOn && explanation.ok === (readCode(id) !== 'add-scheme'), readCode(id))
  }
})
