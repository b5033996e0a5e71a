import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT, readText } from './support/repository.ts'

const FLAGS = ['--test', '--test-global-setup=./scripts/watchdog.mjs', '--test-timeout=500', '--test-reporter=tap']

const folder = mkdtempSync(join(tmpdir(), 'canonist-watchdog-'))
after(() => rmSync(folder, { recursive: true }))

const files = [
  { why: 'no timer fires in a loop without end', text: 'for (;;);' },
  { why: 'nor between promises that are resolved', text: 'for (;;) await null' },
  { why: 'a handler of signals is never called', text: "process.on('SIGTERM', () => {}); for (;;);" },
  {
    why: 'what the file has started holds its output open',
    text: "(await import('node:child_process')).spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'], { stdio: 'inherit' }); for (;;);",
  },
]

for (const { why, text } of files) {
  test(`the runner ends a file that never ends: ${why}`, () => {
    const { status, output } = runFile(text)
    assert.equal(status, 1)
    assert.match(output, /spins\.test\.mjs: killed, because it was still running after 0\.5 s/)
    assert.match(output, /^# fail 1$/m)
  })
}

test('a file that ends in time passes', () => {
  const { status, output } = runFile('')
  assert.equal(status, 0)
  assert.match(output, /^# pass 1$/m)
})

test('every script that runs tests has the watchdog', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const runners = Object.entries(scripts).filter(([name]) => /^test(?::(?!all$|engines$)|$)/.test(name))
  assert.ok(runners.length > 3)
  for (const [name, script] of runners) assert.match(script, /scripts\/run-tests\.ts/, name)
  assert.match(
    readText('scripts/run-tests.ts'),
    /'--test-global-setup=\.\/scripts\/watchdog\.mjs',\n\s+`--test-timeout=/,
  )
})

function runFile(text: string) {
  const file = join(folder, 'spins.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\ntest('spins', async () => { ${text} })\n`)
  // A runner inside a test file would report to the outer one.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [...FLAGS, file], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, output: stdout + stderr }
}
