// Learns from a log, or applies what was learned, each in a process of its own, as it is done on different days:
// node measure.mjs learn|apply FILE POLICY [CORE]
// Prints what it cost as JSON. CPU time beside the wall clock: other programs may keep the cores busy.
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'

import { median } from '../support/figures.mjs'
import { loadCanonist } from './canonist.mjs'

const MOST_APPLIED = 300_000
const ROUNDS = 7

const [task, file, policyFile, core] = process.argv.slice(2)

async function* readRecords(path) {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}

async function readUrls(path, most) {
  const urls = []
  for await (const { url } of readRecords(path)) if (urls.push(url) === most) break
  return urls
}

/** Reading each result keeps V8 from leaving it unwritten. */
function readAll(apply, urls) {
  let sum = 0
  for (const url of urls) sum += apply(url).charCodeAt(0)
  return sum
}

async function timed(work) {
  const [wall, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { result, wallMs: performance.now() - wall, cpuMs: (user + system) / 1000 }
}

const { learn, createApplier } = await loadCanonist(core === '' ? undefined : core)
const TASKS = { learn: measureLearning, apply: measureApplying }
console.log(JSON.stringify(await TASKS[task]()))

async function measureLearning() {
  const { result, ...cost } = await timed(() => learn(readRecords(file)))
  writeFileSync(policyFile, JSON.stringify(result.result.policy))
  return { ...cost, peakMb: process.resourceUsage().maxRSS / 1024 }
}

async function measureApplying() {
  const apply = createApplier(JSON.parse(readFileSync(policyFile, 'utf8')))
  const urls = await readUrls(file, MOST_APPLIED)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timed(() => readAll(apply, urls)))
  return {
    urls: urls.length,
    wallMs: median(rounds.map(({ wallMs }) => wallMs)),
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
  }
}
