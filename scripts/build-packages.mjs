// Compiles the sources of every package to its dist/, one file a module, except those that a short command needs: each module takes a third
// of a millisecond to load, and a command such as "canonist explain URL" needs thirty, besides a hundred of the core. Those of each package
// are joined in one file. In the place of each stands a file that exports the same names from there, so no module is in two files.
// The types come from the compiler: tsc -b writes them beside.
import { build } from 'esbuild'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONS, joinedText, listExports, standInText } from './join-modules.mjs'

const ROOT = fileURLToPath(new URL('../packages/', import.meta.url))

/** In the order of their dependencies. */
const PACKAGES = ['core', 'web', 'lists', 'learn', 'registry', 'crawl', 'links', 'client', 'server', 'canonist']

const SHORT_COMMAND = [
  'canonist/src/cli/run-command-line.ts',
  'canonist/src/cli/commands/explain/command.ts',
  'canonist/src/cli/commands/explain/run.ts',
]
/** All that --version loads. */
const APART = ['canonist/src/cli/main.ts', 'server/src/canonist/version.ts', 'lists/src/io/node-fs.ts']
/** Entries that are imported in browsers and bundles, so each is one file on top of the joined one. */
const CORE_ENTRIES = ['core/src/index.ts', 'core/src/lean.ts']

/** The joined file of a package, as its modules import it. */
const JOINED = 'start'

/** Bundlers and engines without Node read the core. */
const platformOf = (name) => (name === 'core' || name === 'client' ? 'neutral' : 'node')

const optionsOf = (name) => ({
  ...OPTIONS,
  absWorkingDir: ROOT,
  platform: platformOf(name),
  // The version of the language lacks them, and Node needs them for JSON.
  supported: { 'import-attributes': true },
})

const joined = await findJoined()
for (const name of PACKAGES) {
  const modules = joined.get(name)
  for (const file of globSync(`${name}/dist/**/*.{js,js.map}`, { cwd: ROOT, exclude: isOfDashboard }))
    rmSync(join(ROOT, file))
  if (modules.size > 0) await writeJoined(name, modules)
  await compileOthers(name, modules)
  writeStandIns(name, modules)
}

function isOfDashboard(file) {
  return file.split(sep).join('/').startsWith('server/dist/dashboard')
}

/** The modules of each package that a short command imports, directly or not; of the core all that its entry imports. */
async function findJoined() {
  const { metafile } = await build({
    ...optionsOf('canonist'),
    entryPoints: [...SHORT_COMMAND, CORE_ENTRIES[0]],
    outdir: 'dist',
    write: false,
    metafile: true,
    conditions: ['canonist-source'],
    plugins: [{ name: 'own-modules', setup: ({ onResolve }) => onResolve({ filter: /./ }, leaveOutForeign) }],
  })
  const files = Object.keys(metafile.inputs).filter((file) => !APART.includes(file) && !CORE_ENTRIES.includes(file))
  const lists = PACKAGES.map(async (name) => [
    name,
    await listExports(
      ROOT,
      files.filter((file) => isOf(name, file)),
    ),
  ])
  return new Map(await Promise.all(lists))
}

function leaveOutForeign({ kind, path }) {
  const isOwn = kind === 'entry-point' || /^(?:\.|@canonist\/)/.test(path)
  return isOwn && kind !== 'dynamic-import' ? null : { path, external: true }
}

async function writeJoined(name, modules) {
  const setup = (bundler) => {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      const source = toSource(resolve(resolveDir, path))
      // For a module that is imported on demand, the bundler would make code that no source map can explain.
      if (modules.has(source) && kind !== 'dynamic-import') return null
      return { path: `./${posix.relative(`${name}/dist`, toBuilt(source))}`, external: true }
    })
    useJoined(bundler, name)
  }
  const stdin = { contents: joinedText(modules), resolveDir: ROOT }
  await build({
    ...optionsOf(name),
    stdin,
    outfile: `${name}/dist/${JOINED}.js`,
    plugins: [{ name: 'join', setup }],
  })
  forgetStandIns(join(ROOT, name, `dist/${JOINED}.js.map`))
}

/** An import from the joined file of another package has no source; null says so in a source map. */
function forgetStandIns(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  const sources = map.sources.map((source) => (source.startsWith('joined:') ? null : source))
  writeFileSync(file, JSON.stringify({ ...map, sources }))
}

/** Imports what other packages have joined from their joined files, instead of one stand-in after the other. */
function useJoined({ onResolve, onLoad }, name) {
  onResolve({ filter: /^@canonist\/\w+\/internal\// }, ({ kind, path }) => {
    const [, other, module] = /^@canonist\/(\w+)\/internal\/(.*)$/.exec(path)
    const source = `${other}/src/${module}.ts`
    if (kind === 'dynamic-import' || !joined.get(other).has(source)) return { path, external: true }
    return { path: source, namespace: 'joined' }
  })
  onResolve({ filter: /^[^.]/ }, ({ kind, path }) => (kind === 'entry-point' ? null : { path, external: true }))
  onLoad({ filter: /./, namespace: 'joined' }, ({ path }) => {
    const [other] = path.split('/')
    const file = other === name ? `./${JOINED}.js` : `@canonist/${other}/internal/${JOINED}`
    return { contents: standInText(joined.get(other).get(path), file), loader: 'js' }
  })
}

async function compileOthers(name, modules) {
  const sources = globSync(`${name}/src/**/*.ts`, { cwd: ROOT }).map((file) => file.split(sep).join('/'))
  const entries = sources.filter((file) => CORE_ENTRIES.includes(file))
  await build({
    ...optionsOf(name),
    entryPoints: sources.filter((file) => !modules.has(file) && !entries.includes(file)),
    outbase: `${name}/src`,
    outdir: `${name}/dist`,
    plugins: [{ name: 'one-file-a-module', setup: keepImports }],
  })
  if (entries.length === 0) return
  await build({
    ...optionsOf(name),
    entryPoints: entries,
    outbase: `${name}/src`,
    outdir: `${name}/dist`,
    plugins: [{ name: 'on-top', setup: (bundler) => readFromJoined(bundler, name, modules) }],
  })
}

function keepImports({ onResolve }) {
  onResolve({ filter: /./ }, ({ kind, path }) =>
    kind === 'entry-point'
      ? null
      : { path: path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path, external: true },
  )
}

function readFromJoined({ onResolve, onLoad }, name, modules) {
  onResolve({ filter: new RegExp(`^\\./${JOINED}\\.js$`) }, ({ path }) => ({
    path,
    external: true,
    sideEffects: false,
  }))
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const names = modules.get(toSource(path))
    return names === undefined ? null : { contents: standInText(names, `./${JOINED}.js`), loader: 'js' }
  })
}

function writeStandIns(name, modules) {
  for (const [source, names] of modules) {
    const built = toBuilt(source)
    mkdirSync(join(ROOT, dirname(built)), { recursive: true })
    const file = posix.relative(posix.dirname(built), `${name}/dist/${JOINED}.js`)
    writeFileSync(join(ROOT, built), standInText(names, file.startsWith('.') ? file : `./${file}`))
  }
}

function isOf(name, file) {
  return file.startsWith(`${name}/`)
}

function toSource(path) {
  return relative(ROOT, path).split(sep).join('/')
}

function toBuilt(source) {
  return source.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
}
