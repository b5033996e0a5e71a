import { build, type Metafile } from 'esbuild'

/** The whole of `canonist/client`, as a bundler makes it for a page: a script that sets the global `entry`. */
export async function bundleClient(): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from '@canonist/client'", resolveDir: import.meta.dirname },
    conditions: ['canonist-source'],
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    globalName: 'entry',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
  })
  return { text: outputFiles[0]?.text ?? '', metafile }
}
