import type { SingleBar } from 'cli-progress'
import type { OnProgress } from '../../io/input-report.ts'
import type { Environment } from '../environment.ts'

export interface Progress {
  readonly update: OnProgress
  stop(): void
}

const SILENT: Progress = { update: () => undefined, stop: () => undefined }

/** A shorter list is done before anyone could read a bar. */
const BAR_FROM_BYTES = 1_000_000

/** Shows a bar on a terminal, and nothing elsewhere. */
export async function startProgress(
  environment: Environment,
  size: number | null,
  isQuiet: boolean,
): Promise<Progress> {
  const isShort = size !== null && size < BAR_FROM_BYTES
  if (isQuiet || isShort || !environment.showsProgress) return SILENT
  const bar = await createBar(
    environment,
    size === null ? '{lines} lines, {megabytes} MB' : '{bar} {percentage}% {lines} lines, {eta_formatted} left',
  )
  bar.start(size ?? 1, 0, formatCounts(0, 0))
  return {
    update: (bytes, lines) => bar.update(size === null ? 0 : bytes, formatCounts(bytes, lines)),
    stop: () => bar.stop(),
  }
}

export interface Counting {
  readonly update: (count: number) => void
  stop(): void
}

/** Shows a count, for work of unknown length. */
export async function startCounting(environment: Environment, isQuiet: boolean, unit: string): Promise<Counting> {
  if (isQuiet || !environment.showsProgress) return { update: () => undefined, stop: () => undefined }
  const bar = await createBar(environment, `{count} ${unit}`)
  const counted = (count: number): { count: string } => ({ count: count.toLocaleString('en') })
  bar.start(1, 0, counted(0))
  return { update: (count) => bar.update(0, counted(count)), stop: () => bar.stop() }
}

/** A line that is redrawn in place. */
export async function createBar({ stderr }: Environment, format: string): Promise<SingleBar> {
  const { SingleBar } = await import('cli-progress')
  return new SingleBar({
    stream: stderr,
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    hideCursor: null,
    // Leaves the terminal as it is: nothing to restore after Ctrl-C.
    linewrap: true,
    fps: 10,
    etaBuffer: 50,
  })
}

function formatCounts(bytes: number, lines: number): { lines: string; megabytes: string } {
  return { lines: lines.toLocaleString('en'), megabytes: (bytes / 1e6).toFixed(0) }
}
