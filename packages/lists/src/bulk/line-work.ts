import type { BlockWork } from './block-work.ts'
import { readLines } from '../io/lines.ts'
import { countRejected, createTally, type LineOutcome, type RejectedLine } from '../io/line-outcome.ts'
import { OutputBuffer } from './output-buffer.ts'

/** The output for a line (`null`: none), and why it was rejected, if it was. */
export interface LineResult {
  readonly text: string | null
  readonly rejected: RejectedLine | null
}

/** Processes one line that is not empty. */
export type LineTask = (line: string | RejectedLine) => LineResult

/** Called with the byte of a block's output at which a record ends. */
export type EndRecord = (end: number) => void

/** Passes each line to `task`. An empty line stays empty, or is left out if `keepsEmpty` is false. */
export function createLineWork(
  task: LineTask,
  keepsEmpty: boolean,
  keepsRejected = false,
  endRecord: EndRecord | null = null,
): BlockWork {
  return (block, memory) => {
    const tally = createTally(keepsRejected)
    const output = new OutputBuffer(memory)
    for (const line of readLines(block)) {
      tally.lines += 1
      const result = line === '' ? chooseEmptyResult(keepsEmpty) : task(line)
      if (result.rejected !== null) countRejected(tally, result.rejected)
      if (result.text === null) continue
      output.utf8(result.text)
      output.newline()
      endRecord?.(output.length)
    }
    tally.fileLines = tally.lines
    return { output: output.bytes, length: output.length, tally }
  }
}

const KEPT: LineResult = { text: '', rejected: null }
const LEFT_OUT: LineResult = { text: null, rejected: null }

function chooseEmptyResult(keepsEmpty: boolean): LineResult {
  return keepsEmpty ? KEPT : LEFT_OUT
}

export function findRejection(outcome: LineOutcome | null): RejectedLine | null {
  return outcome?.ok === false ? outcome : null
}
