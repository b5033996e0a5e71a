import { createNormalizer, type Policy } from '@canonist/core'
import { formatCell } from '../io/cell.ts'
import { countRejected, rejectLine, type LineOutcome } from '../io/line-outcome.ts'
import { splitIntoPieces, toLatin1 } from '../io/lines.ts'
import { readQuotedCell } from '../io/row-scanner.ts'
import type { TableDialect } from '../io/table-dialect.ts'
import type { BlockWork } from './block-work.ts'
import { createJudge } from './judge.ts'
import { ENTRY, keepEntry, LineScanner, readEntry, readEntryKind, type ScannedColumn } from './kernel/line-scanner.ts'
import { createScannedWork, type Rewrite } from './scanned-work.ts'
import { createCellJudge } from './table-work.ts'

/**
 * Rewrites one column of a table in place, as text-work.ts does with a list: only cells that change become strings. Must give what `createTableWork`
 * gives for a table that keeps its columns and its spelling; a test compares the two.
 */
export function createColumnWork(policy: Policy, column: ScannedColumn, keepsRejected = false): BlockWork {
  const scanner = new LineScanner(policy)
  const rewrite = createRewriter(policy, column.dialect)
  return createScannedWork(scanner, (block) => scanner.scanColumn(block, column), rewrite, keepsRejected)
}

/** Writes the new text of the cells that were passed on, one line for each. */
function createRewriter(policy: Policy, dialect: TableDialect): Rewrite {
  const normalizer = createNormalizer(policy)
  const judge = createCellJudge(policy, createJudge(policy))
  return (block, scanned, results, tally) => {
    /** A cell that is rejected, or normal after all, stays as it is. */
    const settle = (index: number, outcome: LineOutcome | null): string => {
      if (outcome?.ok === true && outcome.url !== outcome.input) return `${formatCell(outcome.url, dialect)}\n`
      if (outcome?.ok === false) countRejected(tally, outcome, readEntry(scanned, index).line)
      keepEntry(scanned, index)
      return '\n'
    }
    let index = 0
    /** The cells before the next plain one. */
    const rewriteOthers = (): string => {
      let written = ''
      for (; index < scanned.count; index += 1) {
        const kind = readEntryKind(scanned, index)
        if (kind === ENTRY.plain) break
        const { start, end } = readEntry(scanned, index)
        written += settle(index, judgeOther(kind, block.bytes.toString('latin1', start, end)))
      }
      return written
    }
    const judgeOther = (kind: number, raw: string): LineOutcome | null => {
      if (kind === ENTRY.missing) return rejectLine('line/no-column', '')
      const value = kind === ENTRY.quoted ? readQuotedCell(raw) : raw
      return value === '' ? null : judge(value)
    }
    for (const piece of splitIntoPieces(scanned.texts)) {
      const text = toLatin1(piece)
      let written = ''
      for (let start = 0, stop = 0; start < text.length; start = stop + 1, index += 1) {
        written += rewriteOthers()
        stop = text.indexOf('\n', start)
        const cell = text.slice(start, stop)
        const url = normalizer(cell)
        written += url === null ? settle(index, judge(cell)) : `${formatCell(url, dialect)}\n`
      }
      results.latin1(written)
    }
    results.latin1(rewriteOthers())
  }
}
