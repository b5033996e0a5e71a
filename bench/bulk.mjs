// What does a URL of a list cost? Run it with: npm run bench -- bulk
//
// Every round runs each contestant once on the same list, from file to file, in a process of its own, one after the other. CPU seconds are
// those of the process with all its threads and children, start-up included, as the system counts them; figures are medians over the
// rounds, and a ratio is the median of the ratios within each round. It needs Linux: times and memory come from /proc.
//
// The list is the corpus again and again, each copy on hosts of its own; three copies in ten repeat another one, so that a third of the
// lines are duplicates. DuckDB is installed outside of the project, in the folder that ENGINES names, else in a temporary one; --no-duckdb
// leaves it out. --megabytes sets the length of the lists, --rounds the rounds, --growth the numbers of lines of the last table.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { loadCorpus } from './corpus.mjs'
import { formatRatio, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    growth: { type: 'string', default: '100000,1000000,10000000' },
    'no-duckdb': { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
  },
})
const COMMAND = fileURLToPath(new URL('../packages/canonist/bin/canonist.js', import.meta.url))
const DUCKDB = '@duckdb/node-api@1.5.6-r.1'
const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
const { urls } = loadCorpus({ generated: values.generated })

/** The lines of one copy, all on other hosts than those of the next. */
const copyCorpus = (copy) => urls.map((url) => url.replace('://', `://c${copy}.`))

/** Writes copies until there are so many bytes or lines. */
function writeList(name, { bytes = Infinity, lines = Infinity, format = (line) => line, header = '' }) {
  const path = join(folder, name)
  const file = openSync(path, 'w')
  const copies = Math.ceil(Math.min(bytes / 7.2e6, lines / urls.length))
  const distinct = Math.max(1, Math.ceil(copies * 0.7))
  let [left, written, count] = [lines, writeSync(file, header), 0]
  for (let copy = 0; written < bytes && left > 0; copy += 1) {
    const chosen = copyCorpus(copy % distinct).slice(0, left)
    written += writeSync(file, chosen.map((line, index) => `${format(line, count + index)}\n`).join(''))
    left -= chosen.length
    count += chosen.length
  }
  closeSync(file)
  return { path, bytes: statSync(path).size, lines: count }
}

const quote = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Reads latin1, which costs least, and asks the platform for each line; it does none of the rest.
const URL_LOOP = `
import { openSync, readSync, writeSync } from 'node:fs'
const [fd, bytes] = [openSync(process.argv[1]), Buffer.allocUnsafe(524288)]
let rest = ''
for (let count = readSync(fd, bytes); count > 0; count = readSync(fd, bytes)) {
  const text = rest + bytes.latin1Slice(0, count)
  const end = text.lastIndexOf('\\n')
  let out = ''
  for (const line of text.slice(0, end).split('\\n')) out += (URL.parse(line)?.href ?? '') + '\\n'
  writeSync(1, Buffer.from(out, 'latin1'))
  rest = text.slice(end + 1)
}
`

const DUCK = (engines) => `
import { createRequire } from 'node:module'
const { DuckDBInstance } = await import(createRequire(${JSON.stringify(join(engines, 'package.json'))}).resolve('@duckdb/node-api'))
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(\`copy (select url from read_csv('\${process.argv[1]}', columns = {'url': 'VARCHAR'}, header = false, delim = '\\\\x01', quote = '', escape = '', ignore_errors = true) group by url) to '\${process.argv[1]}.out' (header false)\`)
`

const canonist = (...args) => ({ file: process.execPath, args: [COMMAND, ...args] })
const script = (text, ...args) => ({ file: process.execPath, args: ['--input-type=module', '--eval', text, ...args] })
const pipeline = (text, ...args) => ({ file: 'sh', args: ['-c', text, 'sh', ...args] })

/** CPU seconds of all children that have ended. */
function readChildSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function readPeak(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

async function measure({ file, args }) {
  const output = openSync(join(folder, 'out'), 'w')
  const [before, start] = [readChildSeconds(), performance.now()]
  const child = spawn(file, args, {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, LC_ALL: 'C', TMPDIR: folder },
  })
  let memory = 0
  const watch = setInterval(() => (memory = Math.max(memory, readPeak(child.pid))), 20)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  closeSync(output)
  if (code !== 0 && code !== 1) throw new Error(`${file} ${args.join(' ')} ended with ${code}`)
  return { cpu: readChildSeconds() - before, wall: (performance.now() - start) / 1000, memory }
}

/** Medians and the rounds of every contestant, which take turns. */
async function compete(contestants, rounds = Number(values.rounds)) {
  const runs = contestants.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) runs[index].push(await measure(contestant))
  }
  return runs
}

