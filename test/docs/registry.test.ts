import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as registry from 'canonist/registry'
import { examplesOf, testExamples, userFolder } from '../support/examples.ts'
import { codesOf, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PATH = 'docs/reference/registry.md'
const PAGE = readText(PATH)

test('the page has a section for every export, and for no other', () => {
  const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  assert.deepEqual(headings.toSorted(), Object.keys(registry).toSorted())
})

test('the page lists every method of an open registry, and no other', async () => {
  const open = await registry.openRegistry(':memory:')
  try {
    const methods = Object.entries(open).filter(([, member]) => typeof member === 'function')
    const listed = rowsUnder(PAGE, 'method', 'does').flatMap(([names]) => codesOf(names))
    assert.deepEqual(listed.toSorted(), methods.map(([name]) => name).toSorted())
  } finally {
    await open.close()
  }
})

testExamples(userFolder(), examplesOf(PATH))
