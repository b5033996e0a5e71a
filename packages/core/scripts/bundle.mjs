// Two files an entry: its own, and shared.js with every module that the main entry needs. A hundred small modules take five times as long to
// import, and one shared file for each set of entries, as the bundler would make them, takes a quarter longer. A policy of one entry must
// be known to the others, so no module may be in two files, except for those without state that learn.js and credentials.js have in common.
import { build } from 'esbuild'
import { readdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONS, joinedText, listExports, standInText } from '../../../scripts/join-modules.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))

// Files of earlier versions had other names.
for (const file of readdirSync(join(folder, 'dist'))) {
  if (/\.js(?:\.map)?$/.test(file)) rmSync(join(folder, 'dist', file))
}

const ENTRIES = ['src/index.ts', 'src/lean.ts', 'src/credentials.ts', 'src/learn.ts', 'src/limits.ts', 'src/scan.ts']
const CORE_OPTIONS = { ...OPTIONS, absWorkingDir: folder, platform: 'neutral' }

const shared = await listExports(folder, await findModules(ENTRIES[0]))
await build({
  ...CORE_OPTIONS,
  stdin: { contents: joinedText(shared), resolveDir: folder },
  outfile: 'dist/shared.js',
})
await build({
  ...CORE_OPTIONS,
  entryPoints: ENTRIES,
  outdir: 'dist',
  plugins: [{ name: 'use-shared', setup: useShared }],
})

async function findModules(entry) {
  const { metafile } = await build({
    ...CORE_OPTIONS,
    entryPoints: [entry],
    outdir: 'dist',
    write: false,
    metafile: true,
  })
  return Object.keys(metafile.inputs).filter((file) => file !== entry)
}

function useShared({ onResolve, onLoad }) {
  onResolve({ filter: /^\.\/shared\.js$/ }, ({ path }) => ({ path, external: true, sideEffects: false }))
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const names = shared.get(relative(folder, path).split(sep).join('/'))
    return names === undefined ? null : { contents: standInText(names, './shared.js'), loader: 'js' }
  })
}
