import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as duckdb from 'canonist/duckdb'
import * as sqlite from 'canonist/sqlite'
import { URL_FUNCTIONS } from '@canonist/lists/internal/sql/url-functions'
import { compile, listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/sql.md'
const PAGE = readText(PATH)

test('the page lists the functions of the code, with what they take and return', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'function', 'returns', 'result').map(([call, returns]) => [readCode(call), returns]),
    URL_FUNCTIONS.map(({ name, urls, returns }) => [
      `${name}(${urls === 1 ? 'url' : 'a, b'} [, policy])`,
      returns as string,
    ]),
  )
})

test('both entries export the one function that the page describes', () => {
  assert.deepEqual(Object.keys(duckdb), ['registerUrlFunctions'])
  assert.deepEqual(Object.keys(sqlite), ['registerUrlFunctions'])
})

test('the options are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'option', 'default', 'means').map(([option]) => readCode(option)),
    [
      ...listMembers('packages/lists/src/sql/url-functions.ts', 'UrlFunctionOptions'),
      ...listMembers('packages/lists/src/sql/register-duckdb.ts', 'DuckDbFunctionOptions'),
    ],
  )
})

testExamples(userFolder(), listExamples(PATH))

test('the examples compile, and the database of node:sqlite is one that the function takes', () => {
  assert.equal(compile(userFolder(), { examples: listExamples(PATH), files: {}, types: ['node'] }), '')
})
