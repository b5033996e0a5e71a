import type { Policy } from '@canonist/core'
import { RunError } from '../../run-error.ts'
import type { Registry } from '../../../registry/registry.ts'
import type { Unfinished } from '../../../registry/rekey/unfinished.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { plural } from '../../../text/plural.ts'
import { printJsonLine } from '../../output/print.ts'
import { startCounting } from '../../output/progress.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface PolicyRekeyFlags {
  readonly db: string | undefined
  readonly undo: number | undefined
  readonly json: boolean
  readonly quiet: boolean
}

export async function rekeyRegistry(
  environment: Environment,
  flags: PolicyRekeyFlags,
  ...refs: readonly string[]
): Promise<DoneExitCode> {
  const [ref] = refs
  const asked = await readTask(ref, flags.undo)
  return withCanonist(environment, flags, { mustExist: true }, async (canonist): Promise<DoneExitCode> => {
    const registry = await canonist.registry()
    const task = asked ?? (await unfinishedTask(registry))
    const progress = await startCounting(environment, flags.quiet, 'pages')
    const onProgress = progress.update
    const working = 'to' in task ? move(registry, task.to, onProgress) : takeBack(registry, task.undo, onProgress)
    const { report, line } = await working.finally(() => progress.stop())
    if (flags.json) await printJsonLine(environment.sink, report)
    if (!flags.quiet) environment.tell(`canonist: ${line}`)
    return 0
  })
}

/** Null where neither is given: then what was broken off is gone on with. */
async function readTask(ref: string | undefined, undo: number | undefined): Promise<Unfinished | null> {
  if (ref !== undefined && undo !== undefined) throw new RunError('give either a policy, or --undo with a run', 2)
  if (undo !== undefined) return { undo }
  return ref === undefined ? null : { to: (await loadPolicy(ref)).policy }
}

async function unfinishedTask(registry: Registry): Promise<Unfinished> {
  const task = await registry.unfinishedRekey()
  if (task === null) throw new RunError('no move of keys was broken off: give a policy, or --undo with a run', 2)
  return task
}

interface Told {
  readonly report: object
  readonly line: string
}

type OnProgress = (pages: number) => void

async function move(registry: Registry, policy: Policy, onProgress: OnProgress): Promise<Told> {
  const report = await registry.rekey(policy, { onProgress })
  const { run, pages, changed, merged, made } = report
  if (run === null) return { report, line: `the keys are made by ${policy.name} already` }
  const counts = `${plural(changed, 'page')} with another URL, ${merged.toLocaleString('en')} merged, ${made.toLocaleString('en')} made`
  const line = `${plural(pages, 'page')} moved to ${policy.name}: ${counts}; canonist policy rekey --undo ${run} takes it back`
  return { report, line }
}

async function takeBack(registry: Registry, undo: number, onProgress: OnProgress): Promise<Told> {
  const report = await registry.undoRekey(undo, { onProgress })
  const { pages, wasUndone, isExact } = report
  if (!isExact) {
    const line = `URLs were added after run ${undo}, so all were moved back by the rules of the policy before it: ${plural(pages, 'page')}`
    return { report, line }
  }
  return {
    report,
    line: wasUndone ? `run ${undo} was taken back already` : `${plural(pages, 'page')} as before run ${undo}`,
  }
}
