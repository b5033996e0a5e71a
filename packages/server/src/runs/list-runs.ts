import type { Database } from '@canonist/registry/internal/store/database'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import { RunsError } from './errors.ts'
import type { Run, RunKind, RunLogLine, RunState } from './run.ts'
import { listItems, listLogLines } from './run-lines.sql.ts'
import { readRun, readRunsBefore } from './runs.sql.ts'

export interface RunFilter {
  readonly kind?: RunKind | undefined
  readonly state?: RunState | undefined
}

/** A part of the runs, the newest first. */
export async function listRuns(database: Database, filter: RunFilter, options: PartOptions): Promise<ListPart<Run>> {
  const limit = readLimit(options)
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(options, ['integer']) ?? []
  const runs = await readRunsBefore(database, filter, Number(before), limit + 1)
  return toPart(runs, limit, ({ id }) => [id])
}

export async function findRun(database: Database, id: number): Promise<Run> {
  const run = await readRun(database, id)
  if (run === null) throw new RunsError('run/not-found', { thing: `run ${id}` })
  return run
}

export async function listRunLog(database: Database, id: number, options: PartOptions): Promise<ListPart<RunLogLine>> {
  await findRun(database, id)
  return listLogLines(database, id, options)
}

export async function listRunItems(database: Database, id: number, options: PartOptions): Promise<ListPart<unknown>> {
  await findRun(database, id)
  return listItems(database, id, options)
}
