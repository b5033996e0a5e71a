import type { BlockWork } from './block-work.ts'
import { linesOf } from '../io/lines.ts'
import { countRejected, emptyTally, type Outcome, type Rejected } from '../io/outcome.ts'
import { OutputBuffer } from './output-buffer.ts'

/** What is written for a line (`null`: nothing at all), and why it was refused, if it was. */
export interface LineResult {
  readonly text: string | null
  readonly rejected: Rejected | null
}

/** What becomes of one line that is not empty. */
export type LineTask = (line: string | Rejected) => LineResult

/** Line by line through `task`; an empty line stays empty, or is left out where `keepsEmpty` is false. */
export function createLineWork(task: LineTask, keepsEmpty: boolean): BlockWork {
  return (block, memory) => {
    const tally = emptyTally()
    let written = ''
    for (const line of linesOf(block)) {
      tally.lines += 1
      const result = line === '' ? emptyLine(keepsEmpty) : task(line)
      if (result.rejected !== null) countRejected(tally, result.rejected)
      if (result.text !== null) written += `${result.text}\n`
    }
    const output = new OutputBuffer(memory)
    output.utf8(written)
    return { output: output.bytes, length: output.length, tally }
  }
}

const KEPT: LineResult = { text: '', rejected: null }
const LEFT_OUT: LineResult = { text: null, rejected: null }

function emptyLine(keepsEmpty: boolean): LineResult {
  return keepsEmpty ? KEPT : LEFT_OUT
}

export function rejectedOf(outcome: Outcome): Rejected | null {
  return outcome.ok ? null : outcome
}
