import type { Policy } from '@canonist/core'
import type { Database, Transaction } from '../../store/database.ts'
import { RegistryError } from '../errors.ts'
import { PORTION_LIMITS } from './cursor.ts'
import { compileStored, findPolicy, lockActivePolicy, activatePolicy } from '../sql/policies-in-use.ts'
import { rekey, countSightings, createUndoUnderWayError, type RekeyOptions } from './rekey.ts'
import {
  beginRekeyRun,
  findLastRekey,
  findRekey,
  findUndoUnderWay,
  lockRekeyRun,
  saveRekeyRun,
  type RekeyRun,
} from '../sql/rekey-runs.ts'
import { removeEmptyHosts } from '../sql/write-host-names.ts'
import { removeNewPages, restorePages } from './restore-pages.ts'

export interface UndoReport {
  readonly run: number
  /** Pages that were brought back. */
  readonly pages: number
  /** True where it had been taken back before, and nothing was left to do. */
  readonly wasUndone: boolean
  /** False where URLs were added since: then all pages were moved back by the rules of the old policy. */
  readonly isExact: boolean
}

/**
 * Takes a rekey back, finished or not, in portions, while others read. Broken off and called again it goes on where it
 * stopped. Where URLs were added since, what was kept no longer fits; then it is a rekey to the old policy.
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
  /** Of the undoing. */
  readonly id: number
  readonly of: RekeyRun
}

/** Null where it was taken back already. */
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
  // From here on the run can only be taken back.
  await saveRekeyRun(transaction, { ...run, isRunning: false })
  if (!run.isRunning) await transaction.run('update policies set arriving = 1 where id = $1', [run.notes.from])
  return {
    id: await beginRekeyRun(transaction, { kind: 'rekey-undo', source: String(runId), notes: {}, now }),
    of: run,
  }
}

async function checkUndoable(transaction: Transaction, run: RekeyRun, active: number | undefined): Promise<void> {
  const last = await findLastRekey(transaction)
  if (last !== null && last.id !== run.id) {
    throw new RegistryError('registry/not-undoable', {
      says: `Only the last rekey can be taken back, and that is run ${last.id}, not ${run.id}.`,
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
    says: `URLs were added after run ${run.id}, and the policy from before it belongs to another version of canonist.`,
  })
}

/** How many pages were restored; null behind the last one. */
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
  return new RegistryError('registry/no-such-run', { says: `There is no rekey ${id}.` })
}
