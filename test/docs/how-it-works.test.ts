import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeOf, codesOf, rowsUnder } from '../support/markdown.ts'
import { readText, ROOT } from '../support/repository.ts'

const PAGE = readText('docs/how-it-works.md')
const SOURCES = ['packages/core/src', 'packages/canonist/src']
/** The phases are told with names from this folder. */
const PLACES = [...SOURCES, 'packages/canonist/src/canonicalize']

const prose = PAGE.replace(/^```[\s\S]*?^```$/gm, '')
const named = new Set(codesOf(prose).filter((code) => /^[a-z/-]+\.ts$|^[a-z/-]+\/$/.test(code)))
for (const path of named) {
  test(`${path} is there`, () => {
    assert.ok(PLACES.some((place) => existsSync(join(ROOT, place, path))))
  })
}

test('the tables have every folder of both packages, and no other', () => {
  const folders = SOURCES.flatMap((place) =>
    readdirSync(join(ROOT, place), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${name}/`),
  )
  const listed = ['core', 'canonist'].flatMap((name) =>
    rowsUnder(PAGE, `folder of \`packages/${name}\``, 'holds').map(([folder]) => codeOf(folder)),
  )
  assert.deepEqual(listed.toSorted(), folders.toSorted())
})

test('every file of canonicalize has its place in the story', () => {
  const files = readdirSync(join(ROOT, 'packages/canonist/src/canonicalize')).filter((name) => name.endsWith('.ts'))
  const quiet = new Set(['decision.ts', 'failure.ts', 'options.ts', 'result.ts', 'canonicalize.ts'])
  for (const file of files) assert.ok(quiet.has(file) || named.has(file), file)
})

test('imports go down the layers, and the picture shows them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-layers.mjs'], { cwd: ROOT, encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
