import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const HOOK = new URL('../../../test/support/loaded-modules.ts', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'loaded-modules-'))
after(() => rmSync(folder, { recursive: true }))

let runs = 0

/** The modules of this package that a command loads, as paths from src/. */
function listOwnModules(...args: readonly string[]): string[] {
  return listModules(args).filter((module) => !module.startsWith('node:'))
}

/** The same, and those of Node. */
function listModules(args: readonly string[]): string[] {
  const file = join(folder, `${(runs += 1)}.txt`)
  const env = { ...process.env, LOADED_MODULES: file, CANONIST_DB: join(folder, 'canonist.db') }
  execFileSync(process.execPath, ['--conditions=canonist-source', '--import', HOOK, MAIN, ...args], {
    env,
    stdio: 'pipe',
  })
  return readFileSync(file, 'utf8').trim().split('\n')
}

const commandsIn = (modules: readonly string[]): string[] => [
  ...new Set(
    modules.filter((module) => module.startsWith('canonist/cli/commands/')).map((module) => module.split('/')[3] ?? ''),
  ),
]

// Each module takes about a millisecond: what is loaded beyond need is what people wait for.
const bounds = [
  { args: ['--version'], most: 4, commands: [] },
  { args: ['explain', 'https://example.com/?utm_source=x'], most: 28, commands: ['explain'] },
  { args: ['compare', 'https://example.com/', 'https://example.com/#a'], most: 30, commands: ['compare'] },
  { args: ['policy', 'list'], most: 30, commands: ['policy-list'] },
]
for (const { args, most, commands } of bounds) {
  test(`canonist ${args.join(' ')} loads at most ${most} modules, and no other command`, () => {
    const modules = listOwnModules(...args)
    assert.ok(modules.length <= most, `${modules.length}: ${modules.join(' ')}`)
    assert.deepEqual(commandsIn(modules), commands)
  })
}

test('canonist find loads nothing of net, admit and health, nor what it does not need of the registry', () => {
  listOwnModules('add', '--quiet', 'https://example.com/')
  const modules = listOwnModules('find', 'https://example.com/')
  const foreign = modules.filter((module) => /^(?:web|crawl|links|learn)\//.test(module))
  assert.deepEqual(foreign, [])
  assert.ok(!modules.includes('registry/registry/open-registry'))
  assert.ok(modules.length <= 70, `${modules.length}`)
})

test('no other command than canonist serve loads the HTTP API, and its help does not', () => {
  for (const args of [['--help'], ['find', 'https://example.com/'], ['serve', '--help']])
    assert.deepEqual(
      listOwnModules(...args).filter((module) => module.startsWith('server/http/')),
      [],
      args.join(' '),
    )
})

test('canonist --help loads every command that it lists, and none of what they do', () => {
  const modules = listOwnModules('--help')
  assert.ok(commandsIn(modules).length > 15)
  assert.deepEqual(
    modules.filter((module) => module.endsWith('/run')),
    [],
  )
})

// Together they take as long to load as everything else that the command does.
const HEAVY = ['node:crypto', 'node:net', 'node:stream', 'node:tty', 'node:worker_threads']

test('canonist explain URL writes to a pipe, and loads none of the heavy modules of Node', () => {
  const modules = listModules(['explain', 'https://example.com/?utm_source=x'])
  assert.ok(modules.includes('node:fs'))
  assert.deepEqual(
    modules.filter((module) => HEAVY.includes(module)),
    [],
  )
})

test('canonist work fetches with sockets, and does not load the fetch of Node', () => {
  listOwnModules('add', '--quiet', 'https://example.com/')
  const modules = listModules(['work', '--drain'])
  assert.ok(modules.includes('node:http'))
  assert.ok(!modules.includes('node:undici'))
})
