import { createNormalizer, type Policy } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { createJudge } from './judge.ts'
import type { Block } from '../io/line-blocks.ts'
import { MAX_LINE_BYTES } from '../io/line-errors.ts'
import { decodeLine, isPlain, toLatin1, splitIntoPieces } from '../io/lines.ts'
import { countRejected, createTally, type LineOutcome, type Tally } from '../io/line-outcome.ts'
import { OutputBuffer } from './output-buffer.ts'

const CARRIAGE_RETURN = 13
const NEWLINE = 10

/**
 * Text in, text out: the hot path of the command. Most lines are normal already, so what is copied is runs of
 * unchanged bytes, and only a line that changes is handled by itself.
 *
 * The normalizer sees the raw bytes as latin1 characters. That is safe because a normalized URL is plain ASCII: where
 * the line comes back unchanged there was no other byte and no NUL in it. Any other line is looked at again.
 */
export function createTextWork(policy: Policy, keepsRejected = false): BlockWork {
  const rewrite = createRewriter(policy)
  return (block, memory) => {
    const output = new OutputBuffer(memory)
    const tally = createTally(keepsRejected)
    for (const piece of splitIntoPieces(block)) rewrite(piece, output, tally)
    tally.fileLines = tally.lines
    return { output: output.bytes, length: output.length, tally }
  }
}

function createRewriter(policy: Policy): (piece: Block, output: OutputBuffer, tally: Tally) => void {
  const normalizer = createNormalizer(policy)
  const readAgain = createSecondLook(policy)
  return (piece, output, tally) => {
    const text = toLatin1(piece)
    let copied = 0
    for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
      stop = text.indexOf('\n', start)
      if (stop < 0) stop = text.length
      const end = text.charCodeAt(stop - 1) === CARRIAGE_RETURN && stop > start ? stop - 1 : stop
      const line = text.slice(start, end)
      const url = end === start ? line : normalizer(line)
      tally.lines += 1
      if (url === line && end === stop && end - start <= MAX_LINE_BYTES) continue
      output.copy(piece.bytes, copied, start)
      copied = stop + 1
      const outcome = url !== null && isPlain(line) ? url : readAgain(piece, start, end)
      if (typeof outcome === 'string') output.latin1(outcome)
      else if (outcome.ok) output.latin1(outcome.url)
      else countRejected(tally, outcome)
      output.newline()
    }
    copyRest(piece, copied, output)
  }
}

/** Judges a line from its bytes: decodes UTF-8, and finds the reason for a rejected line. */
function createSecondLook(policy: Policy): (block: Block, start: number, end: number) => LineOutcome {
  const judge = createJudge(policy)
  return (block, start, end) => {
    const line = decodeLine(block.bytes.subarray(start, end))
    return typeof line === 'string' ? judge(line) : line
  }
}

function copyRest(block: Block, copied: number, output: OutputBuffer): void {
  if (copied >= block.length) return
  output.copy(block.bytes, copied, block.length)
  if (block.bytes[block.length - 1] !== NEWLINE) output.newline()
}
