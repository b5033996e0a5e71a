// Compares a part of Canonist with the engine that others use for it: npm run test:engines -- NAME [ARGUMENTS]
// Every engine is a module beside this one. It names the packages it needs, which are installed outside of the project.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [name = '', ...args] = process.argv.slice(2)
const file = new URL(`./${name}.mjs`, import.meta.url)
if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(file)) {
  process.stderr.write('usage: npm run test:engines -- remark [FOLDER...] | schemathesis [EXAMPLES]\n')
  process.exit(2)
}
const { PACKAGES, compare } = await import(file.href)
// Set ENGINES to a folder to install the packages once for several runs.
const folder = process.env['ENGINES'] ?? mkdtempSync(join(tmpdir(), 'canonist-engines-'))
try {
  install(folder, PACKAGES)
  process.exitCode = (await compare((id) => importFrom(folder, id), args, folder)) ? 0 : 1
} finally {
  if (process.env['ENGINES'] === undefined) rmSync(folder, { recursive: true, force: true })
}

function install(into, packages) {
  if (packages.every((id) => existsSync(join(into, 'node_modules', readPackageName(id))))) return
  writeFileSync(join(into, 'package.json'), '{"private":true,"type":"module"}\n')
  const options = { cwd: into, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], options)
  if (status !== 0) throw new Error(`npm could not install ${packages.join(', ')} in ${into}; check the network`)
}

function importFrom(from, id) {
  return import(pathToFileURL(createRequire(join(from, 'package.json')).resolve(readPackageName(id))).href)
}

function readPackageName(id) {
  return id.slice(0, id.lastIndexOf('@'))
}
