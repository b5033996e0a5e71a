import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { PACKAGES } from './support/packages.ts'
import { readText } from './support/repository.ts'

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
  assert.match(stderr, /is the workspace, not a package\. .* npm install \S+\/packages\/canonist\n$/)
})

test('the workspace installs itself', () => {
  assert.equal(runPrepare(ROOT).status, 0)
})

/** The packages that are published, and the dashboard, which is not. */
const FOLDERS = [...PACKAGES, 'dashboard']

/** The names between quotes in the part of a file that the expression finds. */
const readNames = (path: string, part: RegExp): string[] =>
  [...(part.exec(readText(path))?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)

interface Manifest {
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (path: string): Manifest => JSON.parse(readText(path)) as Manifest

test('every package is a workspace, is built, is linted, and has its folders in the layer check', () => {
  assert.deepEqual(readdirSync(resolve(ROOT, 'packages')).toSorted(), FOLDERS.toSorted())
  const { workspaces } = readManifest('package.json')
  assert.deepEqual(workspaces, [...FOLDERS.map((name) => `packages/${name}`), 'test/support'])
  assert.deepEqual(readNames('scripts/build-packages.mjs', /^const PACKAGES = \[(.*)\]$/m), PACKAGES)
  const layers = /^const LAYERS = \{\n([^}]*)\}/m.exec(readText('scripts/check-layers.mjs'))?.[1] ?? ''
  const layered = [...layers.matchAll(/^ {2}(\w+): \[/gm)].map(([, name = '']) => name)
  assert.deepEqual(layered.toSorted(), FOLDERS.toSorted())
  // The core may use even less, by a rule of its own.
  const linted = /packages\/\{([\w,]+)\}\/src/.exec(readText('.oxlintrc.json'))?.[1]?.split(',')
  assert.deepEqual(linted, PACKAGES.slice(1))
})

for (const name of PACKAGES) {
  test(`the compiler reads before ${name} the packages that it depends on`, () => {
    const { dependencies = {} } = readManifest(`packages/${name}/package.json`)
    const own = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@canonist/'))
    const { references = [] } = JSON.parse(readText(`packages/${name}/tsconfig.json`)) as {
      references?: readonly { readonly path: string }[]
    }
    assert.deepEqual(references.map(({ path }) => path.replace('../', '@canonist/')).toSorted(), own.toSorted())
  })
}

test('the README leads to every package', () => {
  const unnamed = PACKAGES.filter((name) => !readText('README.md').includes(`](packages/${name}/README.md)`))
  assert.deepEqual(unnamed, [])
})
