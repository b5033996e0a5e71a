// npm run test:engines -- python [ROWS]
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  ALL_POLICIES,
  LONG_URL,
  OWN_POLICY,
  POISONED,
  POLICY_FILE,
  listCorpus,
  listVectors,
  solve,
} from '../support/cases.mjs'
import { CANONIST } from '../support/command.mjs'
import { describeMachine } from '../support/measure.mjs'
import { installPython } from '../support/python.mjs'

/** Everything is from PyPI, in a virtual environment. */
export const PACKAGES = []

const PYPI = [
  'pandas==3.1.1',
  'polars==2.1.0',
  'scrapy==2.19.0',
  'mypy==2.4.1',
  'build==1.6.1',
  'hatchling==1.33.0',
  'pyarrow==26.0.1',
]
const HERE = fileURLToPath(new URL('.', import.meta.url))

export async function run({ args: [rows = '1000000'], folder }) {
  const python = installPython(join(folder, 'python'), PYPI)
  const work = mkdtempSync(join(tmpdir(), 'canonist-python-'))
  try {
    cpSync(HERE, work, { recursive: true })
    const use = createRunner(python, work)
    const wheel = buildWheel(use, work)
    use(['-m', 'mypy'])
    // From here on, Python imports the wheel, not the source folder.
    rmSync(join(work, 'src'), { recursive: true })
    use(['-m', 'unittest', '--quiet'])
    const compared = checkRows(use, work, Number(rows))
    const ran = `${compared.toLocaleString('en')} rows, ${wheel}, mypy --strict, crawls, faults`
    return { ok: true, version: PYPI.slice(0, 3).join(' '), ran }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function createRunner(python, cwd) {
  const env = { ...process.env, CANONIST_COMMAND: `${process.execPath} ${CANONIST}`, PYTHONDONTWRITEBYTECODE: '1' }
  return (args) => {
    const { status, stdout } = spawnSync(python, args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 28,
    })
    if (status !== 0) throw new Error(`python ${args.join(' ')} failed: ${stdout}`)
    return stdout
  }
}

function buildWheel(use, work) {
  use(['-m', 'build', '--wheel', '--no-isolation', '--outdir', join(work, 'dist')])
  const [wheel] = readdirSync(join(work, 'dist'))
  if (!wheel.endsWith('-py3-none-any.whl')) throw new Error(`${wheel} has compiled parts`)
  use(['-m', 'pip', 'install', '--quiet', '--force-reinstall', '--no-deps', join(work, 'dist', wheel)])
  if (
    !existsSync(join(use(['-c', 'import canonist, os; print(os.path.dirname(canonist.__file__), end="")']), 'py.typed'))
  )
    throw new Error('the wheel has no py.typed')
  return wheel
}

function checkRows(use, work, count) {
  const check = (inputs, policy) => {
    const file = join(work, 'expected.jsonl')
    writeFileSync(file, inputs.map((input) => `${JSON.stringify({ input, ...solve(input, policy) })}\n`).join(''))
    const name = policy === OWN_POLICY.name ? fileURLToPath(POLICY_FILE) : policy
    return JSON.parse(use(['-m', 'tests.check_rows', file, name]))
  }
  const inputs = [null, ...POISONED, LONG_URL, ...listVectors()]
  let compared = 0
  for (const policy of Object.keys(ALL_POLICIES)) compared += check(inputs, policy).rows
  for (const size of [100_000, count].filter((size) => size <= count)) {
    const { rows, perSecond, python } = check(listCorpus(size), 'dedupe')
    compared += rows
    const own = ((python / rows) * 1e6).toFixed(2)
    process.stdout.write(
      `normalize, list of ${rows.toLocaleString('en')}: ${Math.round(perSecond).toLocaleString('en')} URLs/s, ${own} µs of Python per URL; ${describeMachine()}\n`,
    )
  }
  return compared
}
