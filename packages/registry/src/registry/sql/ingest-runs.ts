import { hashUrl } from '@canonist/core'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { RegistryError } from '../errors.ts'
import { NOTHING_INGESTED, type IngestReport } from '../ingest/ingest-report.ts'

/** The progress of importing a source. */
export interface IngestRun {
  /** Null for an import without a source, which cannot be resumed. */
  readonly id: number | null
  readonly position: number
  readonly report: IngestReport
}

/** An index entry in PostgreSQL has at most 2,700 bytes. */
const MAX_SOURCE_LENGTH = 500

/** Resumes the unfinished run of this source, or begins a new one. */
export async function openIngestRun(database: Database, source: string | null, now: number): Promise<IngestRun> {
  if (source === null) return { id: null, position: 0, report: NOTHING_INGESTED }
  const mark = source.length <= MAX_SOURCE_LENGTH ? source : `sha256:${hashUrl(source)}`
  return (await findUnfinished(database, mark)) ?? beginIngestRun(database, mark, now)
}

interface RunRow {
  readonly id: number
  readonly position: number
  readonly report: string
}

async function findUnfinished(session: Session, source: string): Promise<IngestRun | null> {
  const [row] = await session.all<RunRow & { readonly state: string }>(
    `select id, position, state, report from runs where kind = 'ingest' and source = $1 order by id desc limit 1`,
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
