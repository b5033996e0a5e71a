import type { PluginBuild } from 'esbuild'
import { readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SOURCE_FOLDERS } from './packages.ts'
import { makeOnce, ROOT } from './test-cache.ts'

/**
 * Joins the modules of a program in a few files, for tests that start it: loading hundreds of modules takes longer than most programs
 * run. Returns the file to start. Besides the sources, a program may import files of its folder and of the one above.
 */
export function joinProgram(path: string): Promise<string> {
  let program = joined.get(path)
  if (program === undefined) joined.set(path, (program = joinOnce(path)))
  return program
}

const joined = new Map<string, Promise<string>>()

async function joinOnce(path: string): Promise<string> {
  const name = basename(path, '.ts')
  const origin = { folders: [...SOURCE_FOLDERS, relative(ROOT, dirname(dirname(path)))], settings: [path] }
  const folder = await makeOnce(`joined-${name}`, origin, (outdir) => joinModules(path, outdir))
  return join(folder, `${name}.mjs`)
}

async function joinModules(path: string, outdir: string): Promise<void> {
  // Loaded only where a program is missing.
  const { build } = await import('esbuild')
  symlinkSync(join(ROOT, 'node_modules'), join(outdir, 'node_modules'), 'junction')
  await build({
    entryPoints: [path],
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
    banner: { js: `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(path)})` },
    plugins: [{ name: 'own-modules', setup: joinOwnModules }],
  })
}

function joinOwnModules({ onResolve, onLoad }: PluginBuild): void {
  // The bundler loses the names of a CommonJS module that is imported on demand.
  onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
    kind === 'dynamic-import' && !path.startsWith('@canonist/') ? { path, external: true } : null,
  )
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, keepOwnUrl)
}

/** A module finds files and threads beside itself, so its URL must stay that of the source. */
function keepOwnUrl({ path }: { readonly path: string }): { contents: string; loader: 'ts' } | null {
  const source = readFileSync(path, 'utf8')
  if (!source.includes('import.meta.url')) return null
  const url = JSON.stringify(pathToFileURL(path).href)
  return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' }
}
