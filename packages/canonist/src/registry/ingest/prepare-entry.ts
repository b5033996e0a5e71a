import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Policy } from '@canonist/core'
import { compilePolicy } from '../compile-policy.ts'
import type { Line } from './line.ts'
import { listBuffers } from './packed-urls.ts'
import { prepareBatch } from './prepare-batch.ts'

/** Serves the thread that writes: lines come in, prepared batches go out, in the same order. */
function serveBatches(port: MessagePort, sent: Policy): void {
  const policy = compilePolicy(sent)
  if (policy === null) throw new Error(`the policy ${sent.name} is another one here`)
  port.on('message', (lines: readonly Line[]) => {
    const prepared = prepareBatch(lines, policy)
    port.postMessage(prepared, listBuffers(prepared.urls))
  })
}

// A program of its own: preparer.ts starts it as a thread.
if (parentPort !== null) serveBatches(parentPort, workerData as Policy)
