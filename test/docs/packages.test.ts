import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { PACKAGES } from '../support/packages.ts'
import { readText, ROOT } from '../support/repository.ts'

/** One page on a screen. */
const MOST_LINES = 70

const toPage = (name: string): string => `packages/${name}/README.md`
const toImport = (name: string): string => (name === 'canonist' ? name : `@canonist/${name}`)

/** The folders of a package from the one that imports nothing to the one on top, as the check of imports has them. */
function readOrder(name: string): string[] {
  const [, layers = ''] =
    new RegExp(`^  ${name}: \\[([^\\]]*)\\],$`, 'm').exec(readText('scripts/check-layers.mjs')) ?? []
  return [...layers.matchAll(/'([^']+)'/g)].map(([, folders = '']) => folders).toReversed()
}

/** Folders of one layer stand in any order. */
const sortLayers = (listed: readonly string[], layers: readonly string[]): string[] =>
  layers.flatMap((layer) => listed.filter((folder) => layer.split(' ').includes(folder)))

for (const name of PACKAGES) {
  describe(toPage(name), () => {
    const page = readText(toPage(name))
    const files = rowsUnder(page, 'in `src/`', 'holds').map(([file]) => readCode(file))

    test('has one page, says how to install the package, and that its internals are unstable', () => {
      const lines = page.split('\n').length
      assert.ok(lines <= MOST_LINES, `${lines} lines`)
      assert.ok(page.includes(`npm install ${toImport(name)}\n`))
      assert.ok(page.includes(`../canonist/packages/${name}\``))
      assert.match(page, new RegExp(`\`${toImport(name)}/internal/\\*\`.* unstable`))
    })

    test('lists every folder, in the order of the data', () => {
      const found = readdirSync(join(ROOT, `packages/${name}/src`), { withFileTypes: true })
      const folders = found.filter((entry) => entry.isDirectory())
      const listed = files.filter((file) => file.endsWith('/')).map((file) => file.slice(0, -1))
      assert.deepEqual(listed.toSorted(), folders.map((entry) => entry.name).toSorted())
      assert.deepEqual(listed, sortLayers(listed, readOrder(name)))
      for (const file of files)
        assert.ok(
          found.some((entry) => entry.name === file.replace(/\/$/, '')),
          file,
        )
    })

    test(
      'names every function, class and table of the entry, and no other',
      { skip: name === 'canonist' },
      async () => {
        const entry = (await import(toImport(name))) as object
        const named = rowsUnder(page, 'export', 'does').flatMap(([names = '']) =>
          readCodes(names.replace(/ of `.*/, '')),
        )
        const others = /registerUrlFunctions/
        assert.deepEqual(named.filter((each) => !others.test(each)).toSorted(), Object.keys(entry).toSorted())
      },
    )
  })
}

test('every package has an example', () => {
  const without = PACKAGES.filter((name) => listExamples(toPage(name)).length === 0)
  assert.deepEqual(without, [])
})

// Those of the core and the command are run by test/docs/library.test.ts; check:pack compiles all of them, and runs them with the packed files.
const examples = listExamples(...PACKAGES.filter((name) => name !== 'core' && name !== 'canonist').map(toPage))
testExamples(userFolder(), examples)
