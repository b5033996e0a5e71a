import type { Policy } from '@canonist/core'
import { Buffer } from 'node:buffer'
import type { BlockWork } from './block-work.ts'
import { OutputBuffer } from './output-buffer.ts'
import type { UniqueRecords } from './spill/unique-records.ts'
import { createTextWork } from './text-work.ts'

/** Text in, text out, each URL once: the lines are normalized, then compared, and never become strings in between. */
export function createUniqueTextWork(policy: Policy, unique: UniqueRecords, keepsRejected: boolean): BlockWork {
  const normalize = createTextWork(policy, keepsRejected)
  let normalized: Buffer = Buffer.alloc(0)
  return (block, memory) => {
    const { output: lines, length, tally } = normalize(block, normalized)
    normalized = lines
    const output = new OutputBuffer(memory)
    unique.keepLines(lines.subarray(0, length), output)
    return { output: output.bytes, length: output.length, tally }
  }
}
