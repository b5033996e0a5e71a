import type { Policy } from '@canonist/core'
import type { Database, Transaction } from '../../store/database.ts'
import { RegistryError } from '../errors.ts'
import { startAfterPage, PORTION_LIMITS, type Cursor, type PortionLimits } from './cursor.ts'
import { countSightings } from '../sql/aliases-read.sql.ts'
import { deleteOldLogs } from '../sql/rekey.sql.ts'
import { createPageNormalizer, type PageNormalizer } from '../canonical-url.ts'
import { loadPortion } from './load-portion.ts'
import { placePage } from './place-page.ts'
import { announcePolicy, findPolicy, lockActivePolicy, activatePolicy } from '../sql/policies.sql.ts'
import {
  beginRekeyRun,
  findLastRekey,
  findRekey,
  findUndoUnderWay,
  lockRekeyRun,
  NOTHING_MOVED,
  saveRekeyRun,
  type RekeyCounts,
  type RekeyRun,
} from '../sql/runs.sql.ts'
import { removeEmptyHosts } from '../sql/hosts.sql.ts'
import { writePortion } from './write-portion.ts'

export interface RekeyOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly limits?: PortionLimits | undefined
  /** Called with the number of pages that are done. */
  readonly onProgress?: ((pages: number) => void) | undefined
}

export interface RekeyReport extends RekeyCounts {
  /** The number for `--undo`; null if there was nothing to do. */
  readonly run: number | null
}

/**
 * Moves all pages to the keys of another policy, in portions, while other processes read: until it is done, a page is found under one policy
 * or the other. If it is interrupted, call it again to resume. No URLs can be added meanwhile, because new pages could not be distinguished from
 * duplicates.
 */
export async function rekey(database: Database, policy: Policy, options: RekeyOptions): Promise<RekeyReport> {
  const { now, limits = PORTION_LIMITS } = options
  const begun = await database.transaction((transaction) => begin(transaction, policy, now()))
  if (begun === null) return { run: null, ...NOTHING_MOVED }
  await deleteOldLogs(database, begun.id)
  let run = begun
  let cursor = startAfterPage(run.position)
  const normalize = createPageNormalizer(policy)
  while (run.isRunning) {
    const step = await database.transaction((transaction) =>
      takeStep(transaction, run, { cursor, normalize, limits, now: now() }),
    )
    run = step.run
    cursor = step.cursor
    options.onProgress?.(run.notes.pages)
  }
  const { pages, changed, merged, made } = run.notes
  return { run: run.id, pages, changed, merged, made }
}

/** Begins or resumes a run; null if the policy is already active. */
async function begin(transaction: Transaction, policy: Policy, now: number): Promise<RekeyRun | null> {
  const active = await lockActivePolicy(transaction)
  const undo = await findUndoUnderWay(transaction)
  if (undo !== null) throw createUndoUnderWayError(undo.of)
  const last = await findLastRekey(transaction)
  if (last?.isRunning === true) return resume(transaction, last, policy)
  if (active?.fingerprint === policy.fingerprint) return null
  const to = await announcePolicy(transaction, policy, now)
  if (active === null) {
    await activatePolicy(transaction, to)
    return null
  }
  const notes = { ...NOTHING_MOVED, from: active.id, to, seen: await countSightings(transaction), isUndone: false }
  const id = await beginRekeyRun(transaction, { kind: 'rekey', source: policy.fingerprint, notes, now })
  return { id, position: 0, isRunning: true, notes }
}

async function resume(transaction: Transaction, run: RekeyRun, policy: Policy): Promise<RekeyRun> {
  const target = await findPolicy(transaction, run.notes.to)
  if (target?.fingerprint === policy.fingerprint) return run
  throw new RegistryError('registry/rekey-under-way', {
    says: `The keys are being moved to the policy ${target?.name} (run ${run.id}).`,
    fix: `Finish that with canonist policy rekey, without a policy, or undo it with canonist policy rekey --undo ${run.id}.`,
  })
}

export function createUndoUnderWayError(runId: number): RegistryError {
  return new RegistryError('registry/rekey-under-way', {
    says: `Run ${runId} is being undone.`,
    fix: `Finish that with canonist policy rekey --undo ${runId}.`,
  })
}

interface Step {
  readonly cursor: Cursor
  readonly normalize: PageNormalizer
  readonly limits: PortionLimits
  readonly now: number
}

interface Stepped {
  readonly run: RekeyRun
  readonly cursor: Cursor
}

/** Moves one portion and saves the position, or does nothing. Several processes may take turns. */
async function takeStep(transaction: Transaction, before: RekeyRun, step: Step): Promise<Stepped> {
  const run = await lockRekeyRun(transaction, before.id, step.now)
  // Another process has finished the run.
  if (run === null) {
    const done = (await findRekey(transaction, before.id)) ?? before
    return { run: { ...done, isRunning: false }, cursor: step.cursor }
  }
  const cursor = run.position === before.position ? step.cursor : startAfterPage(run.position)
  const { from, to } = run.notes
  const portion = await loadPortion(transaction, from, cursor, step.limits)
  if (portion === null) return finish(transaction, run, cursor)
  const placed = portion.pages.map((page) => placePage(page, step.normalize))
  const counts = await writePortion(transaction, placed, { runId: run.id, policyId: to })
  const { pageId, rawHash } = portion.last
  const next = {
    ...run,
    position: rawHash === null ? pageId : Math.max(run.position, pageId - 1),
    notes: { ...run.notes, ...addCounts(run.notes, counts) },
  }
  await saveRekeyRun(transaction, next)
  return {
    run: next,
    cursor: { pageId, rawHash, successor: rawHash === null ? null : (placed.at(-1)?.successor ?? null) },
  }
}

function addCounts(a: RekeyCounts, b: RekeyCounts): RekeyCounts {
  return {
    pages: a.pages + b.pages,
    changed: a.changed + b.changed,
    merged: a.merged + b.merged,
    made: a.made + b.made,
  }
}

async function finish(transaction: Transaction, run: RekeyRun, cursor: Cursor): Promise<Stepped> {
  await removeEmptyHosts(transaction)
  await activatePolicy(transaction, run.notes.to)
  const done = { ...run, isRunning: false }
  await saveRekeyRun(transaction, done)
  return { run: done, cursor }
}
