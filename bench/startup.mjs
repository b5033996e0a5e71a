// How long does a short command take to start? Run it with: npm exec -- node bench/startup.mjs [--rounds N]
//
// Method: every round starts bare Node and the built command, one after the other, with the output thrown away. CPU time is
// that of the whole process, over all threads, so that other work on the machine matters little; figures are medians over the rounds,
// and ratios are to bare Node. Build first: npm run build.
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { median } from './support/figures.mjs'

const COMMAND = fileURLToPath(new URL('../packages/canonist/bin/canonist.js', import.meta.url))

// Writes the CPU time of the whole process to descriptor 3 when it ends; a preloaded string costs all contestants the same.
const COUNT_CPU = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.getBuiltinModule('node:fs').writeSync(3,String((user+system)/1e3))})`

const CONTESTANTS = {
  'node -e 0': ['-e', '0'],
  'canonist --version': [COMMAND, '--version'],
  'canonist explain URL': [COMMAND, 'explain', 'https://Example.com/a/../b?utm_source=x'],
  'canonist --help': [COMMAND, '--help'],
}

function start(args) {
  const began = performance.now()
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe']
  const { output, status } = spawnSync(process.execPath, ['--import', COUNT_CPU, ...args], { stdio })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return { cpu: Number(output[3]), wall: performance.now() - began }
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } })
const runs = new Map(Object.keys(CONTESTANTS).map((name) => [name, []]))
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [name, args] of Object.entries(CONTESTANTS)) runs.get(name).push(start(args))

const figures = [...runs].map(([name, times]) => ({
  name,
  cpu: median(times.map(({ cpu }) => cpu)),
  wall: median(times.map(({ wall }) => wall)),
}))
const [bare] = figures
console.log('| command | CPU ms | × | wall ms | × |\n|---|---|---|---|---|')
for (const { name, cpu, wall } of figures) {
  const cells = [name, cpu.toFixed(0), (cpu / bare.cpu).toFixed(2), wall.toFixed(0), (wall / bare.wall).toFixed(2)]
  console.log(`| ${cells.join(' | ')} |`)
}
