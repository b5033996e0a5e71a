import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readCode, readCodes, rowsUnder, readSection } from '../support/markdown.ts'
import { findNamedFiles } from '../support/named-files.ts'
import { SOURCE_FOLDERS } from '../support/packages.ts'
import { readText, ROOT } from '../support/repository.ts'

const PAGE = readText('CONTRIBUTING.md')
// `man` is there only while the package of the command is packed.
const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'man'])

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
    .map(({ name }) => name)

const layout = rowsUnder(readSection(PAGE, '## Layout'), 'folder', 'holds')

test('the layout lists every folder of the repository and of its packages, and no other', () => {
  const folders = foldersIn('').flatMap((folder) =>
    folder === 'packages'
      ? foldersIn(folder).flatMap((name) => foldersIn(`packages/${name}`).map((part) => `packages/${name}/${part}/`))
      : [`${folder}/`],
  )
  assert.deepEqual(
    layout.map(([folder]) => readCode(folder)),
    folders.toSorted(),
  )
})

for (const [folder, holds] of layout.filter(([cell = '']) => cell.endsWith('/src/`'))) {
  test(`the layout lists every folder of ${folder}, and no other`, () => {
    const listed = readCodes(holds).filter((code) => code.endsWith('/'))
    assert.deepEqual(
      listed,
      foldersIn(readCode(folder))
        .toSorted()
        .map((name) => `${name}/`),
    )
  })
}

test('every long test of the table exists', () => {
  const rows = rowsUnder(PAGE, 'long test', 'cases of its long form', 'what must hold')
  assert.ok(rows.length > 0)
  for (const [file] of rows) assert.ok(existsSync(join(ROOT, 'packages', readCode(file))), file)
})

/** The parts of the page that say how to add something, by their headings. */
const recipes = [...PAGE.matchAll(/^## How to add .+$/gm)].map(([heading]) => ({
  heading,
  text: readSection(PAGE, heading),
}))

/** `the-rule.ts` and `the-command/` are files that the reader makes: their folder must exist. */
const withoutNewFiles = (text: string): string => text.replace(/`([\w/-]+\/)the-[a-z-]+(?:\/[a-z-]+)?\.ts`/g, '`$1`')

/** A recipe may name a file by its last name alone if it has named another one of that folder before. */
function missingIn(text: string): string[] {
  const places = ['', ...SOURCE_FOLDERS]
  const folders = findNamedFiles(text, places).flatMap(({ paths }) => paths.flatMap((path) => [path, dirname(path)]))
  return findNamedFiles(text, [...places, ...folders])
    .filter(({ paths }) => paths.length === 0)
    .map(({ name }) => name)
}

test('there are recipes', () => assert.ok(recipes.length >= 9))

for (const { heading, text } of recipes) {
  test(`${heading}: every file that it names exists`, () => assert.deepEqual(missingIn(withoutNewFiles(text)), []))

  test(`${heading}: at most 12 lines, with numbered steps and a test file that checks them`, () => {
    const lines = text.trim().split('\n').slice(1)
    assert.ok(lines.filter((line) => line.trim() !== '').length <= 12, 'more than 12 lines')
    const steps = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
    assert.deepEqual(
      steps,
      steps.map((_, index) => index + 1),
    )
    assert.ok(steps.length > 1)
    assert.match(text, /(?:Check with|Run) `[\w/-]+\.(?:test|rest)\.ts`/)
  })
}

test('a recipe with a file that does not exist is found', () => {
  assert.deepEqual(missingIn('1. Change `packages/core/src/policy/fields.ts`, `terms.ts` and `no-such-file.ts`.'), [
    'no-such-file.ts',
  ])
})

test('every command of the table exists', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const commands = rowsUnder(PAGE, 'command', 'does').map(([command]) => readCode(command))
  for (const command of commands) {
    const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? []
    assert.ok(script === undefined ? command === '.ci/run' : Object.hasOwn(scripts, script), command)
  }
})