const pick = (runs, name) => median(runs.map((run) => run[name]))
const ratio = (slower, faster, name = 'cpu') => median(slower.map((run, round) => run[name] / faster[round][name]))

function printRuns(title, list, names, all, base) {
  console.log(
    `\n${title}: ${(list.bytes / 1e6).toFixed(0)} MB, ${list.lines.toLocaleString('en')} lines, ${all[0].length} rounds.`,
  )
  const rows = all.map((runs, index) => [
    names[index],
    pick(runs, 'cpu').toFixed(2),
    pick(runs, 'wall').toFixed(2),
    (list.bytes / 1e6 / pick(runs, 'cpu')).toFixed(0),
    ((pick(runs, 'cpu') * 1e9) / list.lines).toFixed(0),
    pick(runs, 'memory').toFixed(0),
    formatRatio(ratio(runs, all[base])),
  ])
  printTable(['', 'CPU s', 'wall s', 'MB / CPU s', 'ns / line', 'MB of memory', `× ${names[base]}, by CPU`], rows)
}

/** A goal, what was reached, and whether that is enough. */
const goals = []
const judge = (name, goal, reached, isReached) => goals.push([name, goal, reached, isReached ? 'yes' : '**no**'])

function judgeRate(name, list, runs, least) {
  const rate = list.bytes / 1e6 / pick(runs, 'cpu')
  judge(name, `${least} MB / CPU s`, `${rate.toFixed(0)} MB / CPU s`, rate >= least)
}

function judgeRatio(name, slower, faster, least, field = 'cpu') {
  const reached = ratio(slower, faster, field)
  judge(name, `${least} ×`, formatRatio(reached), reached >= least)
}

async function measureText(bytes) {
  const list = writeList('list.txt', { bytes })
  const names = ['normalize --jobs 1', 'normalize --jobs 2', '`URL.parse`, latin1']
  const all = await compete([
    canonist('normalize', '--quiet', '--jobs', '1', list.path),
    canonist('normalize', '--quiet', '--jobs', '2', list.path),
    script(URL_LOOP, list.path),
  ])
  printRuns('Text, file to file', list, names, all, 0)
  judgeRate('text, one worker', list, all[0], 220)
  judgeRatio('text, one worker, beside a loop of `URL.parse`', all[2], all[0], 1.8)
  judgeRatio('two workers beside one, by wall clock', all[0], all[1], 1.6, 'wall')
  rmSync(list.path)
}

async function measureTable(bytes) {
  const format = (line, index) => `${index},${quote(line)},Title of page ${index}`
  const list = writeList('list.csv', { bytes, format, header: 'id,url,title\n' })
  const all = await compete([canonist('normalize', '--quiet', '--jobs', '1', '--column', 'url', list.path)])
  printRuns('CSV, file to file', list, ['normalize --jobs 1'], all, 0)
  judgeRate('CSV, one worker', list, all[0], 100)
  rmSync(list.path)
}

async function measureDedupe(bytes) {
  const list = writeList('list.txt', { bytes })
  const engines = values['no-duckdb'] ? null : installDuckDb()
  const names = [
    'dedupe',
    'normalize \\| sort -u',
    ...(engines === null ? [] : ['DuckDB, `group by` (no normalizing)']),
  ]
  const all = await compete([
    canonist('dedupe', '--quiet', list.path),
    pipeline('"$1" "$2" normalize --quiet --jobs 1 "$3" | sort -u', process.execPath, COMMAND, list.path),
    ...(engines === null ? [] : [script(DUCK(engines), list.path)]),
  ])
  printRuns('Unique URLs', list, names, all, 0)
  judgeRate('dedupe', list, all[0], 150)
  judgeRatio('dedupe beside `normalize | sort -u`', all[1], all[0], 2)
  if (engines !== null) {
    judgeRatio("dedupe beside DuckDB's `group by`", all[2], all[0], 2)
    judgeRatio('memory of DuckDB beside that of dedupe', all[2], all[0], 1, 'memory')
  }
  rmSync(list.path)
}

function installDuckDb() {
  const into = process.env.ENGINES ?? folder
  if (!existsSync(join(into, 'node_modules/@duckdb/node-api'))) {
    if (!existsSync(join(into, 'package.json'))) writeFileSync(join(into, 'package.json'), '{"private":true}\n')
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', DUCKDB], {
      cwd: into,
      stdio: 'ignore',
    })
    if (status !== 0) throw new Error('npm could not install DuckDB: check the network, or pass --no-duckdb')
  }
  return into
}

