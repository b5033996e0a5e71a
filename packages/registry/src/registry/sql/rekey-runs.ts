import type { Session, Transaction } from '../../store/database.ts'

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

interface RunRow {
  readonly id: number
  readonly position: number
  readonly state: string
  readonly report: string
}

const COLUMNS = 'id, position, state, report'

function toRekeyRun({ id, position, state, report }: RunRow): RekeyRun {
  return { id, position, isRunning: state === 'running', notes: JSON.parse(report) as RekeyNotes }
}

export async function findRekey(session: Session, id: number): Promise<RekeyRun | null> {
  const [row] = await session.all<RunRow>(`select ${COLUMNS} from runs where kind = 'rekey' and id = $1`, [id])
  return row === undefined ? null : toRekeyRun(row)
}

export async function findLastRekey(session: Session): Promise<RekeyRun | null> {
  const [row] = await session.all<RunRow>(`select ${COLUMNS} from runs where kind = 'rekey' order by id desc limit 1`)
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
  const [row] = await transaction.all<RunRow>(
    `update runs set updated_at = $2 where id = $1 and state = 'running' returning ${COLUMNS}`,
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
