import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { PARTS } from '../scripts/run-tests.ts'
import { readCode, rowsUnder } from './support/markdown.ts'
import { readText, ROOT } from './support/repository.ts'

const FILES = globSync(['packages/*/test/**/*.{ts,mjs}', 'test/**/*.{ts,mjs}'], { cwd: ROOT })

/** A file that the runner starts has such a name; everything else there is imported by one. */
const SUFFIX = /\.(test|rest|long|browser|browser-long)\.ts$/

test('every file with a suffix of a part is run by that part', () => {
  const run = new Map<string, Set<string>>(Object.entries(PARTS).map(([name, { list }]) => [name, new Set(list())]))
  const partOf: Readonly<Record<string, string>> = { test: 'quick' }
  const missed = FILES.filter((file) => {
    const [, suffix = ''] = SUFFIX.exec(file) ?? []
    return suffix !== '' && run.get(partOf[suffix] ?? suffix)?.has(file) !== true
  })
  assert.deepEqual(missed, [])
})

test('a file without such a suffix is imported by another one, so that no test is forgotten', () => {
  const texts = FILES.map((file) => [file, readText(file)] as const)
  const isUsed = (file: string): boolean =>
    texts.some(([other, text]) => other !== file && text.includes(basename(file).replace(/\.ts$/, '')))
  assert.deepEqual(
    FILES.filter((file) => !SUFFIX.test(file) && !isUsed(file)),
    [],
  )
})

test('a test that runs in part in npm test runs again in npm run test:rest', () => {
  const rest = PARTS.rest.list()
  assert.ok(rest.some((file) => file.endsWith('.test.ts')))
  assert.ok(rest.length > PARTS.rest.list().filter((file) => file.endsWith('.test.ts')).length)
})

test('CONTRIBUTING.md lists every part', () => {
  const rows = rowsUnder(readText('CONTRIBUTING.md'), 'part', 'files', 'what runs there', 'command')
  assert.deepEqual(rows.map(([part]) => readCode(part)).toSorted(), Object.keys(PARTS).toSorted())
})

const folder = mkdtempSync(join(tmpdir(), 'canonist-tiers-'))
after(() => rmSync(folder, { recursive: true }))

const outcomes = [
  { why: 'a test fails', text: "throw new Error('no')", exitCode: 1 },
  { why: 'all tests pass', text: '', exitCode: 0 },
]
for (const { why, text, exitCode } of outcomes) {
  for (const part of ['quick', 'long']) {
    test(`the exit code of ${part} is ${exitCode} if ${why}`, () => {
      const file = join(folder, 'one.test.ts')
      writeFileSync(file, `import { test } from 'node:test'\ntest('one', () => { ${text} })\n`)
      // A runner inside a test file would report to the outer one.
      const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
      const args = ['--conditions=canonist-source', 'scripts/run-tests.ts', part, file]
      const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore', timeout: 60_000 })
      assert.equal(status, exitCode)
    })
  }
}
