// How fast is the command, file to file? Run it with: npm exec -- node bench/command.mjs [FILE] [--rounds N] [--megabytes N]
//
// Method: every round runs `canonist normalize` with one thread, with two, and a naive script (readline and
// `new URL(line).href`, which does none of the work) on the same list, from file to file, one after the other, each in a
// process of its own. CPU seconds are what the process itself counts at its end, over all threads, start-up included.
// Figures are medians over the rounds. Without FILE a list is generated. Starting and warming up takes each thread about
// 0.3 s, so the gain of a second thread grows with the list.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const COMMAND = fileURLToPath(new URL('../packages/canonist/bin/canonist.js', import.meta.url))
const BUILT = fileURLToPath(new URL('../packages/canonist/dist/cli/main.js', import.meta.url))

const NAIVE = `
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
const out = createWriteStream('', { fd: 1 })
for await (const line of createInterface({ input: createReadStream(process.argv[1]) })) {
  let url = ''
  try { url = new URL(line).href } catch {}
  if (!out.write(url + '\\n')) await new Promise((resolve) => out.once('drain', resolve))
}
out.end()
`

// Writes the CPU time of the whole process to descriptor 3 when it ends.
const COUNT_CPU = `
import { writeSync } from 'node:fs'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String((user + system) / 1e6))
})
`

const CONTESTANTS = [
  { name: 'canonist normalize --jobs 1', args: (list) => [COMMAND, 'normalize', '--quiet', '--jobs', '1', list] },
  { name: 'canonist normalize --jobs 2', args: (list) => [COMMAND, 'normalize', '--quiet', '--jobs', '2', list] },
  { name: 'readline + new URL().href', args: (list) => ['--input-type=module', '--eval', NAIVE, list] },
]

/** A list with the statistics of crawled URLs: 72 bytes on average, about one in eight in need of work. */
function writeList(path, bytes) {
  const random = createRandom(20_240_501)
  const file = openSync(path, 'w')
  for (let written = 0; written < bytes;) {
    const lines = Array.from({ length: 10_000 }, () => `${randomUrl(random)}\n`).join('')
    written += writeSync(file, lines)
  }
  closeSync(file)
}

/** A linear congruential generator: the same list everywhere. */
function createRandom(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

const WORDS =
  'news article image product user search static assets video forum thread archive media blog page item list view'.split(
    ' ',
  )

function randomUrl(random) {
  const word = () => WORDS[random(WORDS.length)]
  const scheme = random(100) < 85 ? 'https' : 'http'
  const host = `${random(100) < 60 ? 'www.' : ''}${word()}-${word()}${random(5000)}.${['com', 'de', 'org', 'es'][random(4)]}`
  const segments = Array.from({ length: random(5) }, () => `${word()}-${word()}-${random(1_000_000)}`)
  const path = `/${segments.join('/')}${segments.length > 0 && random(3) === 0 ? '.html' : ''}`
  const url = `${scheme}://${host}${path}`
  const kind = random(100)
  if (kind < 70) return url
  if (kind < 88) return `${url}?id=${random(1e6)}`
  if (kind < 92) return `${url}?v=${random(100)}&lang=${word()}&id=${random(1e6)}`
  if (kind < 95) return `${url}?utm_source=${word()}&utm_medium=${word()}`
  if (kind < 97) return `${url}#${word()}`
  if (kind < 99) return `${scheme}://${host}`
  return `${url}/%7e${word()}/é`
}

async function measure(contestant, list, out) {
  const output = openSync(out, 'w')
  const hook = `data:text/javascript,${encodeURIComponent(COUNT_CPU)}`
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', hook, ...contestant.args(list)], {
    stdio: ['ignore', output, 'inherit', 'pipe'],
  })
  let cpu = ''
  child.stdio[3].on('data', (chunk) => (cpu += chunk))
  const [code] = await once(child, 'close')
  const wall = (performance.now() - start) / 1000
  closeSync(output)
  if (code !== 0 && code !== 1) throw new Error(`${contestant.name} ended with ${code}`)
  return { cpu: Number(cpu), wall }
}

async function digest(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

async function countLines(path) {
  let lines = 0
  for await (const chunk of createReadStream(path)) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return lines
}

/** Runs the rounds and gives the medians by contestant. */
async function runRounds(list, folder, rounds) {
  const out = join(folder, 'out.txt')
  const samples = CONTESTANTS.map(() => [])
  const digests = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of CONTESTANTS.entries()) {
      samples[index].push(await measure(contestant, list, out))
      if (round === 0) digests.push(await digest(out))
    }
  }
  if (digests[0] !== digests[1]) throw new Error('one thread and two threads give different output')
  return samples.map((runs) => ({
    cpu: median(runs.map(({ cpu }) => cpu)),
    wall: median(runs.map(({ wall }) => wall)),
  }))
}

function print(results, megabytes) {
  console.log(
    `\n${'file to file'.padEnd(30)}${'CPU s'.padStart(8)}${'wall s'.padStart(8)}${'MB / CPU s'.padStart(12)}${'MB / s'.padStart(8)}`,
  )
  for (const [index, { cpu, wall }] of results.entries()) {
    const figures = [
      cpu.toFixed(2).padStart(8),
      wall.toFixed(2).padStart(8),
      (megabytes / cpu).toFixed(0).padStart(12),
      (megabytes / wall).toFixed(0).padStart(8),
    ]
    console.log(CONTESTANTS[index].name.padEnd(30) + figures.join(''))
  }
  const [one, two, naive] = results
  console.log(`\ntwo threads / one, by wall clock: ${(one.wall / two.wall).toFixed(2)}`)
  console.log(`one thread / naive, by CPU time:  ${(naive.cpu / one.cpu).toFixed(2)}`)
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' }, megabytes: { type: 'string', default: '440' } },
  })
  if (!existsSync(BUILT)) throw new Error('the command is not built; run "npm run build" first')
  const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
  try {
    const list = positionals[0] ?? join(folder, 'list.txt')
    if (positionals.length === 0) writeList(list, Number(values.megabytes) * 1e6)
    const { size } = statSync(list)
    const lines = await countLines(list)
    console.log(
      `${(size / 1e6).toFixed(0)} MB, ${lines} lines of ${(size / lines).toFixed(0)} bytes on average; ${values.rounds} rounds`,
    )
    console.log(`Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`)
    print(await runRounds(list, folder, Number(values.rounds)), size / 1e6)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
