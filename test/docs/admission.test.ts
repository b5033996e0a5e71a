import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as admitting from 'canonist/admit'
import { ADMISSION_RULES, MAX_PROBES } from '@canonist/web/internal/admit/draft'
import { FACT_MS, NOTHING_FOUND_MS } from '@canonist/web/internal/admit/host-facts'
import { MAX_REQUESTS } from '@canonist/web/internal/admit/requests'
import { STEPS } from '@canonist/web/internal/admit/steps'
import { MAX_HOPS } from '@canonist/web/internal/admit/walk'
import { FLAGS, NOTES, REASONS } from '@canonist/web/internal/admit/words'
import { assertSignature, compile, listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { findSources, readText, ROOT } from '../support/repository.ts'
import { exportedTypes, listMembers, wordsOfUnion } from '../support/source-types.ts'

const SOURCES = 'packages/web/src/admit'
const PAGE = readText('docs/reference/admission.md')
const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
const types = exportedTypes('packages/web/src/admit.ts')

test('the page has a section for every export, and for no other', () => {
  assert.deepEqual(headings.toSorted(), Object.keys(admitting).toSorted())
})

test('the page lists every exported type, and no other', () => {
  const listed = rowsUnder(PAGE, 'type', 'what it is').map(([name]) => readCode(name))
  assert.deepEqual(listed.toSorted(), types.toSorted())
})

const firstCells = (...header: readonly string[]): string[] =>
  rowsUnder(PAGE, ...header).map(([cell]) => readCode(cell))

const tables: readonly (readonly [header: readonly string[], inCode: readonly string[]])[] = [
  [['option of admit', 'default', 'means'], listMembers(`${SOURCES}/options.ts`, 'AdmitOptions')],
  [['field of an admission', 'means'], listMembers(`${SOURCES}/admission.ts`, 'Admission')],
  [['decision', 'means'], wordsOfUnion(`${SOURCES}/admission.ts`, 'AdmissionDecision')],
]
for (const [header, inCode] of tables) {
  test(`the table of each ${header[0]} has those of the code, and no other`, () => {
    assert.deepEqual(firstCells(...header).toSorted(), inCode.toSorted())
  })
}

test('the reasons are those of the code, with what to do', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'reason', 'kind', 'says', 'fix').map(([reason, , says, fix]) => [readCode(reason), says, fix]),
    Object.entries(REASONS).map(([reason, { says, fix }]) => [reason, says, fix]),
  )
})

test('the flags are those of the code, and one that is made of a language', () => {
  const rows = rowsUnder(PAGE, 'flag', 'means').map(([flag, means]) => [readCode(flag), means])
  assert.equal(rows.at(-1)?.[0], 'no_…_version')
  assert.deepEqual(Object.fromEntries(rows.slice(0, -1)), FLAGS)
})

test('the notes are those of the code, and those that are made of a place, an ending and a flag', () => {
  const rows = rowsUnder(PAGE, 'note', 'means').map(([note, means]) => [readCode(note), means])
  assert.deepEqual(
    rows.slice(-3).map(([note]) => note),
    ['control_character:…', 'ended:…', 'expected:…'],
  )
  assert.deepEqual(Object.fromEntries(rows.slice(0, -3)), NOTES)
})

test('every reason, flag and note is given somewhere in the code', () => {
  const code = findSources(SOURCES)
    .filter((path) => !path.endsWith('words.ts'))
    .map(readText)
    .join('\n')
  const made = new Set(Object.keys(REASONS).filter((reason) => reason.startsWith('redirect_')))
  for (const word of [...Object.keys(REASONS), ...Object.keys(FLAGS), ...Object.keys(NOTES)]) {
    assert.ok(made.has(word) || code.includes(`'${word}'`), word)
  }
})

test('the rules of admission are those of the code', () => {
  const rows = rowsUnder(PAGE, 'rule of admission', 'step', 'tier', 'does')
  assert.deepEqual(
    Object.fromEntries(rows.map(([rule, , tier, does]) => [readCode(rule), { tier: readCode(tier), does }])),
    ADMISSION_RULES,
  )
})

test('the steps are those of the code: thirteen, the last makes the record, and the gate', () => {
  const rows = rowsUnder(PAGE, 'step', 'does', 'offline').map(([step]) => step)
  assert.equal(rows.length, STEPS.length + 1)
  assert.deepEqual(
    rows.filter((step) => step !== 'gate'),
    Array.from({ length: 13 }, (_, step) => String(step + 1)),
  )
  assert.equal(
    rows.indexOf('gate'),
    STEPS.findIndex(({ name }) => name === 'passGate'),
  )
})

test('the numbers are those of the code', () => {
  assert.deepEqual([MAX_REQUESTS, MAX_PROBES, MAX_HOPS], [16, 6, 5])
  assert.match(PAGE, /At most 16 requests are made for one URL, six of them for languages/)
  assert.match(PAGE, /Follows up to five redirects/)
  assert.deepEqual([FACT_MS, NOTHING_FOUND_MS], [30 * 86_400_000, 3_600_000])
  assert.match(PAGE, /30 days; nothing found: 1 hour/)
})

test('the code of admission has nothing about one country', () => {
  const words = /spanish|español|gob\.es|castellano|trámite|pagina\b|idioma|expediente/i
  for (const file of readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const code = readText(join(SOURCES, file)).replace(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    assert.doesNotMatch(code, words, file)
  }
})

const folder = userFolder()
const examples = listExamples('docs/reference/admission.md')
testExamples(folder, examples)

test('the signatures of the page and all examples compile', () => {
  const signatures = [
    "import * as admit from 'canonist/admit'",
    `import type { ${types.join(', ')} } from 'canonist/admit'`,
    ...headings.map((name) => assertSignature(PAGE, name, 'admit').replace('const ', 'const its_')),
  ].join('\n')
  assert.equal(compile(folder, { examples, files: { 'signatures.ts': signatures }, types: ['node'] }), '')
})