/** The cost of a line in lists of more and more lines. */
async function measureGrowth(sizes) {
  const rows = []
  const costs = []
  for (const lines of sizes) {
    const list = writeList('list.txt', { lines })
    const contestants = [
      canonist('normalize', '--quiet', '--jobs', '1', list.path),
      canonist('dedupe', '--quiet', list.path),
    ]
    const all = await compete(contestants, lines > 2e7 ? 1 : Number(values.rounds))
    const [normalize, dedupe] = all.map((runs) => (pick(runs, 'cpu') * 1e9) / list.lines)
    costs.push({ lines, dedupe })
    rows.push([
      lines.toLocaleString('en'),
      normalize.toFixed(0),
      dedupe.toFixed(0),
      pick(all[0], 'memory').toFixed(0),
      pick(all[1], 'memory').toFixed(0),
    ])
    rmSync(list.path)
  }
  console.log('\nBy the number of lines (`dedupe` with its default of 512 MB), start-up included:')
  printTable(['lines', 'normalize, ns / line', 'dedupe, ns / line', 'normalize, MB', 'dedupe, MB'], rows)
  const million = costs.find(({ lines }) => lines === 1e6)
  for (const { lines, dedupe } of costs.filter(({ lines }) => lines > 1e6)) {
    const grown = dedupe / (million?.dedupe ?? Number.NaN)
    judge(
      `dedupe, a line of ${lines.toLocaleString('en')} beside one of 1,000,000`,
      'at most 1.3 ×',
      formatRatio(grown),
      grown <= 1.3,
    )
  }
}

const LAYER_ROUNDS = 7

/** Nanoseconds of CPU for each line of the list, when `work` goes through all of its blocks. */
function timeBlocks(blocks, lines, work) {
  const before = process.cpuUsage()
  for (const block of blocks) work(block)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / lines
}

/** What each layer adds, within one process and without start-up. */
async function measureLayers() {
  const { LineScanner } = await import('@canonist/lists/internal/bulk/kernel/line-scanner')
  const { createTextWork } = await import('@canonist/lists/internal/bulk/text-work')
  const { SeenUrls } = await import('@canonist/lists/internal/bulk/seen-urls')
  const { createNormalizer, policies } = await import('@canonist/core')
  const list = writeList('list.txt', { lines: 1e6 })
  const blocks = cutBlocks(readFileSync(list.path))
  const scanner = new LineScanner(policies.dedupe)
  const normalizeBlock = createTextWork(policies.dedupe)
  const normalizer = createNormalizer('dedupe')
  const memory = Buffer.alloc(4e6)
  const output = openSync(join(folder, 'out'), 'w')
  let [input, passedOn] = [0, 0]
  const layers = {
    'read the file and write it': (block) => writeSync(output, memory, 0, readSync(input, memory, 0, block.length)),
    'find the lines that are not normal, and change most of them': (block) => {
      passedOn += scanner.scan({ bytes: block, length: block.length }).count
    },
    'the same, and normalize the rest': (block) => normalizeBlock({ bytes: block, length: block.length }, memory),
    'for comparison: normalize every line as a string': (block) => {
      for (const line of block.latin1Slice().split('\n')) normalizer(line)
    },
  }
  const times = Object.keys(layers).map(() => [])
  const compared = []
  for (let round = 0; round < LAYER_ROUNDS; round += 1) {
    input = openSync(list.path, 'r')
    for (const [index, work] of Object.values(layers).entries()) times[index].push(timeBlocks(blocks, list.lines, work))
    closeSync(input)
    const seen = new SeenUrls(`round ${round}`)
    compared.push(timeBlocks(blocks, list.lines, (block) => seen.keepNew(block, () => undefined)))
  }
  const share = passedOn / LAYER_ROUNDS / list.lines
  const rows = Object.keys(layers).map((name, index) => [name, median(times[index]).toFixed(0)])
  rows.splice(3, 0, ['hash the lines and compare them', median(compared).toFixed(0)])
  console.log(
    `\nBy layer, ns of CPU for each of 1,000,000 lines, medians of ${LAYER_ROUNDS} rounds; ${(share * 100).toFixed(1)} % of the lines become strings:`,
  )
  printTable(['layer', 'ns / line'], rows)
  closeSync(output)
  rmSync(list.path)
}

/** Whole lines, as the command reads them. */
function cutBlocks(bytes) {
  const blocks = []
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.lastIndexOf(10, Math.min(bytes.length, start + 524_288) - 1) + 1
    blocks.push(bytes.subarray(start, end))
  }
  return blocks
}

try {
  const bytes = Number(values.megabytes) * 1e6
  await measureText(bytes)
  await measureTable(bytes)
  await measureDedupe(bytes)
  await measureLayers()
  await measureGrowth(values.growth.split(',').map(Number))
  console.log('\nGoals:')
  printTable(['', 'goal', 'reached', 'enough'], goals)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
