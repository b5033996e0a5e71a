import type { Environment } from '../environment.ts'
import { createBar } from './progress.ts'

export interface CountedProgress {
  update(done: number, failed?: number): void
  stop(): void
}

export interface CountedWork {
  /** Null if unknown. */
  readonly total: number | null
  readonly unit: 'URLs' | 'links' | 'pages' | 'requests'
  readonly isQuiet: boolean
}

/** A progress line with the counts of finished and failed items; only on a terminal. */
export async function startCountedProgress(
  environment: Environment,
  { total, unit, isQuiet }: CountedWork,
): Promise<CountedProgress> {
  if (isQuiet || total === 0 || !environment.showsProgress) return { update: () => undefined, stop: () => undefined }
  const started = environment.now()
  const state = (done: number, failed: number): { state: string } => ({
    state: formatProgress({ done, failed, total, unit, elapsedMs: environment.now() - started }),
  })
  const bar = await createBar(environment, total === null ? '{state}' : '{bar} {state}')
  bar.start(total ?? 1, 0, state(0, 0))
  return {
    update: (done, failed = 0) => bar.update(total === null ? 0 : done, state(done, failed)),
    stop: () => bar.stop(),
  }
}

export interface ProgressState {
  readonly done: number
  readonly failed: number
  readonly total: number | null
  readonly unit: string
  readonly elapsedMs: number
}

/** Before this, the time left cannot be estimated. */
const GUESS_AFTER_MS = 5000

/** @example formatProgress({ done: 12, failed: 2, total: 40, unit: 'URLs', elapsedMs: 0 }) // '12 of 40 URLs, 2 failed' */
export function formatProgress({ done, failed, total, unit, elapsedMs }: ProgressState): string {
  const count =
    total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`
  const isGuessable = total !== null && done > 0 && done < total && elapsedMs >= GUESS_AFTER_MS
  const left = isGuessable ? `, about ${formatTimeLeft((elapsedMs / done) * (total - done))} left` : ''
  return `${count}${failed === 0 ? '' : `, ${formatCount(failed)} failed`}${left}`
}

const formatCount = (value: number): string => value.toLocaleString('en')

function formatTimeLeft(ms: number): string {
  if (ms < 90_000) return `${Math.max(1, Math.round(ms / 1000))} s`
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}
