import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS, tryNormalize, UrlError, normalize, type PolicyName } from '@canonist/core'
import { tryNormalize as tryLean } from '@canonist/core/lean'
import { LINE_ERRORS } from '../../packages/canonist/src/bulk/line-errors.ts'
import { codeOf, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/errors.md')
const rows = rowsUnder(PAGE, 'code', 'says', 'cure', 'example')

test('the page lists the codes of the library with what they say and the cure', () => {
  assert.deepEqual(
    rows.map(([code, says, cure]) => [codeOf(code), says, cure]),
    Object.entries(ERRORS).map(([code, { says, cure }]) => [code, says, cure]),
  )
})

test('the page lists the codes of the command with what they say and the cure', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'code', 'says', 'cure').map(([code, says, cure]) => [codeOf(code), says, cure]),
    Object.entries(LINE_ERRORS).map(([code, { says, cure }]) => [code, says, cure]),
  )
})

/** A number or a text between single quotes, with \u escapes. */
function readLiteral(text: string): unknown {
  return JSON.parse(text.startsWith("'") ? `"${text.slice(1, -1)}"` : text)
}

const aboutInput = rows.filter(([code]) => codeOf(code) !== 'policy/unknown')

for (const [code, , , example] of aboutInput) {
  test(`${example} gives ${code}`, () => {
    const input = readLiteral(codeOf(example)) as string
    const isLean = codeOf(code) === 'url/idna-not-loaded'
    const outcome = isLean ? tryLean(input) : tryNormalize(input)
    assert.equal(outcome.ok ? outcome.url : outcome.code, codeOf(code))
    if (!isLean)
      assert.throws(
        () => normalize(input),
        (error) => error instanceof UrlError && error.code === codeOf(code),
      )
    if (!isLean && codeOf(code) !== 'url/bad-domain') {
      const lean = tryLean(input)
      assert.equal(lean.ok ? lean.url : lean.code, codeOf(code))
    }
  })
}

test("a policy of 'nope' gives policy/unknown", () => {
  const outcome = tryNormalize('https://example.com/', 'nope' as PolicyName)
  assert.equal(outcome.ok ? outcome.url : outcome.code, 'policy/unknown')
})
