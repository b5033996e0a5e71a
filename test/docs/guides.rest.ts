import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { quoteCommand } from '../support/command.ts'
import { definePolicy, tryNormalize, type PolicySpec } from '@canonist/core'
import { parse } from 'yaml'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readBlocks, rowsUnder } from '../support/markdown.ts'
import { readText, ROOT } from '../support/repository.ts'
import { matchShown, readSession, runInShell, withoutOuterBlanks, writeScript } from '../support/shown-session.ts'

// The pages for readers who follow along: each page is run from its first command to its last, in a folder of its own
// that has the examples of the repository, so that one page's database is not another's.

const pagesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
const PAGES = [...pagesIn('docs/get-started'), ...pagesIn('docs/guides')]

const home = mkdtempSync(join(tmpdir(), 'canonist-guides-'))
after(() => rmSync(home, { recursive: true, force: true }))

const bin = join(home, 'bin')
mkdirSync(bin)
// canonicalize explains on stderr before it prints the URL: the pages show both in the order of a terminal.
writeScript(bin, 'canonist', `[ "$1" = canonicalize ] && exec 2>&1\n${quoteCommand()} "$@"`)
const withSources = `exec "${process.execPath}" --conditions=canonist-source "$@"`
writeScript(bin, 'npx', `case "$1" in canonist|node) exec "$@" ;; esac\nexit 127`)
writeScript(bin, 'node', withSources)

/** The web of the pages, on a free port: the one that the pages name may be taken. */
async function startExampleWeb(): Promise<string> {
  const web = spawn(process.execPath, ['examples/site.mjs', '0'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => web.kill())
  web.stdout.setEncoding('utf8')
  for await (const text of web.stdout) {
    const [address] = /127\.0\.0\.1:\d+/.exec(String(text)) ?? []
    if (address !== undefined) return address
  }
  throw new Error('the example web did not say where it is')
}

const web = await startExampleWeb()

function makeFolder(page: string): string {
  const folder = join(home, page.replaceAll('/', '-'))
  mkdirSync(folder)
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

for (const page of PAGES) {
  const folder = makeFolder(page)
  for (const { text, line } of readBlocks(readText(page), 'sh')) {
    for (const { command, output } of readSession(text)) {
      test(`${page}:${line}: ${command}`, { skip: process.platform === 'win32' && 'needs sh' }, async () => {
        const reached = command.replaceAll('127.0.0.1:4488', web)
        const actual = withoutOuterBlanks(await runInShell(reached, { bin, folder }))
        if (!matchShown(output).test(actual)) assert.equal(actual, output)
      })
    }
  }

  for (const { text, line } of readBlocks(readText(page), 'yaml')) {
    test(`${page}:${line} is a policy whose examples hold`, () => {
      const spec = parse(text) as PolicySpec
      const policy = definePolicy(spec)
      assert.ok(spec.examples !== undefined, 'a policy on a page has examples')
      for (const { input, url, invalid } of spec.examples) {
        const outcome = tryNormalize(input, policy)
        assert.equal(outcome.ok ? outcome.url : 'invalid', invalid === true ? 'invalid' : (url ?? input))
      }
    })
  }
}

testExamples(userFolder(), listExamples(...PAGES))

for (const page of pagesIn('docs/get-started')) {
  test(`${page} shows a result, and says where to go next`, () => {
    const text = readText(page)
    const sessions = readBlocks(text, 'sh').flatMap(({ text }) => readSession(text))
    assert.ok(sessions.some(({ output }) => output !== ''))
    assert.match(text, /^## Next$/m)
  })
}

test('the index lists every page', () => {
  const index = readText('docs/README.md')
  const unlisted = PAGES.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))
  assert.deepEqual(unlisted, [])
})

test('the README leads every kind of user to a page', () => {
  const readme = readText('README.md')
  const unnamed = pagesIn('docs/get-started').filter((page) => !readme.includes(basename(page)))
  assert.deepEqual(unnamed, [])
})

test('the README has at most 130 lines, and its commands to install and test are the first steps of the CI', () => {
  const readme = readText('README.md')
  assert.ok(readme.split('\n').length <= 131)
  const steps = [...readText('.ci/run').matchAll(/^step '(.+)'$/gm)].map(([, step = '']) => step)
  const commands = readBlocks(readme, 'sh').flatMap(({ text }) => text.split('\n'))
  assert.deepEqual(
    commands.filter((command) => steps.includes(command)),
    steps.slice(0, 2),
  )
})

test('the figures of the README are those of the benchmarks', () => {
  const rows = rowsUnder(readText('README.md'), 'figure', 'command')
  const benchmarks = readText('docs/benchmarks.md')
  assert.equal(rows.length, 3)
  for (const [figure = '', command] of rows) {
    const [, question = ''] = /^`npm run bench -- (\w+)`$/.exec(command ?? '') ?? []
    const [, part = ''] = benchmarks.split(`<!-- ${question} -->`)
    const measured = part.split(`<!-- end of ${question} -->`)[0] ?? ''
    // Rounded ratios and the word "two" are prose; everything with a decimal point, a separator or a unit is measured.
    for (const [number] of figure.matchAll(/\d+\.\d+(?: %)?|\d+,\d+|\d+(?= ns)/g)) {
      assert.ok(measured.includes(number), `${number} is not in the part on ${question}`)
    }
  }
})

test('the glossary has at most 40 entries, in alphabetical order', () => {
  const words = rowsUnder(readText('docs/glossary.md'), 'word', 'meaning').map(([word]) => word ?? '')
  assert.ok(words.length > 0 && words.length <= 40, `${words.length}`)
  assert.deepEqual(words, words.toSorted())
})
