import { cpus, loadavg } from 'node:os'
import process from 'node:process'

/**
 * Times work on `rows` rows and takes the best of several rounds, because other programs can only make a round slower.
 *
 * @param work processes all rows once
 * @returns rows per second, and per second of CPU time of this process without its children
 */
export async function measureRows(rows, work, rounds = 3) {
  let [best, bestCpu] = [Infinity, Infinity]
  for (let round = 0; round < rounds; round += 1) {
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(cpu)
    best = Math.min(best, (performance.now() - started) / 1000)
    bestCpu = Math.min(bestCpu, (user + system) / 1e6)
  }
  return { rows, perSecond: Math.round(rows / best), perCpuSecond: Math.round(rows / bestCpu) }
}

export const formatRate = ({ perSecond, perCpuSecond }) =>
  `${perSecond.toLocaleString('en')} rows/s, ${perCpuSecond.toLocaleString('en')} per second of CPU time`

/** Printed with every figure, because a loaded machine makes it worse. */
export const describeMachine = () => `${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`
