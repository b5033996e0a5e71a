import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { findNamedFiles, type NamedFile } from '../support/named-files.ts'
import { PACKAGES, SOURCE_FOLDERS } from '../support/packages.ts'
import { readText, ROOT } from '../support/repository.ts'

const ENTRANCE = 'docs/how-it-works.md'
const PARTS = readdirSync(join(ROOT, 'docs/how-it-works')).map((name) => `docs/how-it-works/${name}`)
const PAGES = [ENTRANCE, ...PARTS]
const SOURCES = [...SOURCE_FOLDERS, 'packages/dashboard/src']

/** The folders below these, by their paths from the root. */
function foldersBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length)),
  )
}

/** The folders on the line at the top of a part. The part may name a file in or below them by its last name alone. */
const listFolders = (page: string): string[] => readCodes(/^Code: (.+)$/m.exec(readText(page))?.[1])

function namedOn(page: string): NamedFile[] {
  const folders = listFolders(page)
  return findNamedFiles(readText(page), ['', ...SOURCES, ...folders, ...foldersBelow(...folders)])
}

for (const page of PAGES) {
  test(`${page}: every file and folder that it names exists`, () => {
    const missing = namedOn(page).flatMap(({ name, paths }) => (paths.length === 0 ? [name] : []))
    assert.deepEqual(missing, [])
  })
}

for (const page of PARTS) {
  test(`${page} has what every part has: its folders, a drawing, an example, what must never happen, decisions`, () => {
    const text = readText(page)
    assert.ok(listFolders(page).length > 0, 'no line "Code: …"')
    assert.match(text, /^```\n[^`]*[│▼►◄└┌]/m)
    assert.match(text, /^## One [^\n]+, step by step$/m)
    assert.match(text, /^## What must never happen$/m)
    assert.match(text, /\]\(\.\.\/decisions\/\d{4}-/)
  })
}

test('the entrance links every part', () => {
  const text = readText(ENTRANCE)
  const unlinked = PARTS.filter((page) => !text.includes(`](how-it-works/${basename(page)})`))
  assert.deepEqual(unlinked, [])
})

/** Here one sentence about all folders says more than a sentence about each. */
const ALIKE = new Set(['packages/canonist/src/cli/commands', 'packages/server/src', 'packages/dashboard/src/pages'])

test('some part names every folder, or a file in it', () => {
  const paths = PARTS.flatMap(namedOn).flatMap((file) => file.paths)
  const named = new Set([
    ...paths,
    ...paths.filter((path) => /\.(?:tsx?|sql)$/.test(path)).map((path) => dirname(path)),
  ])
  const unnamed = foldersBelow(...SOURCES).filter((folder) => !named.has(folder) && !ALIKE.has(dirname(folder)))
  assert.deepEqual(unnamed, [])
})

for (const name of [...PACKAGES, 'dashboard']) {
  test(`the table of packages/${name} has every folder of it, and no other`, () => {
    const folders = readdirSync(join(ROOT, `packages/${name}/src`), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${entry.name}/`)
    const rows = rowsUnder(readText(ENTRANCE), `folder of \`packages/${name}\``, 'holds', 'read')
    const listed = rows.map(([folder]) => readCode(folder))
    assert.deepEqual(listed.toSorted(), folders.toSorted())
  })
}

test('the page on canonicalizing names every file of its folder that has a phase', () => {
  const named = new Set(namedOn('docs/how-it-works/canonicalizing.md').map(({ name }) => name))
  const files = readdirSync(join(ROOT, 'packages/web/src/canonicalize')).filter((name) => name.endsWith('.ts'))
  const withoutPhase = new Set(['context.ts', 'failure.ts', 'options.ts', 'result.ts'])
  for (const file of files) assert.ok(withoutPhase.has(file) || named.has(file), file)
})

test('imports go down the layers, and the picture shows them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-layers.mjs'], { cwd: ROOT, encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})

testExamples(userFolder(), listExamples(...PARTS))
