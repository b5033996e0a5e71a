import type { Session, Database, Transaction } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { hashUrl } from '@canonist/core'
import { RegistryError } from '../errors.ts'
import type { IngestReport } from '../ingest/ingest-report.ts'

/** What the registry reads and writes of `runs`; `ingest` and `rekey` each write rows of their own kinds. */

/** A long operation: an import, a rekey or the undo of a rekey. */
export interface RegistryRun {
  readonly id: number
  readonly kind: string
  /** The input of an import, or the target of a rekey. */
  readonly source: string
  /** The position that it has reached: a line, or the id of a page. */
  readonly position: number
  readonly state: 'running' | 'done'
  readonly report: unknown
  /** ISO 8601. */
  readonly startedAt: string
  readonly updatedAt: string
}

interface RunRow {
  readonly id: number
  readonly kind: string
  readonly source: string
  readonly position: number
  readonly state: RegistryRun['state']
  readonly report: string
  readonly started_at: number
  readonly updated_at: number
}

/** Reads runs by id, in any order. */
export async function readRuns(session: Session, ids: readonly number[]): Promise<RegistryRun[]> {
  const rows = await session.all<RunRow>(
    `select id, kind, source, position, state, report, started_at, updated_at from runs
     where id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return rows.map(toRun)
}

function toRun({ started_at, updated_at, report, ...row }: RunRow): RegistryRun {
  return {
    ...row,
    report: JSON.parse(report) as unknown,
    startedAt: isoTime(started_at),
    updatedAt: isoTime(updated_at),
  }
}

interface ProgressRow {
  readonly id: number
  readonly position: number
  readonly state: string
  readonly report: string
}

/** The columns of a `ProgressRow`. */
const PROGRESS = 'id, position, state, report'

/** The progress of importing a source. */
export interface IngestRun {
  /** Null for an import without a source, which cannot be resumed. */
  readonly id: number | null
  readonly position: number
  readonly report: IngestReport
}

const NOTHING_INGESTED: IngestReport = { seen: 0, new: 0, duplicates: 0, rejected: 0 }

/** An index entry in PostgreSQL has at most 2,700 bytes. */
const MAX_SOURCE_LENGTH = 500

/** Resumes the unfinished run of this source, or begins a new one. */
export async function openIngestRun(database: Database, source: string | null, now: number): Promise<IngestRun> {
  if (source === null) return { id: null, position: 0, report: NOTHING_INGESTED }
  const mark = source.length <= MAX_SOURCE_LENGTH ? source : `sha256:${hashUrl(source)}`
  return (await findUnfinishedIngest(database, mark)) ?? beginIngestRun(database, mark, now)
}

async function findUnfinishedIngest(session: Session, source: string): Promise<IngestRun | null> {
  const [row] = await session.all<ProgressRow>(
    `select ${PROGRESS} from runs where kind = 'ingest' and source = $1 order by id desc limit 1`,
    [source],
  )
  if (row === undefined || row.state !== 'running') return null
  return { id: row.id, position: row.position, report: JSON.parse(row.report) as IngestReport }
}

/** Unfinished imports older than this are not resumed. */
const KEPT_MS = 30 * 24 * 3_600_000
const FORGOTTEN_AT_ONCE = 1000

function beginIngestRun(database: Database, source: string, now: number): Promise<IngestRun> {
  const report = NOTHING_INGESTED
  return database.transaction(async (transaction) => {
    await transaction.run(
      `delete from runs where id in (select id from runs
         where kind = 'ingest' and updated_at < $1 order by id limit ${FORGOTTEN_AT_ONCE})`,
      [now - KEPT_MS],
    )
    const [row] = await transaction.all<{ readonly id: number }>(
      `insert into runs (kind, source, position, state, report, started_at, updated_at)
       values ('ingest', $1, 0, 'running', $2, $3, $3) returning id`,
      [source, JSON.stringify(report), now],
    )
    return { id: row?.id ?? 0, position: 0, report }
  })
}

/** Removes a finished run. */
export async function endIngestRun(session: Pick<Session, 'run'>, { id }: IngestRun): Promise<void> {
  if (id !== null) await session.run('delete from runs where id = $1', [id])
}

/** Records that everything before `next.position` is done. Throws if another process has moved the run. */
export async function advanceIngestRun(
  transaction: Transaction,
  from: IngestRun,
  next: IngestRun & { readonly isDone: boolean },
  now: number,
): Promise<void> {
  if (from.id === null) return
  const moved = await transaction.run(
    `update runs set position = $1, report = $2, updated_at = $3 where id = $4 and position = $5 and state = 'running'`,
    [next.position, JSON.stringify(next.report), now, from.id, from.position],
  )
  if (moved === 0) throw new RegistryError('registry/run-taken')
  if (next.isDone) await endIngestRun(transaction, from)
}

/** The results of a rekey so far. */
export interface RekeyCounts {
  /** Pages that are done. */
  readonly pages: number
  /** Pages that got another URL. */
  readonly changed: number
  /** Pages that were merged into another one. */
  readonly merged: number
  /** Pages that were created for aliases that split off. */
  readonly made: number
}

export const NOTHING_MOVED: RekeyCounts = { pages: 0, changed: 0, merged: 0, made: 0 }

/** The report that is stored with a run. */
export interface RekeyNotes extends RekeyCounts {
  /** Ids of the policies. */
  readonly from: number
  readonly to: number
  /** The sum of all alias counts at the start. A rekey does not change it, but adding URLs does. */
  readonly seen: number
  readonly isUndone: boolean
}

export interface RekeyRun {
  readonly id: number
  /** The last page that is done. */
  readonly position: number
  readonly isRunning: boolean
  readonly notes: RekeyNotes
}

function toRekeyRun({ id, position, state, report }: ProgressRow): RekeyRun {
  return { id, position, isRunning: state === 'running', notes: JSON.parse(report) as RekeyNotes }
}

export async function findRekey(session: Session, id: number): Promise<RekeyRun | null> {
  const [row] = await session.all<ProgressRow>(`select ${PROGRESS} from runs where kind = 'rekey' and id = $1`, [id])
  return row === undefined ? null : toRekeyRun(row)
}

export async function findLastRekey(session: Session): Promise<RekeyRun | null> {
  const [row] = await session.all<ProgressRow>(
    `select ${PROGRESS} from runs where kind = 'rekey' order by id desc limit 1`,
  )
  return row === undefined ? null : toRekeyRun(row)
}

/** Finds the undo that is running. */
export async function findUndoUnderWay(session: Session): Promise<{ readonly id: number; readonly of: number } | null> {
  const [row] = await session.all<{ readonly id: number; readonly source: string }>(
    `select id, source from runs where kind = 'rekey-undo' and state = 'running'`,
  )
  return row === undefined ? null : { id: row.id, of: Number(row.source) }
}

export async function beginRekeyRun(
  transaction: Transaction,
  run: { readonly kind: 'rekey' | 'rekey-undo'; readonly source: string; readonly notes: object; readonly now: number },
): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number }>(
    `insert into runs (kind, source, position, state, report, started_at, updated_at)
     values ($1, $2, 0, 'running', $3, $4, $4) returning id`,
    [run.kind, run.source, JSON.stringify(run.notes), run.now],
  )
  return row?.id ?? 0
}

/** Locks a run until the transaction ends and returns it; null if it is no longer running. */
export async function lockRekeyRun(transaction: Transaction, id: number, now: number): Promise<RekeyRun | null> {
  const [row] = await transaction.all<ProgressRow>(
    `update runs set updated_at = $2 where id = $1 and state = 'running' returning ${PROGRESS}`,
    [id, now],
  )
  return row === undefined ? null : toRekeyRun(row)
}

export async function saveRekeyRun(
  transaction: Transaction,
  { id, position, isRunning, notes }: RekeyRun,
): Promise<void> {
  await transaction.run('update runs set position = $2, state = $3, report = $4 where id = $1', [
    id,
    position,
    isRunning ? 'running' : 'done',
    JSON.stringify(notes),
  ])
}

/** Reads a mark that changes with each portion that a rekey or its undo moves, because each portion updates the row of its run. */
export async function readMoveMark(session: Session): Promise<string> {
  const [row] = await session.all<{ readonly runs: number; readonly moved: number }>(
    `select count(*) as runs, cast(coalesce(sum(position + updated_at), 0) as bigint) as moved
     from runs where kind in ('rekey', 'rekey-undo')`,
  )
  return `${row?.runs} ${row?.moved}`
}

/** A rekey that has ended. */
export interface EndedRekey extends RekeyCounts {
  readonly run: number
  /** The name of the policy that the keys moved to. */
  readonly policy: string
  readonly isUndone: boolean
  readonly at: number
}

/** Reads the rekeys that ended after a time, the newest first. */
export async function readRekeysSince(session: Session, since: number, limit: number): Promise<EndedRekey[]> {
  const rows = await session.all<{ readonly id: number; readonly report: string; readonly updated_at: number }>(
    `select id, report, updated_at from runs where kind = 'rekey' and state = 'done' and updated_at > $1
     order by id desc limit $2`,
    [since, limit],
  )
  const policies = await session.all<{ readonly id: number; readonly name: string }>('select id, name from policies')
  const names = new Map(policies.map(({ id, name }) => [id, name]))
  return rows.map(({ id, report, updated_at }) => {
    const { to, pages, changed, merged, made, isUndone } = JSON.parse(report) as RekeyNotes
    return { run: id, policy: names.get(to) ?? '', pages, changed, merged, made, isUndone, at: updated_at }
  })
}
