// npm run test:engines -- spark [ROWS] [ROUNDS]
// A standalone cluster of one master and two workers on loopback. Each round uses ROWS URLs of the corpus with a parameter of its own.
import { deepStrictEqual, ok } from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createNormalizer } from '@canonist/core'
import { computeKey } from '@canonist/lists/internal/bulk/compute-key'
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
import { checkRows } from '../support/check-rows.mjs'
import { CANONIST } from '../support/command.mjs'
import { FORUM_LOG, learnSites } from '../support/learn.mjs'
import { describeMachine } from '../support/measure.mjs'
import { installPython } from '../support/python.mjs'
import { startCluster } from './cluster.mjs'

export const PACKAGES = ['@duckdb/node-api@1.5.5-r.5']

// Spark 4.3 does not support pandas 3 yet.
const PYPI = ['pyspark==4.3.0', 'pandas==2.3.3', 'pyarrow==26.0.1']
const HERE = fileURLToPath(new URL('.', import.meta.url))
const COMMAND = `${process.execPath} ${CANONIST}`

export async function run({ load, args: [rows = '1000000', rounds = '10'], folder }) {
  const python = installPython(join(folder, 'spark'), PYPI)
  const work = mkdtempSync(join(tmpdir(), 'canonist-spark-'))
  const packages = [HERE, join(HERE, '../python/src')].join(':')
  const env = {
    ...process.env,
    PYTHONPATH: packages,
    CANONIST_COMMAND: COMMAND,
    PYSPARK_PYTHON: python,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const cluster = await startCluster(python, work, 2, env)
  try {
    const settings = writeSettings(work, cluster, { rows: Number(rows), rounds: Number(rounds) })
    const reports = await runDriver(python, [join(HERE, 'check_spark.py'), settings.file], { cwd: work, env })
    const compared = checkVectors(reports, settings.inputs) + checkPipe(reports, settings.inputs)
    checkInvalid(reports)
    printCost(reports)
    const many = checkMany(reports, Number(rows), Number(rounds))
    const learned = await checkCommonCrawl(load, python, work, env, cluster.master)
    const { version } = reports.find(({ check }) => check === 'version')
    const ran = `${compared.toLocaleString('en')} rows, ${many.toLocaleString('en')} by sum and shuffle with a filter and a worker killed, ${learned} sites learned as by DuckDB`
    return { ok: true, version: `${version} (1 master, 2 workers)`, ran }
  } finally {
    await cluster.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

function writeSettings(work, { master, workers }, { rows, rounds }) {
  const inputs = [null, ...POISONED, LONG_URL, ...listVectors()]
  const write = (name, values) => {
    const file = join(work, name)
    writeFileSync(file, values.map((url, n) => `${JSON.stringify({ n, url })}\n`).join(''))
    return file
  }
  const file = join(work, 'settings.json')
  const settings = {
    master,
    command: COMMAND,
    policies: Object.keys(ALL_POLICIES).map((name) => ({
      name,
      ref: name === OWN_POLICY.name ? fileURLToPath(POLICY_FILE) : name,
    })),
    vectors: write('vectors.jsonl', inputs),
    corpus: write('corpus.jsonl', listCorpus(rows)),
    rounds,
    folder: work,
    workers,
    killAfter: Number(process.env['KILL_AFTER'] ?? 20),
  }
  writeFileSync(file, JSON.stringify(settings))
  return { file, inputs }
}

/** The lines of JSON that the driver prints. */
async function runDriver(python, args, options) {
  const child = spawn(python, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-20_000)
  })
  const exited = once(child, 'exit')
  const reports = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    reports.push(JSON.parse(line))
    process.stdout.write(`${line}\n`)
  }
  const [code] = await exited
  if (code !== 0) throw new Error(`python ${args[0]} failed: ${said}`)
  return reports
}

const readRows = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

function checkVectors(reports, inputs) {
  const files = reports.filter(({ check }) => check === 'vectors')
  // One for each policy with Arrow, and one with pandas.
  deepStrictEqual(files.length, Object.keys(ALL_POLICIES).length + 1)
  return files.reduce((sum, { policy, file }) => sum + checkRows('vectors', inputs, readRows(file), policy), 0)
}

function checkPipe(reports, inputs) {
  const rows = readRows(reports.find(({ check }) => check === 'pipe').file)
  deepStrictEqual(
    rows,
    inputs.map((input) => ({ input, key: solve(input).key })),
  )
  return rows.length
}

