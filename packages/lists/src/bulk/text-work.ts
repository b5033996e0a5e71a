import type { Buffer } from 'node:buffer'
import { createNormalizer, type Policy } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { createJudge } from './judge.ts'
import { ENTRY, LineScanner, readEntry, readEntryKind } from './kernel/line-scanner.ts'
import { MAX_LINE_BYTES } from '../io/line-errors.ts'
import { decodeLine, splitIntoPieces, toLatin1 } from '../io/lines.ts'
import { countRejected, type LineOutcome } from '../io/line-outcome.ts'
import { createScannedWork, type Rewrite } from './scanned-work.ts'

const CARRIAGE_RETURN = 13

/**
 * Text in, text out: the hot path of the command. Most lines are normal already. A scanner finds them as bytes, and only the others
 * become strings.
 *
 * The scanner passes lines on as latin1. That is correct for plain ASCII; any other line is decoded from its bytes.
 */
export function createTextWork(policy: Policy, keepsRejected = false): BlockWork {
  const scanner = new LineScanner(policy)
  return createScannedWork(scanner, (block) => scanner.scan(block), createRewriter(policy), keepsRejected)
}

/** Writes the new text of the lines that were passed on, one line for each; a rejected line is empty. */
function createRewriter(policy: Policy): Rewrite {
  const normalizer = createNormalizer(policy)
  const judgeBytes = createByteJudge(policy)
  return (block, scanned, results, tally) => {
    let index = 0
    for (const piece of splitIntoPieces(scanned.texts)) {
      const text = toLatin1(piece)
      let written = ''
      for (let start = 0, stop = 0; start < text.length; start = stop + 1, index += 1) {
        stop = text.indexOf('\n', start)
        const end = text.charCodeAt(stop - 1) === CARRIAGE_RETURN ? stop - 1 : stop
        const line = text.slice(start, end)
        const isShort = line.length <= MAX_LINE_BYTES
        const url =
          line === '' ? line : isShort && readEntryKind(scanned, index) === ENTRY.plain ? normalizer(line) : null
        if (url !== null) {
          written += `${url}\n`
          continue
        }
        const entry = readEntry(scanned, index)
        const outcome = judgeBytes(block.bytes.subarray(entry.start, entry.start + end - start))
        if (outcome.ok) written += outcome.url
        else countRejected(tally, outcome, entry.line)
        written += '\n'
      }
      results.latin1(written)
    }
  }
}

/** Judges a line that is not plain, and finds the reason for a rejected one. */
function createByteJudge(policy: Policy): (bytes: Buffer) => LineOutcome {
  const judge = createJudge(policy)
  return (bytes) => {
    const line = decodeLine(bytes)
    return typeof line === 'string' ? judge(line) : line
  }
}
