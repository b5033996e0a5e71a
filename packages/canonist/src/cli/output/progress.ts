import type { OnProgress } from '@canonist/lists/internal/io/input-report'
import type { Environment } from '../environment.ts'
import { formatBar, formatProgress } from './format-progress.ts'
import { Pace } from './pace.ts'

/** How far long work is. */
export interface Reading {
  /** What is done at the moment, where the work has several parts. */
  readonly phase?: string | undefined
  /** Null if nothing can be counted. */
  readonly count: number | null
  readonly unit: string
  /** How much there is to count; null if unknown. */
  readonly total: number | null
  /** How much of the work is done, from 0 to 1; null if unknown. */
  readonly share: number | null
  readonly failed?: number | undefined
}

export interface LiveProgress {
  /** Call it whenever the reading has changed. */
  readonly changed: () => void
  readonly stop: () => void
}

const SILENT: LiveProgress = { changed: () => undefined, stop: () => undefined }

export interface ReadingOptions {
  /** Whether the first step may keep everything else waiting, so that the line must be drawn before it. */
  readonly beginsBusy?: boolean | undefined
}

/** Shows on a terminal how far the work is, how fast it goes and how long it will take; nothing elsewhere. */
export async function startReading(
  environment: Environment,
  isQuiet: boolean,
  read: () => Reading,
  { beginsBusy = false }: ReadingOptions = {},
): Promise<LiveProgress> {
  if (isQuiet || !environment.showsProgress) return SILENT
  let phase = read().phase
  let [counts, shares] = [new Pace(), new Pace()]
  const format = (columns: number): string => {
    const { share, ...reading } = read()
    const now = environment.now()
    const [perSecond, shareASecond] = [counts.note(now, reading.count ?? 0), shares.note(now, share ?? 0)]
    const leftMs = share === null || share >= 1 || !shareASecond ? null : ((1 - share) / shareASecond) * 1000
    const numbers = formatProgress({ ...reading, perSecond, leftMs })
    return share === null ? numbers : `${formatBar(share, columns)}${numbers}`
  }
  const line = await environment.openLiveLine(format)
  if (beginsBusy) line.draw()
  const enter = (next: string | undefined): void => {
    phase = next
    ;[counts, shares] = [new Pace(), new Pace()]
    // The next part may keep everything else waiting.
    line.draw()
  }
  return {
    changed() {
      const next = read().phase
      if (next === phase) line.drawIfDue()
      else enter(next)
    },
    stop: () => line.close(),
  }
}

export interface Progress {
  readonly update: OnProgress
  stop(): void
}

/** Shows how far lists are read; `size` is their bytes, null if unknown. */
export async function startProgress(
  environment: Environment,
  size: number | null,
  isQuiet: boolean,
): Promise<Progress> {
  let [read, count] = [0, 0]
  const line = await startReading(environment, isQuiet, () => ({
    count,
    unit: 'lines',
    total: null,
    share: computeShare(read, size),
  }))
  return {
    update(bytes, lines) {
      ;[read, count] = [bytes, lines]
      line.changed()
    },
    stop: line.stop,
  }
}

/** The size may be that of a file that grows meanwhile. */
export const computeShare = (read: number, size: number | null): number | null =>
  size === null ? null : Math.min(1, read / Math.max(1, size))

export interface CountedProgress {
  readonly update: (done: number, failed?: number) => void
  readonly stop: () => void
}

export interface CountedWork extends ReadingOptions {
  /** Null if unknown. A function is only called if the progress is shown. */
  readonly total: number | null | (() => Promise<number>)
  readonly unit: 'URLs' | 'links' | 'pages' | 'requests' | 'rows'
  readonly isQuiet: boolean
}

/** Shows how many items are finished, and how many of them failed. */
export async function startCountedProgress(environment: Environment, work: CountedWork): Promise<CountedProgress> {
  const { unit, isQuiet, beginsBusy } = work
  const isShown = !isQuiet && environment.showsProgress
  const known = typeof work.total === 'function' ? (isShown ? await work.total() : null) : work.total
  let [count, failed] = [0, 0]
  const read = (): Reading => {
    // What is counted may grow meanwhile.
    const total = known === null ? null : Math.max(known, count)
    return { count, unit, total, failed, share: total === null || total === 0 ? null : count / total }
  }
  const line = await startReading(environment, isQuiet, read, { beginsBusy })
  return {
    update(done, failures = 0) {
      ;[count, failed] = [done, failures]
      line.changed()
    },
    stop: line.stop,
  }
}
