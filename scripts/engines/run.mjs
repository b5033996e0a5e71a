// Runs Canonist inside the engines that others use, or compares a part of it with them:
//   npm run test:engines                      all of them, with a table of what ran in which version
//   npm run test:engines -- NAME [ARGUMENTS]  one of them
// Every engine is a module: of integrations/NAME/test.mjs, or beside this one. It names the packages of npm that it needs, which are installed
// outside of the project.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The modules by the names of their engines. */
const ENGINES = new Map([
  ...globSync('integrations/*/test.mjs', { cwd: ROOT }).map((file) => [basename(dirname(file)), file]),
  ...['parquet', 'remark', 'schemathesis', 'warc'].map((name) => [name, `scripts/engines/${name}.mjs`]),
])
const NAMES = [...ENGINES.keys()].map(String).toSorted((a, b) => (a < b ? -1 : 1))

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && !ENGINES.has(name)) {
  process.stderr.write(`usage: npm run test:engines [-- ${NAMES.join(' | ')} [ARGUMENTS]]\n`)
  process.exit(2)
}
// What a test started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
// Set ENGINES to a folder to install the packages once for several runs.
const folder = process.env['ENGINES'] ?? mkdtempSync(join(tmpdir(), 'canonist-engines-'))
mkdirSync(folder, { recursive: true })
try {
  const results = []
  for (const each of name === undefined ? NAMES : [name]) {
    results.push({ name: each, ...(await runEngine(each)) })
  }
  printTable(results)
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
} finally {
  if (process.env['ENGINES'] === undefined) rmSync(folder, { recursive: true, force: true })
}

/** @returns `{ ok, version, ran }`: whether all held, of which version, and what was compared */
async function runEngine(each) {
  process.stdout.write(`\n==> ${each}\n`)
  const started = performance.now()
  const { PACKAGES, run } = await import(pathToFileURL(join(ROOT, ENGINES.get(each))).href)
  try {
    install(folder, PACKAGES)
    findInFolder(PACKAGES.map(readPackageName))
    const result = await run({ load: (id) => importFrom(folder, id), args, folder })
    return { ...result, seconds: (performance.now() - started) / 1000 }
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    const [ran] = error.message.split('\n')
    return { ok: false, version: PACKAGES.join(' '), ran, seconds: (performance.now() - started) / 1000 }
  }
}

function install(into, packages) {
  if (packages.every((id) => readInstalled(into, readPackageName(id)) === id)) return
  const manifest = join(into, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true,"type":"module"}\n')
  const options = { cwd: into, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], options)
  if (status !== 0) throw new Error(`npm could not install ${packages.join(', ')} in ${into}; check the network`)
}

/** As `name@version`; null if it is not there. */
function readInstalled(into, packageName) {
  const manifest = join(into, 'node_modules', packageName, 'package.json')
  if (!existsSync(manifest)) return null
  return `${packageName}@${JSON.parse(readFileSync(manifest, 'utf8')).version}`
}

/** Lets our own modules import these packages as if they were installed in the project. */
function findInFolder(names) {
  const parentURL = pathToFileURL(join(folder, 'package.json')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, names.includes(specifier) ? { ...context, parentURL } : context),
  })
}

function importFrom(from, id) {
  return import(pathToFileURL(createRequire(join(from, 'package.json')).resolve(readPackageName(id))).href)
}

function readPackageName(id) {
  return id.slice(0, id.lastIndexOf('@'))
}

function printTable(results) {
  const rows = [
    ['engine', 'version', 'result', 'seconds', 'what ran'],
    ...results.map(({ name, version, ok, seconds, ran }) => [
      name,
      version,
      ok ? 'ok' : 'FAILED',
      seconds.toFixed(0),
      ran,
    ]),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  process.stdout.write('\n')
  for (const row of rows)
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    )
}
