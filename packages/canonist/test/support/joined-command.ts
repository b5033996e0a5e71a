import { build, type PluginBuild } from 'esbuild'
import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const MAIN = join(ROOT, 'packages/canonist/src/cli/main.ts')
const CACHE = join(ROOT, 'node_modules/.cache/canonist-tests')
const DAY_MS = 86_400_000

/**
 * The command with its modules joined in a few files, for tests that start it: loading hundreds of modules takes longer than most
 * commands run. It is made from the sources as they are, once for all test files; a changed source makes a new one.
 */
export const JOINED_COMMAND = await findJoinedCommand()

async function findJoinedCommand(): Promise<string> {
  const folder = join(CACHE, `command-${describeSources()}`)
  const file = join(folder, 'main.mjs')
  if (existsSync(file)) return file
  removeOldCommands()
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, 'draft-'))
  // Some tests start the command as another user.
  chmodSync(draft, 0o755)
  await joinCommand(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(file)) throw error
  }
  return file
}

/** Changes with every source. */
function describeSources(): string {
  const files = globSync('packages/{core,canonist}/src/**/*.ts', { cwd: ROOT }).toSorted()
  const states = files.map((file) => {
    const { mtimeMs, size } = statSync(join(ROOT, file))
    return `${file} ${mtimeMs} ${size}`
  })
  return hash('sha256', states.join('\n')).slice(0, 16)
}

/** Those of today may be in use. */
function removeOldCommands(): void {
  for (const folder of globSync('{command,draft}-*', { cwd: CACHE })) {
    const path = join(CACHE, folder)
    if (Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true })
  }
}

async function joinCommand(outdir: string): Promise<void> {
  symlinkSync(join(ROOT, 'node_modules'), join(outdir, 'node_modules'), 'junction')
  await build({
    entryPoints: [MAIN],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['canonist-source'],
    logLevel: 'error',
    outExtension: { '.js': '.mjs' },
    // Dependencies that are CommonJS call it.
    banner: { js: `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(MAIN)})` },
    plugins: [{ name: 'own-modules', setup: joinOwnModules }],
  })
}

function joinOwnModules({ onResolve, onLoad }: PluginBuild): void {
  // The bundler loses the names of a CommonJS module that is imported on demand.
  onResolve({ filter: /^[^./]/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : null))
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, keepOwnUrl)
}

/** A module finds files and threads beside itself, so its URL must stay that of the source. */
function keepOwnUrl({ path }: { readonly path: string }): { contents: string; loader: 'ts' } | null {
  const source = readFileSync(path, 'utf8')
  if (!source.includes('import.meta.url')) return null
  const url = JSON.stringify(pathToFileURL(path).href)
  return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' }
}
