// One file an entry, and one for what they share: a hundred small modules take five times as long to import.
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

await build({
  absWorkingDir: folder,
  entryPoints: ['src/index.ts', 'src/lean.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'shared',
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  sourcemap: true,
  logLevel: 'warning',
})
