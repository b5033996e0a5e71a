import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const { path: cwd, file } = temporaryFolder()
file('urls.txt', 'https://Example.com/#a\nnope\n')
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')

for (const flag of ['--output', '-o']) {
  test(`normalize ${flag} FILE writes the results there, and the exit code stays`, async () => {
    const ran = await canonist(['normalize', flag, 'out.txt', 'urls.txt'], { cwd })
    assert.deepEqual([ran.code, ran.stdout, read('out.txt')], [1, '', 'https://example.com/\n\n'])
    assert.match(ran.stderr, /1 invalid line/)
  })
}

test('-o - is stdout', async () => {
  const ran = await canonist(['normalize', '-q', '-o', '-', 'https://Example.com/'], { cwd })
  assert.deepEqual([ran.code, ran.stdout], [0, 'https://example.com/\n'])
})

test('a file has no colours, whatever the terminal has', async () => {
  const args = ['explain', 'https://Example.com/', '-o', 'explained.txt']
  await canonist(args, { cwd, env: { FORCE_COLOR: '1' } })
  assert.match(read('explained.txt'), /lowercase-host/)
  assert.ok(!read('explained.txt').includes('\u001b'))
})

test('a command that fails leaves the old file as it was, and makes no new one', async () => {
  file('old.txt', 'old')
  for (const name of ['old.txt', 'new.txt']) {
    const ran = await canonist(['dedupe', '-o', name, 'missing.txt'], { cwd })
    assert.equal(ran.code, 3)
  }
  assert.equal(read('old.txt'), 'old')
  assert.ok(!existsSync(join(cwd, 'new.txt')))
})

test('the registry is not overwritten, whether a flag or a variable names it', async () => {
  await canonist(['add', '-q', '--db', 'r.db', 'https://example.com/'], { cwd })
  const flagged = await canonist(['find', '--db', 'r.db', '-o', 'r.db', 'https://example.com/'], { cwd })
  const named = await canonist(['find', '-o', 'r.db', 'https://example.com/'], { cwd, env: { CANONIST_DB: 'r.db' } })
  for (const { code, stderr } of [flagged, named]) {
    assert.equal(code, 2)
    assert.match(stderr, /r\.db is the registry itself\. Name another file for --output\./)
  }
})
