import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as core from '@canonist/core'
import * as lean from '@canonist/core/lean'
import * as canonist from 'canonist'
import { blocksOf, codeOf, rowsUnder } from '../support/markdown.ts'
import { readText, ROOT } from '../support/repository.ts'

const PAGE = readText('docs/reference/library.md')
const NOT_EXPORTS = new Set(['Types'])
const headings = [...PAGE.matchAll(/^### (\w+)$/gm)]
  .map(([, name = '']) => name)
  .filter((name) => !NOT_EXPORTS.has(name))

test('the page has a section for every export, and for no other', () => {
  assert.deepEqual(headings.toSorted(), Object.keys(core).toSorted())
})

test('all entries export the same names', () => {
  assert.deepEqual(Object.keys(lean).toSorted(), Object.keys(core).toSorted())
  assert.deepEqual(Object.keys(canonist).toSorted(), Object.keys(core).toSorted())
})

/** Types leave no trace at run time, so the list is read from the source. */
function exportedTypes(): string[] {
  const source = readText('packages/core/src/exports.ts')
  return [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (isType !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
}

test('the page lists every exported type, and no other', () => {
  const listed = rowsUnder(PAGE, 'type', 'what it is').map(([name]) => codeOf(name))
  assert.deepEqual(listed.toSorted(), exportedTypes().toSorted())
})

test('the page describes the built-in policies as they describe themselves', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'policy', 'what it is for').map(([name, about]) => [codeOf(name), about]),
    Object.values(core.policies).map(({ name, spec }) => [name, spec.description]),
  )
})

// Outside the repository's own folders, as a user's files are; the packages are found by way of node_modules.
const folder = mkdtempSync(join(tmpdir(), 'canonist-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

const CHECKS = pathToFileURL(join(ROOT, 'test/support/check-example.ts')).href

/** An example as a program that fails where a comment is wrong. */
function makeProgram(text: string): { program: string; checks: number } {
  let checks = 0
  const lines = text.split('\n').map((line) => {
    const given = /^(\S.*?) \/\/ → (.+)$/.exec(line)
    const thrown = /^(\S.*?) \/\/ throws ('.+')$/.exec(line)
    if (given || thrown) checks++
    if (given) return `check((${given[1]}), (${given[2]}))`
    return thrown ? `checkThrows(() => ${thrown[1]}, ${thrown[2]})` : line
  })
  return { program: [`import { check, checkThrows } from '${CHECKS}'`, ...lines].join('\n'), checks }
}

const examples = [
  'README.md',
  'docs/reference/library.md',
  'packages/core/README.md',
  'packages/canonist/README.md',
].flatMap((page) =>
  blocksOf(readText(page), 'ts').map(({ text, line }) => ({
    page,
    line,
    text,
    name: `${page.replace(/\W/g, '-')}-${line}`,
  })),
)

for (const { page, line, text, name } of examples) {
  test(`${page}:${line} does what its comments say`, async (context) => {
    const { program, checks } = makeProgram(text)
    assert.ok(checks > 0, 'the example says nothing that can be checked')
    context.mock.method(console, 'log', () => undefined)
    const file = join(folder, `run-${name}.ts`)
    writeFileSync(file, program)
    await import(pathToFileURL(file).href)
  })
}

/** The type that the page gives for an export. */
function signatureOf(name: string): string {
  return new RegExp(`^### ${name}\\n\\n\`(.+)\`$`, 'm').exec(PAGE)?.[1] ?? 'never'
}

/** A line that compiles only where the page's signature holds. */
function assertSignature(name: string): string {
  const signature = signatureOf(name)
  const shape = /^class extends Error (\{.*\})$/.exec(signature)?.[1]
  const [value, type] =
    shape === undefined ? [`canonist.${name}`, signature] : [`null as never as canonist.${name}`, `Error & ${shape}`]
  return `export const ${name}: ${type} = ${value}`
}

test('the signatures of the page and all examples compile, without types of Node or the DOM', () => {
  const types = exportedTypes().join(', ')
  const signatures = [
    "import * as canonist from 'canonist'",
    `import type { ${types} } from 'canonist'`,
    ...headings.map(assertSignature),
  ]
  writeFileSync(join(folder, 'signatures.ts'), signatures.join('\n'))
  for (const { name, text } of examples) writeFileSync(join(folder, `${name}.ts`), `${text}\nexport {}\n`)
  const config = {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2023'],
      types: [],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['canonist-source'],
    },
    files: ['globals.d.ts', 'signatures.ts', ...examples.map(({ name }) => `${name}.ts`)],
  }
  writeFileSync(join(folder, 'globals.d.ts'), 'declare const console: { log(value: unknown): void }\n')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
