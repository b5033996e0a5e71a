import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as core from '@canonist/core'
import * as lean from '@canonist/core/lean'
import * as canonist from 'canonist'
import { assertSignature, compile, listExamples, needsNode, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { exportedTypes } from '../support/source-types.ts'

const PAGE = readText('docs/reference/library.md')
const NOT_EXPORTS = new Set(['Types'])
const headings = [...PAGE.matchAll(/^### (\w+)$/gm)]
  .map(([, name = '']) => name)
  .filter((name) => !NOT_EXPORTS.has(name))
const types = exportedTypes('packages/core/src/exports.ts')

test('the page has a section for every export, and for no other', () => {
  assert.deepEqual(headings.toSorted(), Object.keys(core).toSorted())
})

test('all entries export the same names', () => {
  assert.deepEqual(Object.keys(lean).toSorted(), Object.keys(core).toSorted())
  assert.deepEqual(Object.keys(canonist).toSorted(), Object.keys(core).toSorted())
})

test('the page lists every exported type, and no other', () => {
  const listed = rowsUnder(PAGE, 'type', 'what it is').map(([name]) => readCode(name))
  assert.deepEqual(listed.toSorted(), types.toSorted())
})

test('the page describes the built-in policies as they describe themselves', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'policy', 'what it is for').map(([name, about]) => [readCode(name), about]),
    Object.values(core.policies).map(({ name, spec }) => [name, spec.description]),
  )
})

test('the page lists the reasons of classify, in their order', () => {
  const source = readText('packages/core/src/classify/classify.ts')
  const tests = [...source.matchAll(/linkType: '(\w+)', reason: '(\w+)', confidence: ([0-9.]+)/g)]
  assert.deepEqual(
    rowsUnder(PAGE, 'reason', 'link type', 'confidence', 'holds if').map(([reason, type, confidence]) => [
      readCode(reason),
      readCode(type),
      confidence,
    ]),
    tests.map(([, linkType, reason, confidence]) => [reason, linkType, confidence]),
  )
})

const folder = userFolder()
const examples = listExamples(
  'README.md',
  'docs/reference/library.md',
  'packages/core/README.md',
  'packages/canonist/README.md',
).filter((example) => !needsNode(example))

testExamples(folder, examples)

test('the signatures of the page and all examples compile, without types of Node or the DOM', () => {
  const signatures = [
    "import * as core from '@canonist/core'",
    `import type { ${types.join(', ')} } from '@canonist/core'`,
    ...headings.map((name) => assertSignature(PAGE, name, 'core')),
  ].join('\n')
  const globals = 'declare const console: { log(value: unknown): void }\n'
  const files = { 'globals.d.ts': globals, 'signatures.ts': signatures }
  assert.equal(compile(folder, { examples, files, types: [] }), '')
})
