import type { Line, Lines } from './line.ts'

export interface BatchLimits {
  readonly lines: number
  /** The total length of the lines of a batch in characters, without the last one. */
  readonly weight: number
}

export interface Batch {
  readonly lines: readonly Line[]
  /** The number of lines of the source up to its end. */
  readonly end: number
  readonly isLast: boolean
}

/**
 * Cuts lines into batches. The end of a batch depends only on the lines before it, so a resumed run makes the same batches. The last batch
 * may be empty. If reading fails, the lines before the failure are still a batch.
 */
export async function* cutBatches(lines: Lines, skip: number, limits: BatchLimits): AsyncGenerator<Batch> {
  const batch = new BatchBuilder(skip, limits)
  try {
    for await (const item of lines) {
      for (const line of Array.isArray(item) ? (item as readonly Line[]) : [item as Line]) {
        if (batch.add(line)) yield batch.take(false)
      }
    }
  } catch (error) {
    if (!batch.isEmpty) yield batch.take(false)
    throw error
  }
  yield batch.take(true)
}

/**
 * Collects lines until a batch is full. It first skips the lines that an interrupted run has already written.
 *
 * Must never lose its position: a resumed run continues there.
 */
class BatchBuilder {
  readonly #skip: number
  readonly #limits: BatchLimits
  #lines: Line[] = []
  #position = 0
  #weight = 0

  constructor(skip: number, limits: BatchLimits) {
    this.#skip = skip
    this.#limits = limits
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  /** Returns whether the batch is full. */
  add(line: Line): boolean {
    this.#position += 1
    if (this.#position <= this.#skip) return false
    this.#lines.push(line)
    this.#weight += weighLine(line)
    return this.#lines.length >= this.#limits.lines || this.#weight >= this.#limits.weight
  }

  take(isLast: boolean): Batch {
    const lines = this.#lines
    this.#lines = []
    this.#weight = 0
    return { lines, end: Math.max(this.#position, this.#skip), isLast }
  }
}

function weighLine(line: Line): number {
  return typeof line === 'string' ? line.length : line.raw.length
}
