import type { Line, Lines } from './line.ts'

export interface BatchLimits {
  readonly lines: number
  /** What the lines of a batch weigh together, in characters, but for the last of them. */
  readonly weight: number
}

export interface Batch {
  readonly lines: readonly Line[]
  /** How many lines of the source come before its end. */
  readonly end: number
  readonly isLast: boolean
}

/**
 * Cuts lines into batches. Where a batch ends depends on nothing but the lines before it, so that work that is taken up
 * again goes on in the same steps. The last batch may be empty. What came before the lines failed is a batch, too.
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

  /** Whether it is full now. */
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
