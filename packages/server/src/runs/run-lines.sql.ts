import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { LogLevel, RunLogLine } from './run.ts'

/** The log of a run, and the items that it found: both are lines with a number, in tables of their own. */

/** Later lines are dropped. */
const MAX_LOG_LINES = 10_000

export async function addLogLine(
  transaction: Transaction,
  runId: number,
  { level, message }: { readonly level: LogLevel; readonly message: string },
  now: number,
): Promise<void> {
  await transaction.run(
    `insert into service_run_log (run_id, line, at, level, message)
     select $1, known.lines + 1, $2, $3, $4 from (
       select coalesce(max(line), 0) as lines from service_run_log where run_id = $1
     ) known where known.lines < ${MAX_LOG_LINES}`,
    [runId, now, level, message],
  )
}

interface LogRow {
  readonly line: number
  readonly at: number
  readonly level: LogLevel
  readonly message: string
}

export async function listLogLines(
  session: Session,
  runId: number,
  options: PartOptions,
): Promise<ListPart<RunLogLine>> {
  const limit = readLimit(options)
  const [after = 0] = readCursor(options, ['integer']) ?? []
  const rows = await session.all<LogRow>(
    `select line, at, level, message from service_run_log where run_id = $1 and line > $2 order by line limit $3`,
    [runId, after, limit + 1],
  )
  const lines = rows.map(({ line, at, level, message }) => ({ line, at: isoTime(at), level, message }))
  return toPart(lines, limit, ({ line }) => [line])
}

export interface RunItem {
  readonly line: number
  readonly item: unknown
}

/** An item from before an interruption stays. */
export async function addItems(transaction: Transaction, runId: number, items: readonly RunItem[]): Promise<void> {
  const rows = items.map(({ line, item }) => ({ line, item: JSON.stringify(item) }))
  await transaction.run(
    `insert into service_run_items (run_id, line, item)
     select $1, r.line, r.item from ${selectJsonRows(transaction.dialect, '$2', { line: 'integer', item: 'text' }, 'r')}
     where true on conflict (run_id, line) do nothing`,
    [runId, toSqlJson(rows)],
  )
}

export async function readLastLine(session: Session, runId: number): Promise<number> {
  const [row] = await session.all<{ readonly line: number }>(
    'select coalesce(max(line), 0) as line from service_run_items where run_id = $1',
    [runId],
  )
  return row?.line ?? 0
}

export async function listItems(session: Session, runId: number, options: PartOptions): Promise<ListPart<unknown>> {
  const limit = readLimit(options)
  const [after = 0] = readCursor(options, ['integer']) ?? []
  const rows = await session.all<{ readonly line: number; readonly item: string }>(
    `select line, item from service_run_items where run_id = $1 and line > $2 order by line limit $3`,
    [runId, after, limit + 1],
  )
  const { items, next } = toPart(rows, limit, ({ line }) => [line])
  return { items: items.map(({ item }) => JSON.parse(item) as unknown), next }
}
