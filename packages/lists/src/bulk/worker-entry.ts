import { Buffer } from 'node:buffer'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { createNormalizeWork, resolvePolicy, type NormalizeJob } from './normalize-job.ts'
import type { BlockMessage, ResultMessage } from './worker-messages.ts'

/** Serves one worker thread: blocks come in, results go out. */
export function serveBlocks(port: MessagePort, job: NormalizeJob): void {
  const work = createNormalizeWork(job, resolvePolicy(job.policy))
  port.on('message', ({ input, length, bad, output }: BlockMessage) => {
    const result = work({ bytes: Buffer.from(input), length, bad }, Buffer.from(output))
    const bytes = result.output.buffer as ArrayBuffer
    const message: ResultMessage = { input, output: bytes, length: result.length, tally: result.tally }
    port.postMessage(message, [input, bytes])
  })
  port.postMessage('ready')
}

// The only file here that runs as a program: worker-pool.ts starts it as a thread.
if (parentPort !== null) serveBlocks(parentPort, workerData as NormalizeJob)
