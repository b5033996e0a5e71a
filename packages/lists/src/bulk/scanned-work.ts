import { Buffer } from 'node:buffer'
import type { Block } from '../io/line-blocks.ts'
import { createTally, type Tally } from '../io/line-outcome.ts'
import type { BlockWork } from './block-work.ts'
import type { LineScanner, ScannedBlock } from './kernel/line-scanner.ts'
import { OutputBuffer } from './output-buffer.ts'

/** Writes the new text of the lines or cells that the scanner has passed on, one line for each. */
export type Rewrite = (block: Block, scanned: ScannedBlock, results: OutputBuffer, tally: Tally) => void

/** Scans a block, rewrites what the scanner passes on, and puts the results in its place. */
export function createScannedWork(
  scanner: LineScanner,
  scan: (block: Block) => ScannedBlock,
  rewrite: Rewrite,
  keepsRejected: boolean,
): BlockWork {
  let memoryOfResults: Buffer = Buffer.alloc(0)
  return (block, memory) => {
    const output = new OutputBuffer(memory)
    const results = new OutputBuffer(memoryOfResults)
    const tally = createTally(keepsRejected)
    const scanned = scan(block)
    tally.lines = scanned.records
    tally.fileLines = scanned.lines
    rewrite(block, scanned, results, tally)
    scanner.replace(results.bytes.subarray(0, results.length), output)
    memoryOfResults = results.bytes
    return { output: output.bytes, length: output.length, tally }
  }
}
