import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { spawn } from 'node:child_process'
import { canonist, commandLine, exitCode } from '@canonist/test-support/command.ts'
import { killUntilDone, runToEnd } from './killed-dedupe.ts'
import { makeLines } from './lists.ts'

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'list.txt')
const temp = join(folder, 'temp')
const KINDS = [
  { why: 'unique lines', flags: [] },
  { why: 'groups', flags: ['--groups'] },
]

before(() => {
  mkdirSync(temp)
  writeFileSync(list, `${makeLines(1, 220_000).join('\n')}\n`)
})

describe('dedupe that is killed at random moments gives the same result in the end', () => {
  for (const [index, { why, flags }] of KINDS.entries()) {
    test(why, { timeout: 250_000 }, async (t) => {
      const digest = await runToEnd(['dedupe', ...flags, '--memory', '1GB', list])
      const args = ['dedupe', ...flags, '--memory', '1MB', '--temp', temp, list]
      const resumed = await killUntilDone({ args, digest, temp, kills: 2, withinMs: 3000, seed: index + 1 })
      t.diagnostic(`${resumed} of 2 kills left a state to resume from`)
    })
  }
})

/** Files may have so many bytes; the shell counts in blocks of 512. */
async function runWithSmallFiles(
  args: readonly string[],
  bytes: number,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('sh', ['-c', `ulimit -f ${bytes / 512}; exec "$@"`, 'sh', ...commandLine(args)])
  child.stdin.end()
  child.stdout.resume()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return { code: await exitCode(child), stderr }
}

test(
  'a file system without room: exit code 3, the file and the way on are named, and the next run ends it',
  { skip: process.platform === 'win32' && 'needs sh' },
  async () => {
    const args = ['dedupe', '--memory', '1MB', '--temp', temp, list]
    const { code, stderr } = await runWithSmallFiles(args, 262_144)
    assert.equal(code, 3)
    assert.match(
      stderr,
      /cannot write the temporary file .*texts: .*The same command continues where this run stopped\./,
    )
    assert.equal(readdirSync(temp).length, 1)
    assert.equal(await runToEnd(args), await runToEnd(['dedupe', '--memory', '1GB', list]))
    assert.deepEqual(readdirSync(temp), [])
  },
)

const MISTAKES = [
  { args: ['--memory', '10kB'], says: /--memory.*it must be a size from 1MB/ },
  { args: ['--temp', join(folder, 'missing')], says: /--temp .*missing: The folder does not exist\. Create it, or/ },
  { args: ['--temp', list], says: /--temp .*: It is not a folder\. Name a folder\.\n$/ },
  { args: ['--temp', join(list, 'within')], says: /--temp .*within: The folder does not exist\./ },
]

for (const { args, says } of MISTAKES) {
  test(`canonist dedupe ${args[0]} ${args[1]?.slice(-10)} is refused`, async () => {
    const { code, stdout, stderr } = await canonist(['dedupe', ...args, list])
    assert.match(stderr, says)
    assert.deepEqual([code, stdout], [2, ''])
  })
}

test(
  'canonist dedupe --temp with a folder that this user may not write to is refused',
  { skip: process.platform === 'win32' && 'has no such permissions' },
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    const somebody = process.getuid?.() === 0 ? { uid: 65_534, env: { NODE_COMPILE_CACHE: '' } } : {}
    chmodSync(folder, 0o755)
    const { code, stderr } = await canonist(['dedupe', '--temp', closed, '-'], somebody)
    assert.deepEqual(
      [code, stderr.includes(`--temp ${closed}: This user may not write to the folder.`)],
      [2, true],
      stderr,
    )
  },
)
