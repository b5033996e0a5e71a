import type { Policy } from '@canonist/core'
import type { RekeyReport } from '@canonist/registry/internal/registry/rekey/rekey'
import type { UndoReport } from '@canonist/registry/internal/registry/rekey/undo-rekey'
import type { UnfinishedRekey } from '@canonist/registry/internal/registry/rekey/find-unfinished-rekey'
import { AppError } from '../errors.ts'
import type { Canonist } from '../open-canonist.ts'
import { createStep, type RunOptions } from '../run-options.ts'

export type { RekeyReport } from '@canonist/registry/internal/registry/rekey/rekey'
export type { UndoReport } from '@canonist/registry/internal/registry/rekey/undo-rekey'

/** Move all keys to a policy, or take a move back by the number of its run. */
export type KeyMove = UnfinishedRekey

export type MovedKeys =
  | { readonly to: Policy; readonly report: RekeyReport }
  | { readonly undo: number; readonly report: UndoReport }

/** Moves the keys of all pages. Without a move it resumes the one that was interrupted. An aborted move can be resumed. */
export async function moveKeys(canonist: Canonist, move: KeyMove | null, options: RunOptions = {}): Promise<MovedKeys> {
  const registry = await canonist.registry()
  const task = move ?? (await registry.findUnfinishedRekey())
  if (task === null) throw new AppError('app/nothing-to-resume')
  const onProgress = createStep(options)
  return 'to' in task
    ? { to: task.to, report: await registry.rekey(task.to, { onProgress }) }
    : { undo: task.undo, report: await registry.undoRekey(task.undo, { onProgress }) }
}
