import { build, type PluginBuild } from 'esbuild'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeOnce, ROOT } from './test-cache.ts'

const MAIN = join(ROOT, 'packages/canonist/src/cli/main.ts')
const SOURCES = ['packages/core/src', 'packages/canonist/src']

/**
 * The command with its modules joined in a few files, for tests that start it: loading hundreds of modules takes longer than most
 * commands run.
 */
export const JOINED_COMMAND = join(await makeOnce('command', { folders: SOURCES }, joinCommand), 'main.mjs')

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
