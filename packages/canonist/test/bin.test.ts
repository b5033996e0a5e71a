import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const BIN = fileURLToPath(new URL('../bin/canonist.js', import.meta.url))
const folder = temporaryFolder()

function run(args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test('an old Node gets a message that names the Node it needs', () => {
  const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.19.2"})'
  const { status, stderr } = run(['--import', pretend, BIN, '--version'])
  assert.match(stderr, /^canonist: this is Node 20\.19\.2, but canonist needs Node 24 or newer; install it [^\n]*\n$/)
  assert.equal(status, 2)
})

test('a clone that is not built gets a message that says how to build', () => {
  mkdirSync(join(folder.path, 'bin'))
  folder.file('package.json', '{ "type": "module" }')
  cpSync(BIN, join(folder.path, 'bin', 'canonist.js'))
  const { status, stderr } = run([join(folder.path, 'bin', 'canonist.js'), '--version'])
  assert.equal(
    stderr,
    'canonist: it has not been built yet; run "npm run build" in the repository, and run the command again\n',
  )
  assert.equal(status, 2)
})
