import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { LOOP_CLOCK } from '@canonist/web/internal/net/loop-clock'
import { formatPercent } from '@canonist/core/internal/text/format-percent'
import { plural } from '@canonist/core/internal/text/plural'

/** How strained the process is. Shares are numbers from 0 to 1. */
export interface Load {
  /** The share of the time since the last look in which the process was late. */
  readonly late: number
  /** The share of its memory that it uses. */
  readonly memory: number
}

export interface ConcurrencyLimitOptions {
  /** The limit when the process is not strained. */
  readonly most: number
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly readLoad?: (() => Load) | undefined
  /** Called with the reason when the limit is lowered for the first time, and with null when it is back at `most`. */
  readonly onStrain: (message: string | null) => void
}

const LOOK_EVERY_MS = 1000
/** At 0.75, a turn of the event loop takes a quarter of a second. One that only has much to do takes less. */
const STRAINED: Load = { late: 0.75, memory: 0.9 }
const CALM: Load = { late: 0.4, memory: 0.8 }

/**
 * Decides how many URLs a worker fetches at once, by the CPU time and the memory that its process gets.
 *
 * It is *full*, or *lowered*. While the process is strained, the limit is halved each second, but not again before the visits in progress
 * have become as few as it allows: until then nothing shows whether that was enough. While the process is calm and the limit is reached,
 * it is raised by one each second.
 *
 * Must never fall below one, or rise above the limit that the caller set.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions
  readonly #readLoad: () => Load
  #current: number
  #lookAt: number
  #load: Load = { late: 0, memory: 0 }

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options
    this.#readLoad = options.readLoad ?? createLoadReader()
    this.#current = options.most
    this.#lookAt = options.now() + LOOK_EVERY_MS
  }

  get current(): number {
    return this.#current
  }

  /** The load at the last look. */
  get load(): Load {
    return this.#load
  }

  /** Call this often, with the number of visits in progress: it looks when the interval has passed. */
  adjust(visits: number): void {
    const now = this.#options.now()
    if (now < this.#lookAt) return
    this.#lookAt = now + LOOK_EVERY_MS
    this.#load = this.#readLoad()
    const { late, memory } = this.#load
    if (late >= STRAINED.late || memory >= STRAINED.memory) this.#lower(visits)
    else if (late <= CALM.late && memory <= CALM.memory) this.#raise(visits)
  }

  #lower(visits: number): void {
    const { most, onStrain } = this.#options
    if (visits > this.#current || this.#current === 1) return
    if (this.#current === most) onStrain(describeStrain(most, this.#load))
    this.#current = Math.floor(this.#current / 2)
  }

  #raise(visits: number): void {
    const { most, onStrain } = this.#options
    if (visits < this.#current || this.#current === most) return
    this.#current += 1
    if (this.#current === most) onStrain(null)
  }
}

function describeStrain(most: number, { late, memory }: Load): string {
  const isLate = late >= STRAINED.late
  const problem = isLate ? `late ${formatPercent(late)} of the time` : `using ${formatPercent(memory)} of its memory`
  const need = isLate ? 'CPU time' : 'memory'
  return `this process is ${problem}: it has too little ${need} for ${plural(most, 'page')} at once, so it fetches fewer for now. Lower the concurrency, or give it more ${need}`
}

/** Reads the load since the last call. */
function createLoadReader(): () => Load {
  let [at, lostMs] = [performance.now(), LOOP_CLOCK.lostMs]
  return () => {
    const before = { at, lostMs }
    ;[at, lostMs] = [performance.now(), LOOP_CLOCK.lostMs]
    return { late: (lostMs - before.lostMs) / Math.max(1, at - before.at), memory: readMemory() }
  }
}

/** By the heap or by the whole process, whichever is nearer to its limit. */
function readMemory(): number {
  const { used_heap_size: heap, heap_size_limit: heapLimit } = getHeapStatistics()
  // 0 if there is no limit.
  const limit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(heap / heapLimit, process.memoryUsage.rss() / limit)
}