function checkInvalid(reports) {
  const { rows } = reports.find(({ check }) => check === 'invalid')
  deepStrictEqual(rows, [
    [1, 'https://e.com/a', null],
    [2, null, 'line/invalid-utf8'],
    [3, null, null],
  ])
}

/** What our functions add to a job that only reads the URLs, next to the cost of the filter alone on the same URLs. */
function printCost(reports) {
  const { rows, nothing, identity, normalize, pandas, filter } = reports.find(({ check }) => check === 'cost')
  const us = (cost) => `${cost.toFixed(2)} µs`
  const compare = (name, cost) =>
    `a job with ${name}: ${us(cost)}; ${name} adds ${us(cost - nothing)}, ${((cost - nothing) / filter).toFixed(2)} times the filter`
  const lines = [
    `CPU time per URL, with key and error, ${rows.toLocaleString('en')} URLs; ${describeMachine()}`,
    `the filter alone: ${us(filter)}`,
    `a job without a function: ${us(nothing)}`,
    compare('mapInArrow that returns its rows', identity),
    compare('normalize', normalize),
    compare('normalize_pandas', pandas),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function checkMany(reports, count, rounds) {
  const expected = sumKeys(count, rounds)
  const { check: _, seconds, ...many } = reports.find(({ check }) => check === 'many')
  deepStrictEqual(many, { rows: count * rounds, valid: expected.valid, total: String(expected.total) })
  const deduplicated = reports.find(({ check }) => check === 'deduplicated')
  deepStrictEqual([deduplicated.pages, deduplicated.links], [expected.pages, expected.valid])
  ok(reports.some(({ check }) => check === 'killed-filter'))
  ok(reports.find(({ check }) => check === 'killed').processes > 1)
  const rate = Math.round((count * rounds) / seconds)
  process.stdout.write(
    `normalize with key and error, summed up: ${rate.toLocaleString('en')} rows/s on 2 workers of one core; ${describeMachine()}\n`,
  )
  return count * rounds
}

/** The expected result of all rounds, computed by the library. */
function sumKeys(count, rounds) {
  const normalizer = createNormalizer('dedupe')
  const pages = new Set()
  let [valid, total] = [0, 0n]
  for (const url of listCorpus(count)) {
    for (let round = 0; round < rounds; round += 1) {
      const normalized = normalizer(`${url}?round=${round}`)
      if (normalized === null) continue
      const number = Number.parseInt(computeKey(normalized).slice(0, 12), 16)
      valid += 1
      total += BigInt(number)
      pages.add(number)
    }
  }
  return { valid, total, pages: pages.size }
}

/** Runs the recipe on a generated index with Spark and with DuckDB. Both must learn the rules of the log that the index contains. */
async function checkCommonCrawl(load, python, work, env, master) {
  const index = join(work, 'cc-index')
  const use = (...args) =>
    execFileSync(python, args, { cwd: work, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  use(join(HERE, 'generate_index.py'), FORUM_LOG, index, '50000')
  const [bySpark, byDuckDb] = [join(work, 'spark.jsonl'), join(work, 'duckdb.jsonl')]
  cpSync(join(HERE, 'common_crawl.py'), join(work, 'common_crawl.py'))
  const submit = [
    '--master',
    master,
    '--conf',
    'spark.driver.host=127.0.0.1',
    '--conf',
    'spark.ui.enabled=false',
    join(work, 'common_crawl.py'),
  ]
  execFileSync(join(python, '..', 'spark-submit'), [...submit, index, 'CC-MAIN-2026-42', bySpark], {
    cwd: work,
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const { DuckDBConnection } = await load(PACKAGES[0])
  const connection = await DuckDBConnection.create()
  await connection.run(`set variable index = '${index}/**/*.parquet'; set variable crawl = 'CC-MAIN-2026-42'`)
  await connection.run(
    readFileSync(new URL('common-crawl.sql', import.meta.url), 'utf8').replace(`'crawl.jsonl'`, `'${byDuckDb}'`),
  )
  connection.closeSync()
  deepStrictEqual(sortLines(bySpark), sortLines(byDuckDb))
  const [sites, expected] = [learnSites(bySpark), learnSites(FORUM_LOG)]
  deepStrictEqual(Object.keys(sites), Object.keys(expected))
  deepStrictEqual(sites, expected)
  return Object.keys(sites).length
}

const sortLines = (file) =>
  readRows(file)
    .map(({ url, contentHash }) => `${url} ${contentHash}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
