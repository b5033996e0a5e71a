import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Policy } from '@canonist/core'
import type { Line } from './line.ts'
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts'

/** Prepares batches: everything that needs no database. `begin` starts, and the function it returns waits for the result. */
export interface Preparer {
  begin(batch: LinesToPrepare): () => Promise<PreparedBatch>
  close(): Promise<void>
}

interface LinesToPrepare {
  readonly lines: readonly Line[]
  readonly isLast: boolean
}

/** Smaller batches are done before a thread would have started. */
const THREAD_FROM_LINES = 10_000

/**
 * Prepares a batch in another thread while this one writes the previous batch, if that pays off: writing takes about as long as everything
 * else. The thread starts with the first large batch and runs until `close`. Results must never change their order.
 */
export class BatchPreparer implements Preparer {
  readonly #policy: Policy
  readonly #usesThread: boolean | undefined
  #thread: PreparingThread | null = null

  /** @param usesThread default: for large batches on several cores */
  constructor(policy: Policy, usesThread?: boolean) {
    this.#policy = policy
    this.#usesThread = usesThread
  }

  begin(batch: LinesToPrepare): () => Promise<PreparedBatch> {
    const { lines } = batch
    if (this.#thread === null && !(this.#usesThread ?? isWorthThread(batch)))
      return () => Promise.resolve(prepareBatch(lines, this.#policy))
    this.#thread ??= new PreparingThread(this.#policy)
    const prepared = this.#thread.prepare(lines)
    // If the caller fails first and never waits for the result, its rejection must not be reported as unhandled.
    prepared.catch(() => undefined)
    return () => prepared
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** For the last batch a thread gains nothing: this one would only wait for it. */
function isWorthThread({ lines, isLast }: LinesToPrepare): boolean {
  return !isLast && lines.length >= THREAD_FROM_LINES && availableParallelism() > 1
}

interface Order {
  resolve(batch: PreparedBatch): void
  reject(error: Error): void
}

class PreparingThread {
  readonly #worker: Worker
  /** Results arrive in this order. */
  readonly #orders: Order[] = []

  constructor({ fingerprint, name, spec }: Policy) {
    this.#worker = new Worker(findEntryUrl(), {
      workerData: { fingerprint, name, spec },
      // Most objects are garbage after each batch; a small young generation frees them early.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('message', (batch: PreparedBatch) => this.#orders.shift()?.resolve(batch))
    this.#worker.on('error', (error) => this.#fail(error))
    // Also without an error: otherwise callers would wait forever for a thread that has ended.
    this.#worker.on('exit', (code) => this.#fail(new Error(`the preparing thread exited with code ${code}`)))
  }

  prepare(lines: readonly Line[]): Promise<PreparedBatch> {
    return new Promise((resolve, reject) => {
      this.#orders.push({ resolve, reject })
      this.#worker.postMessage(lines, [])
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error))
    for (const { reject } of this.#orders.splice(0)) reject(failure)
  }
}

/** Tests run the TypeScript sources; the build has JavaScript. */
function findEntryUrl(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./prepare-entry.${extension}`, import.meta.url)
}
