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
 * again goes on in the same steps. The last batch may be empty.
 */
export async function* batchesOf(lines: Lines, skip: number, limits: BatchLimits): AsyncGenerator<Batch> {
  let batch: Line[] = []
  let position = 0
  let weight = 0
  for await (const item of lines) {
    for (const line of Array.isArray(item) ? (item as readonly Line[]) : [item as Line]) {
      position += 1
      if (position <= skip) continue
      batch.push(line)
      weight += weightOf(line)
      if (batch.length < limits.lines && weight < limits.weight) continue
      yield { lines: batch, end: position, isLast: false }
      batch = []
      weight = 0
    }
  }
  yield { lines: batch, end: Math.max(position, skip), isLast: true }
}

function weightOf(line: Line): number {
  return typeof line === 'string' ? line.length : line.raw.length
}
