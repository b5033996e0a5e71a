import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Policy } from '@canonist/core'
import type { Line } from './line.ts'
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts'

/** Does all that needs no database. What is begun is ready when it is asked for. */
export interface Preparer {
  begin(batch: LinesToPrepare): () => Promise<PreparedBatch>
  close(): Promise<void>
}

interface LinesToPrepare {
  readonly lines: readonly Line[]
  readonly isLast: boolean
}

/** Smaller batches are done before a thread has started. */
const THREAD_FROM_LINES = 10_000

/**
 * Prepares a batch in another thread while this one writes the batch before, where that is worth it: databases take
 * about as long as all the rest.
 */
export class BatchPreparer implements Preparer {
  readonly #policy: Policy
  readonly #usesThread: boolean | undefined
  #thread: PreparingThread | null = null

  /** @param usesThread by default where batches are large and there is another core */
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
    // Whoever fails before asking for it need not hear that it failed, too.
    prepared.catch(() => undefined)
    return () => prepared
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** Where nothing follows, this thread would only wait for the other. */
function isWorthThread({ lines, isLast }: LinesToPrepare): boolean {
  return !isLast && lines.length >= THREAD_FROM_LINES && availableParallelism() > 1
}

interface Order {
  resolve(batch: PreparedBatch): void
  reject(error: Error): void
}

class PreparingThread {
  readonly #worker: Worker
  /** Answered in this order. */
  readonly #orders: Order[] = []

  constructor({ fingerprint, name, spec }: Policy) {
    this.#worker = new Worker(findEntryUrl(), {
      workerData: { fingerprint, name, spec },
      // Most of what it makes is gone with the batch, and would else be kept for long.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('message', (batch: PreparedBatch) => this.#orders.shift()?.resolve(batch))
    this.#worker.on('error', (error) => this.#fail(error))
    // Also without an error: whoever waits for a thread that is gone would wait for ever.
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread that prepares ended with code ${code}`)))
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

/** The sources run as they are in tests, and as JavaScript once built. */
function findEntryUrl(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./prepare-entry.${extension}`, import.meta.url)
}
