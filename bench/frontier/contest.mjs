import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median } from '../support/figures.mjs'

const MEASURE = fileURLToPath(new URL('measure.mjs', import.meta.url))

/** Runs so many workers at once, when all of them have warmed up, and adds up what they did. */
export async function race({ contestant, location, warmUp, workers, seconds, batch, cpuMs }) {
  // They share the cores, and each is to have as long on one as it has alone.
  const numbers = [1 + workers, seconds, batch].map(String)
  const children = Array.from({ length: workers }, () => start([contestant, location, warmUp, ...numbers]))
  await Promise.all(children.map(({ lines }) => lines.next()))
  const cpuBefore = cpuMs()
  for (const { child } of children) child.stdin.write('go\n')
  const results = await Promise.all(children.map(readResult))
  const urls = results.reduce((sum, result) => sum + result.urls, 0)
  const cpu = results.reduce((sum, result) => sum + result.cpuMs, cpuMs() - cpuBefore)
  return {
    rate: (urls / Math.max(...results.map(({ ms }) => ms))) * 1000,
    cpuUs: (cpu / urls) * 1000,
    claimMs: results.flatMap((result) => result.claimMs),
  }
}

function start(args) {
  const child = spawn(process.execPath, [...process.execArgv, MEASURE, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

async function readResult({ child, lines }) {
  const { value } = await lines.next()
  if (value === undefined) throw new Error('a worker ended early')
  await once(child, 'close')
  return JSON.parse(value)
}

/** The middle of the rounds, and how long claims took in all of them: one round alone has too few to tell the slowest. */
export function summarizeRounds(rounds) {
  const claimMs = rounds.flatMap((round) => round.claimMs).toSorted((a, b) => a - b)
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    cpuUs: median(rounds.map(({ cpuUs }) => cpuUs)),
    claims: claimMs.length,
    p50: at(claimMs, 0.5),
    p99: at(claimMs, 0.99),
  }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** How many times as much the one has as the other: the middle over the rounds, each of which saw the same weather. */
export function computeRatio(figure, one, other) {
  return median(one.rounds.map((round, index) => round[figure] / other.rounds[index][figure]))
}
