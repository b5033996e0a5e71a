// Runs the benchmarks, each in a process of its own: npm run bench, or npm run bench -- normalize weight
//
// --generated uses the invented corpus although the collected one is there; --write puts what is printed into
// docs/benchmarks.md, between the marks of each question.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const BUILT = new URL('../packages/core/dist/index.js', import.meta.url)
const PAGE = new URL('../docs/benchmarks.md', import.meta.url)

/** By name, with arguments that keep a run of all of them under half an hour; `isText` is no Markdown. */
const QUESTIONS = {
  normalize: { args: [] },
  policies: { args: [] },
  weight: { args: [] },
  hostile: { args: [] },
  canonicalize: { args: [] },
  registry: { args: [] },
  bulk: { args: [] },
  lists: { args: [] },
  frontier: { args: ['--rows', '10000,100000', '--rounds', '3'] },
  idle: { args: [] },
  crawl: { args: [] },
  scale: { args: [] },
  learn: { args: [] },
  service: { args: ['--rounds', '5'] },
  command: { args: ['--rounds', '5', '--megabytes', '440'], isText: true },
}

/** What the benchmark printed, which is also shown while it runs. */
async function ask(name, more) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  const argv = ['--expose-gc', file, ...QUESTIONS[name].args, ...more]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk
    process.stdout.write(chunk)
  })
  const [code] = await once(child, 'close')
  process.exitCode ||= code
  return printed
}

/** Replaces what stands between the marks of a question. */
function writeIntoPage(name, printed) {
  const page = readFileSync(PAGE, 'utf8')
  const [open, close] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [before, rest = ''] = page.split(open)
  const [, after] = rest.split(close)
  if (after === undefined) throw new Error(`docs/benchmarks.md has no marks "${open}" and "${close}"`)
  // The page says once, at its top, what it was measured on.
  const tidy = printed
    .replace(/^Node .*\n/m, '')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
  const block = QUESTIONS[name]?.isText ? `\`\`\`text\n${tidy}\n\`\`\`` : tidy
  writeFileSync(PAGE, `${before}${open}\n\n${block}\n\n${close}${after}`)
}

function describeRun() {
  const { node, v8 } = process.versions
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, Node ${node} (V8 ${v8}), ${availableParallelism()} cores, load before the run ${loadavg()[0].toFixed(1)}.`
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { generated: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  })
  const unknown = positionals.filter((name) => !(name in QUESTIONS))
  if (unknown.length > 0) refuse(`there is no ${unknown.join(', ')}; there are ${Object.keys(QUESTIONS).join(', ')}`)
  return { ...values, names: positionals.length > 0 ? positionals : Object.keys(QUESTIONS) }
}

function refuse(reason) {
  console.error(`bench: ${reason}`)
  process.exit(2)
}

const { names, generated, write } = readArguments()
if (!existsSync(BUILT)) refuse('what is measured is what is shipped, and that is not built: run "npm run build" first')
console.log(describeRun())
console.log('Figures mean little where other programs keep the cores busy: look at the spread.')
if (write && names.length > 1) writeIntoPage('run', describeRun())
const start = performance.now()
for (const name of names) {
  console.log(`\n## ${name}\n`)
  // Only these read the corpus.
  const printed = await ask(name, generated && ['normalize', 'policies', 'bulk'].includes(name) ? ['--generated'] : [])
  if (write) writeIntoPage(name, printed)
}
console.log(`\nTook ${((performance.now() - start) / 1000).toFixed(0)} s.`)
