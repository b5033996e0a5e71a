import { Buffer } from 'node:buffer'
import { Worker } from 'node:worker_threads'
import type { BlockResult, BlockWork } from './block-work.ts'
import type { BlockRunner } from './block-runner.ts'
import { BLOCK_BYTES, type Block } from '../io/line-blocks.ts'
import type { NormalizeJob } from './normalize-job.ts'
import { BulkError } from './errors.ts'
import type { BlockMessage, FromWorker, ResultMessage } from './worker-messages.ts'

/** One block in progress and one waiting, so that no worker is idle while this thread is busy. */
const BLOCKS_PER_WORKER = 2

interface PendingBlock {
  readonly resolve: (result: BlockResult) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** The worker returns them in this order. */
  readonly pending: PendingBlock[]
  isReady: boolean
}

/**
 * Spreads blocks over up to `count` threads. This thread is one of them: it processes a block itself whenever the others
 * are busy, so nothing waits while they start. One more thread is started only for a block that is not the
 * first: a short list never waits for threads that have nothing to do. The buffers travel with the blocks and come back, so that
 * nothing is copied or allocated twice.
 */
export class WorkerPool implements BlockRunner {
  readonly depth: number
  readonly #work: BlockWork
  readonly #job: NormalizeJob
  readonly #maxThreads: number
  readonly #threads: Thread[] = []
  #isFirst = true
  readonly #inputs: Buffer[] = []
  readonly #outputs: Buffer[] = []

  constructor(count: number, job: NormalizeJob, work: BlockWork) {
    // Some more than the workers hold, because this thread may run ahead of the oldest block in progress.
    this.depth = count * (BLOCKS_PER_WORKER + 1)
    this.#work = work
    this.#job = job
    this.#maxThreads = count - 1
  }

  acquireInput(): Buffer {
    return this.#inputs.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
  }

  run(block: Block): Promise<BlockResult> {
    const output = this.#outputs.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES * 2)
    if (!this.#isFirst && this.#threads.length < this.#maxThreads) this.#threads.push(this.#start())
    this.#isFirst = false
    const thread = this.#findLeastBusy()
    if (thread !== null) return send(thread, block, output)
    const result = this.#work(block, output)
    this.#inputs.push(block.bytes)
    return Promise.resolve(result)
  }

  releaseOutput(result: BlockResult): void {
    this.#outputs.push(result.output)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #start(): Thread {
    const thread: Thread = {
      worker: new Worker(findEntryUrl(), { workerData: this.#job }),
      pending: [],
      isReady: false,
    }
    thread.worker.on('message', (message: FromWorker) => {
      if (message === 'ready') thread.isReady = true
      else this.#finish(thread, message)
    })
    thread.worker.on('error', (error) => fail(thread, error))
    // Also if it ended without an error: a caller would wait forever for its block.
    thread.worker.on('exit', (code) => fail(thread, new Error(`it ended with code ${code}`)))
    return thread
  }

  /** The worker with the fewest blocks, or `null` if all have enough. */
  #findLeastBusy(): Thread | null {
    let found: Thread | null = null
    for (const thread of this.#threads) {
      const isFree = thread.isReady && thread.pending.length < BLOCKS_PER_WORKER
      if (isFree && (found === null || thread.pending.length < found.pending.length)) found = thread
    }
    return found
  }

  #finish(thread: Thread, { input, output, length, tally }: ResultMessage): void {
    this.#inputs.push(Buffer.from(input))
    thread.pending.shift()?.resolve({ output: Buffer.from(output), length, tally })
  }
}

function send(thread: Thread, { bytes, length, bad }: Block, output: Buffer): Promise<BlockResult> {
  return new Promise((resolve, reject) => {
    thread.pending.push({ resolve, reject })
    const message = { input: bytes.buffer, length, bad, output: output.buffer } as BlockMessage
    thread.worker.postMessage(message, [message.input, message.output])
  })
}

function fail(thread: Thread, error: unknown): void {
  thread.isReady = false
  const reason = error instanceof Error ? error.message : String(error)
  const failure = new BulkError('bulk/worker-failed', { detail: reason, cause: error })
  for (const { reject } of thread.pending) reject(failure)
}

/** Tests run the TypeScript sources; the built package runs JavaScript. */
function findEntryUrl(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./worker-entry.${extension}`, import.meta.url)
}
