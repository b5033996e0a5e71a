import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize, PolicyError, tryNormalize, type PolicySpec } from '@canonist/core'
import { parse } from 'yaml'
import { POLICY_FIELDS, QUERY_FIELDS } from '@canonist/core/internal/policy/fields'
import { readBlocks, readCode, readFields, rowsUnder } from '../support/markdown.ts'
import { policyUnder } from '../support/policy-under.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/policy-file.md')

const examples = rowsUnder(PAGE, 'under', 'before', 'after').map((row) => row.map(readCode))

test('every field that the normalizer reads is shown at work', () => {
  const shown = new Set(examples.flatMap(([under = '']) => namesIn(readFields(under))))
  const others = ['languages', 'pagination', 'classify', 'citation', 'health']
  const read = [
    ...Object.keys(POLICY_FIELDS).filter((name) => name !== 'query' && !others.includes(name)),
    ...Object.keys(QUERY_FIELDS).map((name) => `query.${name}`),
  ]
  assert.deepEqual([...shown].toSorted(), read.toSorted())
})

function namesIn({ query, ...fields }: Record<string, unknown>): string[] {
  return [...Object.keys(fields), ...Object.keys(query ?? {}).map((name) => `query.${name}`)]
}

for (const [under = '', before = '', after = ''] of examples) {
  test(`${under}: ${before} -> ${after}`, () => {
    const policy = policyUnder(under)
    assert.equal(normalize(before, policy), after)
    assert.equal(normalize(after, policy), after)
  })
}

for (const page of ['docs/reference/policy-file.md', 'README.md']) {
  for (const { text, line } of readBlocks(readText(page), 'yaml')) {
    test(`${page}:${line} is a policy whose examples hold`, () => {
      const spec = parse(text) as PolicySpec
      const policy = definePolicy(spec)
      for (const { input, url, invalid } of spec.examples ?? []) {
        const outcome = tryNormalize(input, policy)
        assert.equal(outcome.ok ? outcome.url : 'invalid', invalid === true ? 'invalid' : (url ?? input))
      }
    })
  }
}

for (const [spec, message] of rowsUnder(PAGE, 'policy', 'message').map((row) => row.map(readCode))) {
  test(`${spec} is refused: ${message}`, () => {
    assert.throws(
      () => definePolicy(parse(spec ?? '') as PolicySpec),
      (error) => error instanceof PolicyError && error.message === message,
    )
  })
}
