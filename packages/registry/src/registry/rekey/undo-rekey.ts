import type { Policy } from '@canonist/core'
import type { Database, Transaction } from '../../store/database.ts'
import { RegistryError } from '../errors.ts'
import { PORTION_LIMITS } from './cursor.ts'
import { activatePolicy, announceOldPolicy, compileStored, findPolicy, lockActivePolicy } from '../sql/policies.sql.ts'
import { rekey, createUndoUnderWayError, type RekeyOptions } from './rekey.ts'
import { countSightings } from '../sql/aliases-read.sql.ts'
import {
  beginRekeyRun,
  findLastRekey,
  findRekey,
  findUndoUnderWay,
  lockRekeyRun,
  saveRekeyRun,
  type RekeyRun,
} from '../sql/runs.sql.ts'
import { removeEmptyHosts } from '../sql/hosts.sql.ts'
import { removeNewPages, restorePages } from './restore-pages.ts'

export interface UndoReport {
  readonly run: number
  /** Pages that were restored. */
  readonly pages: number
  /** True if it had been undone before and there was nothing to do. */
  readonly wasUndone: boolean
  /** False if URLs were added since; all pages were then rekeyed to the old policy. */
  readonly isExact: boolean
}

/**
 * Undoes a rekey, finished or not, in portions, while other processes read. If it is interrupted, call it again to resume. If URLs were added
 * since, the log no longer fits, and the undo is a rekey to the old policy.
 */
export async function undoRekey(database: Database, runId: number, options: RekeyOptions): Promise<UndoReport> {
  const begun = await database.transaction((transaction) => begin(transaction, runId, options.now()))
  if (begun === null) return { run: runId, pages: 0, wasUndone: true, isExact: true }
  if ('policy' in begun) {
    const { pages } = await rekey(database, begun.policy, options)
    return { run: runId, pages, wasUndone: false, isExact: false }
  }
  let pages = 0
  for (;;) {
    const restored = await database.transaction((transaction) => takeStep(transaction, begun, options))
    if (restored === null) return { run: runId, pages, wasUndone: false, isExact: true }
    pages += restored
    options.onProgress?.(pages)
  }
}

interface Undo {
  /** The run of the undo itself. */
  readonly id: number
  readonly of: RekeyRun
}

/** Null if the rekey was already undone. */
async function begin(
  transaction: Transaction,
  runId: number,
  now: number,
): Promise<Undo | { readonly policy: Policy } | null> {
  const active = await lockActivePolicy(transaction)
  const underWay = await findUndoUnderWay(transaction)
  if (underWay !== null && underWay.of !== runId) throw createUndoUnderWayError(underWay.of)
  const run = await findRekey(transaction, runId)
  if (run === null) throw createNoSuchRunError(runId)
  if (run.notes.isUndone) return null
  if (underWay !== null) return { id: underWay.id, of: run }
  await checkUndoable(transaction, run, active?.id)
  if (!run.isRunning && (await countSightings(transaction)) !== run.notes.seen) {
    return { policy: await readOldPolicy(transaction, run) }
  }
  // From here on the run can only be undone, not resumed.
  await saveRekeyRun(transaction, { ...run, isRunning: false })
  if (!run.isRunning) await announceOldPolicy(transaction, run.notes.from)
  return {
    id: await beginRekeyRun(transaction, { kind: 'rekey-undo', source: String(runId), notes: {}, now }),
    of: run,
  }
}

async function checkUndoable(transaction: Transaction, run: RekeyRun, active: number | undefined): Promise<void> {
  const last = await findLastRekey(transaction)
  if (last !== null && last.id !== run.id) {
    throw new RegistryError('registry/not-undoable', {
      says: `Only the last rekey can be undone, and that is run ${last.id}, not ${run.id}.`,
    })
  }
  if (!run.isRunning && active !== run.notes.to)
    throw new RegistryError('registry/not-undoable', { says: `Run ${run.id} is no longer active.` })
}

async function readOldPolicy(transaction: Transaction, run: RekeyRun): Promise<Policy> {
  const stored = await findPolicy(transaction, run.notes.from)
  const policy = stored === null ? null : compileStored(stored)
  if (policy !== null) return policy
  throw new RegistryError('registry/not-undoable', {
    says: `URLs were added after run ${run.id}, and its previous policy belongs to another version of canonist.`,
  })
}

/** Returns how many pages were restored; null after the last one. */
async function takeStep(transaction: Transaction, undo: Undo, { now, limits }: RekeyOptions): Promise<number | null> {
  const held = await lockRekeyRun(transaction, undo.id, now())
  if (held === null) return null
  const most = (limits ?? PORTION_LIMITS).pages
  const pages = await restorePages(transaction, undo.of.id, most)
  if (pages > 0) return pages
  if ((await removeNewPages(transaction, undo.of.id, most)) > 0) return 0
  await removeEmptyHosts(transaction)
  await activatePolicy(transaction, undo.of.notes.from)
  await saveRekeyRun(transaction, { ...held, isRunning: false })
  await saveRekeyRun(transaction, { ...undo.of, isRunning: false, notes: { ...undo.of.notes, isUndone: true } })
  return null
}

function createNoSuchRunError(id: number): RegistryError {
  return new RegistryError('registry/no-such-run', { says: `No rekey has the number ${id}.` })
}
