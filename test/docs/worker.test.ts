import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as worker from 'canonist/worker'
import { resolveWorkerOptions } from '@canonist/crawl/internal/worker/worker-options'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/worker.md'
const PAGE = readText(PATH)

test('the page has a section for every export, and for no other', () => {
  const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  assert.deepEqual(headings.toSorted(), Object.keys(worker).toSorted())
})

test('the options and their defaults are those of the code', () => {
  const rows = rowsUnder(PAGE, 'option', 'default', 'means')
  assert.deepEqual(
    rows.map(([option]) => readCode(option)),
    listMembers('packages/crawl/src/worker/worker-options.ts', 'WorkerOptions'),
  )
  const exchanger = { fetch: () => assert.fail(), check: () => assert.fail(), close: () => assert.fail() }
  const defaults: Readonly<Record<string, unknown>> = { ...resolveWorkerOptions({ exchanger }) }
  for (const [option, value = ''] of rows) {
    const isShown = /^[\d,]+$|^`(?:true|false|\[\]|canonist)`$/.test(value)
    const given = defaults[readCode(option)]
    if (isShown) assert.equal(value.replace(/[`,]/g, ''), Array.isArray(given) ? '[]' : String(given), option)
  }
})

testExamples(userFolder(), listExamples(PATH))
