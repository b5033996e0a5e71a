// One file an entry, and few for what they share: a hundred small modules take five times as long to import.
import { build } from 'esbuild'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

// The names of shared files change with what is in them, and would pile up.
for (const file of readdirSync(join(folder, 'dist'))) {
  if (/\.js(?:\.map)?$/.test(file)) rmSync(join(folder, 'dist', file))
}

await build({
  absWorkingDir: folder,
  entryPoints: ['src/index.ts', 'src/lean.ts', 'src/learn.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  sourcemap: true,
  // The sources are packed beside them.
  sourcesContent: false,
  logLevel: 'warning',
})
