import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** The folders of both versions of cgroups, and what to write to which file. */
const GROUPS = [
  {
    root: '/sys/fs/cgroup/cpu',
    settings: (quota: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
  { root: '/sys/fs/cgroup', settings: (quota: number) => ({ 'cpu.max': `${quota} ${PERIOD_US}` }) },
]

/** That of containers. */
const PERIOD_US = 100_000

export interface CpuLimit {
  /** How it is limited, for people. */
  readonly how: string
  /** Call it when the process has ended. */
  remove(): void
}

/**
 * Limits a process to a share of a core. With a cgroup, as a container is limited; where none can be created, the process is stopped and
 * continued by turns, which is harsher: it is late even if it has done nothing before.
 */
export function limitCpu(pid: number, share: number): CpuLimit {
  return limitByGroup(pid, share) ?? limitBySignals(pid, share)
}

function limitByGroup(pid: number, share: number): CpuLimit | null {
  for (const { root, settings } of GROUPS) {
    const folder = `${root}/canonist-test-${pid}`
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      for (const [file, value] of Object.entries(settings(share * PERIOD_US))) writeFileSync(`${folder}/${file}`, value)
      writeFileSync(`${folder}/cgroup.procs`, String(pid))
      return { how: `cgroup, ${share} of a core`, remove: () => rmdirSync(folder) }
    } catch {
      rmdirSync(folder)
    }
  }
  return null
}

function limitBySignals(pid: number, share: number): CpuLimit {
  const [runMs, stopMs] = [share * 100, (1 - share) * 100]
  let timer: NodeJS.Timeout
  const turn = (isStopped: boolean): void => {
    try {
      process.kill(pid, isStopped ? 'SIGCONT' : 'SIGSTOP')
      timer = setTimeout(turn, isStopped ? runMs : stopMs, !isStopped)
    } catch {
      // It has ended.
    }
  }
  turn(false)
  return { how: `stopped ${stopMs} of every 100 ms`, remove: () => clearTimeout(timer) }
}
