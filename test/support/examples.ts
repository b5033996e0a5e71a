import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { makeProgram } from './example-program.ts'
import { readBlocks } from './markdown.ts'
import { readText, ROOT } from './repository.ts'

/** A piece of code on a page, to be run and compiled as its reader would. */
export interface Example {
  readonly page: string
  readonly line: number
  readonly text: string
  readonly name: string
}

export function listExamples(...pages: readonly string[]): Example[] {
  return pages.flatMap((page) =>
    readBlocks(readText(page), 'ts').map(({ text, line }) => ({
      page,
      line,
      text,
      name: `${page.replace(/\W/g, '-')}-${line}`,
    })),
  )
}

/** Whether an example asks the network half of the library, which needs Node. */
export const needsNode = ({ text }: Example): boolean => /from 'canonist\/\w+'/.test(text)

/** A folder outside the repository's own, as a user's is; the packages are found by way of node_modules. */
export function userFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-docs-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

/** A test for each example: it does what its comments say. */
export function testExamples(folder: string, examples: readonly Example[]): void {
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
}

export interface Compilation {
  readonly examples: readonly Example[]
  /** The text of one more file, by its name. */
  readonly files: Readonly<Record<string, string>>
  /** Of the platform: `node`, or none at all. */
  readonly types: readonly string[]
}

/** What the compiler has to say against the examples and files; nothing where all is well. */
export function compile(folder: string, { examples, files, types }: Compilation): string {
  for (const { name, text } of examples) writeFileSync(join(folder, `${name}.ts`), `${text}\nexport {}\n`)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const config = {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2023'],
      types,
      typeRoots: [join(ROOT, 'node_modules/@types')],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['canonist-source'],
    },
    files: [...Object.keys(files), ...examples.map(({ name }) => `${name}.ts`)],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  return status === 0 ? '' : stdout
}

/** The type that a page gives for an export. */
function findSignature(page: string, name: string): string {
  return new RegExp(`^### ${name}\\n\\n\`(.+)\`$`, 'm').exec(page)?.[1] ?? 'never'
}

/** A line that compiles only where the page's signature holds; `module` is what the export is taken from. */
export function assertSignature(page: string, name: string, module: string): string {
  const signature = findSignature(page, name)
  const shape = /^class extends Error (\{.*\})$/.exec(signature)?.[1]
  const [value, type] =
    shape === undefined ? [`${module}.${name}`, signature] : [`null as never as ${module}.${name}`, `Error & ${shape}`]
  return `export const ${name}: ${type} = ${value}`
}
