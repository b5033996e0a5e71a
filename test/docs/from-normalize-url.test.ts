import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, definePolicy, type PolicySpec } from '@canonist/core'
import normalizeUrl from 'normalize-url'
import { parse } from 'yaml'
import { readBlocks, readCode, readFields, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/guides/from-normalize-url.md')
const DEFAULTS = parse(readBlocks(PAGE, 'yaml')[0]?.text ?? '') as PolicySpec
const mapped = rowsUnder(PAGE, 'option', 'policy field', 'input', 'result')
const unmapped = rowsUnder(PAGE, 'option', 'do this instead')

const optionIn = (cell: string | undefined): string => readCode(cell).split(':')[0] ?? ''

test('the page lists every option of the version that it names', () => {
  const { version } = JSON.parse(readText('node_modules/normalize-url/package.json')) as { version: string }
  assert.ok(PAGE.includes(`normalize-url ${version} `))
  const types = readText('node_modules/normalize-url/index.d.ts')
  const options = [...types.matchAll(/^\treadonly (\w+)\?:/gm)].map(([, name = '']) => name)
  assert.ok(options.length > 15)
  const listed = new Set([...mapped, ...unmapped].map(([option]) => optionIn(option)))
  assert.deepEqual([...listed].toSorted(), options.toSorted())
})

/** The policy of the page with other fields; those of `query` replace only themselves. */
function makeNormalizer(fields: Record<string, unknown>): (text: string) => string | null {
  return createNormalizer(
    definePolicy({ ...DEFAULTS, ...fields, query: { ...DEFAULTS.query, ...(fields['query'] as object | undefined) } }),
  )
}

for (const [option, field, input, result] of mapped) {
  test(`${readCode(option)} is ${readCode(field)}`, () => {
    const [text, expected] = [readCode(input), readCode(result)]
    assert.equal(normalizeUrl(text, parse(`{${readCode(option)}}`) as object), expected)
    assert.equal(makeNormalizer(readFields(readCode(field)))(text), expected)
  })

  test(`${readCode(option)} shows a difference, or keeps what the defaults would change`, () => {
    const text = readCode(input)
    assert.notEqual(readCode(result), normalizeUrl(text))
  })
}

for (const [input, theirs, ours] of rowsUnder(PAGE, 'input', 'normalize-url', 'policy above', 'why')) {
  test(`${readCode(input)} differs as the page says`, () => {
    assert.deepEqual(
      [normalizeUrl(readCode(input)), makeNormalizer({})(readCode(input))],
      [readCode(theirs), ours === 'null' ? null : readCode(ours)],
    )
  })
}
