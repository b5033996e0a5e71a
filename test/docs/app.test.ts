import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as app from 'canonist/app'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { testOpenedPart } from '../support/opened-part.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/app.md'
const PAGE = readText(PATH)

testOpenedPart(PAGE, app, () => app.openCanonist(':memory:'))

test('the options are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'option', 'default', 'means').map(([option]) => readCode(option)),
    listMembers('packages/canonist/src/app/open-canonist.ts', 'CanonistOptions'),
  )
})

testExamples(userFolder(), listExamples(PATH))
