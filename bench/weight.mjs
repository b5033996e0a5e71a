// What does `normalize` weigh in a bundle, and how long does importing it take? Run it with: npm run bench -- weight
//
// Method: esbuild bundles one named import (tree-shaken, minified, ES2023 modules); shown are the bytes and the bytes
// after gzip. Import time is what `await import(bundle)` and one first call take in a fresh process, measured inside it,
// so Node's own start is not in it, but an empty module is listed as what any import costs. The first call counts because
// tables may be decoded on first use. Processes take turns over the rounds; medians.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

import { median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const ROUNDS = 15
const HERE = fileURLToPath(new URL('.', import.meta.url))
const PLAIN = 'https://example.com/?b&a#x'
const INTERNATIONAL = 'https://bücher.example/?b&a#x'

const SUBJECTS = [
  { name: 'an empty module', source: 'export const run = (url) => url' },
  { name: '`normalize` of `@canonist/core/lean` (no IDNA)', source: take('normalize', '@canonist/core/lean') },
  { name: '`normalize` of `@canonist/core`', source: take('normalize', '@canonist/core') },
  { name: 'the same, first call with an IDN host', source: take('normalize', '@canonist/core'), url: INTERNATIONAL },
  { name: 'all of `@canonist/core`', source: `export * from '@canonist/core'; ${take('normalize', '@canonist/core')}` },
  { name: 'normalize-url 10', source: take('default', 'normalize-url') },
  { name: 'ufo `normalizeURL`', source: take('normalizeURL', 'ufo') },
]

function take(name, from) {
  return `export { ${name} as run } from '${from}'`
}

async function bundle({ source }) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: HERE },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  return outputFiles[0].contents
}

const CHILD = `
const start = performance.now()
const { run } = await import(process.argv[1])
const imported = performance.now()
run(process.argv[2])
console.log(JSON.stringify({ imported: imported - start, called: performance.now() - imported }))
`

async function timeImport(file, url) {
  const run = promisify(execFile)
  const argv = ['--input-type=module', '--eval', CHILD, pathToFileURL(file).href, url]
  const { stdout } = await run(process.execPath, argv)
  return JSON.parse(stdout)
}

async function timeImports(bundles) {
  const samples = bundles.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { file, url = PLAIN }] of bundles.entries()) samples[index].push(await timeImport(file, url))
  }
  return samples.map((rounds) => ({
    imported: median(rounds.map(({ imported }) => imported)),
    called: median(rounds.map(({ called }) => called)),
  }))
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const milliseconds = (ms) => `${ms.toFixed(1)} ms`

const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
try {
  const bundles = []
  for (const [index, subject] of SUBJECTS.entries()) {
    const bytes = await bundle(subject)
    const file = join(folder, `${index}.mjs`)
    writeFileSync(file, bytes)
    bundles.push({ ...subject, bytes, file })
  }
  const times = await timeImports(bundles)
  const rows = bundles.map(({ name, bytes }, index) => [
    name,
    kilobytes(bytes.length),
    kilobytes(gzipSync(bytes).length),
    milliseconds(times[index].imported),
    milliseconds(times[index].called),
  ])
  console.log(`Bundles by esbuild; times are medians of ${ROUNDS} processes each:`)
  printTable(['bundle', 'minified', 'gzip', 'import', 'first call'], rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
