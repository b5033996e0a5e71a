import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')

interface Locked {
  readonly packages: Readonly<Record<string, { readonly os?: unknown; readonly libc?: unknown }>>
}

test('the pinned Node for Linux is installed only where its C library is: on Alpine it would shadow a Node that works', () => {
  const { packages } = JSON.parse(readFileSync(resolve(ROOT, 'package-lock.json'), 'utf8')) as Locked
  const pinned = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/node-linux-'))
  assert.equal(pinned.length, 2)
  // The packages do not name it themselves. npm keeps what the lock file says, but a new version needs the field again.
  for (const [path, { libc }] of pinned) assert.deepEqual(libc, ['glibc'], path)
})

function runPrepare(project: string): { status: number | null; stderr: string } {
  const env = { ...process.env, npm_config_local_prefix: project }
  return spawnSync(process.execPath, [resolve(ROOT, 'scripts/refuse-as-dependency.mjs')], { env, encoding: 'utf8' })
}

test('the workspace is not installed as a dependency, and the message has the command that works', () => {
  const { status, stderr } = runPrepare(resolve(ROOT, '../my-project'))
  assert.equal(status, 2)
  assert.match(
    stderr,
    /is the workspace, not a package\. .* npm install (\S+)\/packages\/core \1\/packages\/canonist\n$/,
  )
})

test('the workspace installs itself', () => {
  assert.equal(runPrepare(ROOT).status, 0)
})
