import { RunError } from '../../run-error.ts'
import {
  moveKeys,
  type KeyMove,
  type MovedKeys,
  type UndoReport,
} from '@canonist/server/internal/policies/registry-policy'
import { countAll } from '@canonist/server/internal/canonist/count-all'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { plural } from '@canonist/core/internal/text/plural'
import { printJsonLine } from '../../output/print.ts'
import { startCountedProgress } from '../../output/progress.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { PolicyRekeyFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: PolicyRekeyFlags,
  ...refs: readonly string[]
): Promise<DoneExitCode> {
  const [ref] = refs
  const asked = await readTask(ref, flags.undo)
  return withCanonist(environment, flags, { mustExist: true }, async (canonist): Promise<DoneExitCode> => {
    // An undo restores only the pages that the rekey changed.
    const total = flags.undo === undefined ? async (): Promise<number> => (await countAll(canonist)).pages : null
    const progress = await startCountedProgress(environment, {
      total,
      unit: 'pages',
      isQuiet: flags.quiet,
      beginsBusy: true,
    })
    const moved = await moveKeys(canonist, asked, { onProgress: progress.update }).finally(() => progress.stop())
    if (flags.json) await printJsonLine(environment.sink, moved.report)
    if (!flags.quiet) environment.notify(`canonist: ${summarize(moved)}`)
    return 0
  })
}

/** Null if neither is given: then an interrupted rekey is resumed. */
async function readTask(ref: string | undefined, undo: number | undefined): Promise<KeyMove | null> {
  if (ref !== undefined && undo !== undefined)
    throw new RunError('A policy and --undo contradict each other. Leave one out.', 2)
  if (undo !== undefined) return { undo }
  return ref === undefined ? null : { to: (await loadPolicy(ref)).policy }
}

function summarize(moved: MovedKeys): string {
  if ('undo' in moved) return summarizeUndo(moved.undo, moved.report)
  const { name } = moved.to
  const { run, pages, changed, merged, made } = moved.report
  if (run === null) return `the registry already uses ${name}`
  const counts = `${plural(changed, 'page')} with a new URL, ${merged.toLocaleString('en')} merged, ${made.toLocaleString('en')} created`
  return `${plural(pages, 'page')} moved to ${name}: ${counts}. To undo it: canonist policy rekey --undo ${run}`
}

function summarizeUndo(undo: number, { pages, wasUndone, isExact }: UndoReport): string {
  if (!isExact)
    return `${plural(pages, 'page')} moved back by the rules of the earlier policy, because URLs were added after run ${undo}`
  return wasUndone ? `run ${undo} was already undone` : `${plural(pages, 'page')} restored as before run ${undo}`
}
