import type { BlockWork } from './block-work.ts'
import { judgeRecord, type RecordColumn } from './json-record.ts'
import type { RecordFormat } from './record-format.ts'
import type { Judge } from './judge.ts'
import type { LineFormat } from './line-format.ts'
import { createLineWork, type EndRecord, type LineTask } from './line-work.ts'

/** Returns whether a URL is new, and remembers it. */
export type IsNew = (url: string, input: string) => boolean

/** Decides which records are kept. */
export interface Keeper {
  readonly isNew: IsNew
  /** Called with the end of each record that is kept. */
  readonly endRecord: EndRecord
}

/** Keeps the first line of every URL; an invalid line is counted and left out. */
export function createDedupeWork(
  judge: Judge,
  { isNew, endRecord }: Keeper,
  format: LineFormat,
  keepsRejected = false,
): BlockWork {
  const task: LineTask = (line) => {
    const outcome = typeof line === 'string' ? judge(line) : line
    if (!outcome.ok) return { text: null, rejected: outcome }
    const text = isNew(outcome.url, outcome.input) ? format(outcome) : null
    return { text, rejected: null }
  }
  return createLineWork(task, false, keepsRejected, endRecord)
}

/** The same for JSON lines with the URL in `column`. */
export function createRecordDedupeWork(
  judge: Judge,
  { isNew, endRecord }: Keeper,
  { input, format, keepsRejected }: RecordWork,
): BlockWork {
  const task: LineTask = (line) => {
    const judged = judgeRecord(line, input, judge)
    const { outcome } = judged
    if (outcome === null) return { text: null, rejected: null }
    if (!outcome.ok) return { text: null, rejected: outcome }
    return { text: isNew(outcome.url, outcome.input) ? format(judged) : null, rejected: null }
  }
  return createLineWork(task, false, keepsRejected, endRecord)
}

export interface RecordWork {
  readonly input: RecordColumn
  readonly format: RecordFormat
  readonly keepsRejected: boolean
}
