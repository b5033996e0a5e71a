import { build, type PluginBuild } from 'esbuild'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryFolder } from './command.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/**
 * Joins the modules of the command in a few files, for tests that start it dozens of times: loading hundreds of modules
 * takes longer than most commands run. It is made from the sources as they are and gone when the tests of the file are done.
 *
 * @returns the words with which a shell starts the command
 */
export async function joinCommand(): Promise<string> {
  const { path: outdir } = temporaryFolder()
  symlinkSync(MODULES, join(outdir, 'node_modules'), 'junction')
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
  const words = [process.execPath, '--conditions=canonist-source', join(outdir, 'main.mjs')]
  return [`NODE_COMPILE_CACHE='${join(outdir, 'compile-cache')}'`, ...words.map((word) => `'${word}'`)].join(' ')
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
