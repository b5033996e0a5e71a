// Compiles the sources to dist/, one file a module, except those that a short command needs: each module takes a third of a millisecond to
// load, and a command such as "canonist explain URL" needs thirty. They are joined in two files, one for the library and one for the
// command line on top of it. In the place of each stands a file that exports the same names from there.
import { build } from 'esbuild'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONS, joinedText, listExports, standInText } from '../../../scripts/join-modules.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))

const SHORT_COMMAND = [
  'src/cli/run-command-line.ts',
  'src/cli/commands/explain/command.ts',
  'src/cli/commands/explain/run.ts',
]
/** All that --version loads. */
const APART = ['src/cli/main.ts', 'src/app/version.ts', 'src/io/node-fs.ts']

const NODE_OPTIONS = {
  ...OPTIONS,
  absWorkingDir: folder,
  platform: 'node',
  packages: 'external',
  // The version of the language lacks them, and Node needs them for JSON.
  supported: { 'import-attributes': true },
}

for (const file of globSync('dist/**/*.{js,js.map}', { cwd: folder })) rmSync(join(folder, file))

const joined = await findJoined()
const library = {
  file: 'dist/start.js',
  modules: await listExports(
    folder,
    joined.filter((file) => !isOfCommandLine(file)),
  ),
}
const commandLine = { file: 'dist/cli/start.js', modules: await listExports(folder, joined.filter(isOfCommandLine)) }

await writeJoined(library)
await writeJoined(commandLine, library)
await compileOthers()
writeStandIns(library)
writeStandIns(commandLine)

/** The modules that a short command imports, directly or not. */
async function findJoined() {
  const { metafile } = await build({
    ...NODE_OPTIONS,
    entryPoints: SHORT_COMMAND,
    outdir: 'dist',
    write: false,
    metafile: true,
    plugins: [{ name: 'static-imports', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, skipDynamic) }],
  })
  return Object.keys(metafile.inputs).filter((file) => !APART.includes(file))
}

function skipDynamic({ kind, path }) {
  return kind === 'dynamic-import' ? { path, external: true } : null
}

/** @param below a joined file that has some of the modules that these import */
async function writeJoined({ file, modules }, below = { file: '', modules: new Map() }) {
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      const source = toSource(resolve(resolveDir, path))
      const isHere = modules.has(source) || below.modules.has(source)
      // For a module that is imported on demand, the bundler would make code that no source map can explain.
      if (isHere && kind !== 'dynamic-import') return null
      return { path: between(file, toBuilt(source)), external: true }
    })
    onResolve({ filter: /^joined$/ }, () => ({ path: between(file, below.file), external: true }))
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const names = below.modules.get(toSource(path))
      return names === undefined ? null : { contents: standInText(names, 'joined'), loader: 'js' }
    })
  }
  const stdin = { contents: joinedText(modules), resolveDir: folder }
  await build({ ...NODE_OPTIONS, stdin, outfile: file, plugins: [{ name: 'join', setup }] })
}

async function compileOthers() {
  const sources = globSync('src/**/*.ts', { cwd: folder }).map((file) => file.split(sep).join('/'))
  const setup = ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'entry-point' ? null : { path: path.replace(/\.ts$/, '.js'), external: true },
    )
  await build({
    ...NODE_OPTIONS,
    entryPoints: sources.filter((file) => !library.modules.has(file) && !commandLine.modules.has(file)),
    outbase: 'src',
    outdir: 'dist',
    plugins: [{ name: 'one-file-a-module', setup }],
  })
}

function writeStandIns({ file, modules }) {
  for (const [source, names] of modules) {
    const built = toBuilt(source)
    mkdirSync(join(folder, dirname(built)), { recursive: true })
    writeFileSync(join(folder, built), standInText(names, between(built, file)))
  }
}

function isOfCommandLine(file) {
  return file.startsWith('src/cli/')
}

function toSource(path) {
  return relative(folder, path).split(sep).join('/')
}

function toBuilt(source) {
  return source.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js')
}

/** How one file imports another. */
function between(importer, imported) {
  const path = posix.relative(posix.dirname(importer), imported)
  return path.startsWith('.') ? path : `./${path}`
}
