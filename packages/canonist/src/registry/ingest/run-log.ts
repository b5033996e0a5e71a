import { urlHash } from '@canonist/core'
import type { Session, Transaction } from '../../store/database.ts'
import { RegistryError } from '../registry-error.ts'
import { NOTHING_INGESTED, type IngestReport } from './ingest-report.ts'

/** How far the work on a source has come. */
export interface Run {
  readonly id: number
  readonly position: number
  readonly report: IngestReport
}

/** An index of PostgreSQL takes no more than 2,700 bytes. */
const LONGEST_SOURCE = 500

/** Takes up the unfinished run of this source, or begins one. */
export async function openRun(session: Session, source: string | null, now: number): Promise<Run> {
  const mark = source === null || source.length <= LONGEST_SOURCE ? source : `sha256:${urlHash(source)}`
  const unfinished = mark === null ? null : await findUnfinished(session, mark)
  return unfinished ?? beginRun(session, mark ?? '', now)
}

interface RunRow {
  readonly id: number
  readonly position: number
  readonly report: string
}

async function findUnfinished(session: Session, source: string): Promise<Run | null> {
  const [row] = await session.all<RunRow & { readonly state: string }>(
    `select id, position, state, report from runs where kind = 'ingest' and source = $1 order by id desc limit 1`,
    [source],
  )
  if (row === undefined || row.state !== 'running') return null
  return { id: row.id, position: row.position, report: JSON.parse(row.report) as IngestReport }
}

async function beginRun(session: Session, source: string, now: number): Promise<Run> {
  const report = NOTHING_INGESTED
  const [row] = await session.all<{ readonly id: number }>(
    `insert into runs (kind, source, position, state, report, started_at, updated_at)
     values ('ingest', $1, 0, 'running', $2, $3, $3) returning id`,
    [source, JSON.stringify(report), now],
  )
  return { id: row?.id ?? 0, position: 0, report }
}

/** Nothing is left to be taken up. */
export async function endRun(session: Session, run: Run, now: number): Promise<void> {
  await session.run(`update runs set state = 'done', updated_at = $2 where id = $1`, [run.id, now])
}

/** Notes that everything before `next.position` is done. Only who comes from where the run stands may move it. */
export async function advanceRun(
  transaction: Transaction,
  from: Run,
  next: Run & { readonly isDone: boolean },
  now: number,
): Promise<void> {
  const moved = await transaction.run(
    `update runs set position = $1, state = $2, report = $3, updated_at = $4
     where id = $5 and position = $6 and state = 'running'`,
    [next.position, next.isDone ? 'done' : 'running', JSON.stringify(next.report), now, from.id, from.position],
  )
  if (moved === 1) return
  throw new RegistryError(
    'registry/run-taken',
    'another process is working on the same input; nothing is lost: let it finish, or end it and run again',
  )
}
