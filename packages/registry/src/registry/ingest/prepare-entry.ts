import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Policy } from '@canonist/core'
import { compilePolicy } from '../compile-policy.ts'
import type { Line } from './line.ts'
import { listBuffers } from './packed-urls.ts'
import { prepareBatch } from './prepare-batch.ts'

/** Prepares batches for the thread that writes: receives lines, and sends prepared batches in the same order. */
function serveBatches(port: MessagePort, sent: Policy): void {
  const policy = compilePolicy(sent)
  if (policy === null) throw new Error(`the policy ${sent.name} has another fingerprint in this thread`)
  port.on('message', (lines: readonly Line[]) => {
    const prepared = prepareBatch(lines, policy)
    port.postMessage(prepared, listBuffers(prepared.urls))
  })
}

// The entry of a thread that batch-preparer.ts starts.
if (parentPort !== null) serveBatches(parentPort, workerData as Policy)
