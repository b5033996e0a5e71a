import type { BlockWork } from './block-work.ts'
import { judgeRecord } from './json-record.ts'
import type { RecordFormat } from './record-format.ts'
import type { Judge } from './judge.ts'
import type { LineFormat } from './line-format.ts'
import { createLineWork, type LineTask } from './line-work.ts'

/** Says whether a URL is new, and remembers it. */
export type IsNew = (url: string, input: string) => boolean

/** Keeps the first line of every URL; a refused line is counted and left out. */
export function createDedupeWork(judge: Judge, isNew: IsNew, format: LineFormat, keepsRejected = false): BlockWork {
  const task: LineTask = (line) => {
    const outcome = typeof line === 'string' ? judge(line) : line
    if (!outcome.ok) return { text: null, rejected: outcome }
    const text = isNew(outcome.url, outcome.input) ? format(outcome) : null
    return { text, rejected: null }
  }
  return createLineWork(task, false, keepsRejected)
}

/** The same for JSON lines with the URL in `column`. */
export function createRecordDedupeWork(
  judge: Judge,
  isNew: IsNew,
  { column, format, keepsRejected }: RecordWork,
): BlockWork {
  const task: LineTask = (line) => {
    const judged = judgeRecord(line, column, judge)
    const { outcome } = judged
    if (!outcome.ok) return { text: null, rejected: outcome }
    return { text: isNew(outcome.url, outcome.input) ? format(judged) : null, rejected: null }
  }
  return createLineWork(task, false, keepsRejected)
}

export interface RecordWork {
  readonly column: string
  readonly format: RecordFormat
  readonly keepsRejected: boolean
}
