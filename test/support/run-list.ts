import { exitCode, start } from './command.ts'
import { readPeakMemory } from './feed-list.ts'

export interface ListRun {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly stderr: string
  /** MB. */
  readonly peak: number
  /** Milliseconds from the start of the command to each piece of its output. */
  readonly firstMs: number
  readonly totalMs: number
}

/** Runs a command over a list and watches its output and its memory. */
export async function runList(args: readonly string[], cwd: string): Promise<ListRun> {
  const started = performance.now()
  const child = start(args, { cwd })
  const code = exitCode(child)
  child.stdin.end()
  const [out, err]: [string[], string[]] = [[], []]
  let [peak, firstMs] = [0, 0]
  const watch = setInterval(() => (peak = child.exitCode === null ? peakOr(peak, child.pid ?? 0) : peak), 50)
  child.stdout.on('data', (data: Buffer) => {
    firstMs ||= performance.now() - started
    out.push(data.toString())
  })
  child.stderr.on('data', (data: Buffer) => void err.push(data.toString()))
  const ended = await code
  clearInterval(watch)
  const lines = out.join('').split('\n').slice(0, -1)
  return { code: ended, lines, stderr: err.join(''), peak, firstMs, totalMs: performance.now() - started }
}

/** The process may end between two looks. */
function peakOr(before: number, pid: number): number {
  try {
    return readPeakMemory(pid) || before
  } catch {
    return before
  }
}
