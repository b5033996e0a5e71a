import type { Policy } from '@canonist/core'
import { RunError } from '../bulk/run-error.ts'
import type { Registry } from '../registry/registry.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { loadPolicy } from './load-policy.ts'
import { plural } from './plural.ts'
import type { PolicyRekeyFlags } from './policy-rekey.ts'
import { print } from './print.ts'
import { useExistingRegistry } from './use-existing-registry.ts'

export async function rekeyRegistry(
  environment: Environment,
  flags: PolicyRekeyFlags,
  ...refs: readonly string[]
): Promise<DoneExitCode> {
  const [ref] = refs
  const { undo } = flags
  if ((ref === undefined) === (undo === undefined)) throw new RunError('give either a policy, or --undo with a run', 2)
  const policy = ref === undefined ? null : (await loadPolicy(ref)).policy
  return useExistingRegistry(environment, flags, {}, async (registry): Promise<DoneExitCode> => {
    const { report, line } = policy === null ? await takeBack(registry, undo ?? 0) : await move(registry, policy)
    if (flags.json) await print(environment.sink, `${JSON.stringify(report)}\n`)
    if (!flags.quiet) environment.tell(`canonist: ${line}`)
    return 0
  })
}

interface Told {
  readonly report: object
  readonly line: string
}

async function move(registry: Registry, policy: Policy): Promise<Told> {
  const report = await registry.rekey(policy)
  const { run, pages, changed, merged, made } = report
  if (run === null) return { report, line: `the keys are made by ${policy.name} already` }
  const counts = `${plural(changed, 'page')} with another URL, ${merged.toLocaleString('en')} merged, ${made.toLocaleString('en')} made`
  const line = `${plural(pages, 'page')} moved to ${policy.name}: ${counts}; canonist policy rekey --undo ${run} takes it back`
  return { report, line }
}

async function takeBack(registry: Registry, undo: number): Promise<Told> {
  const report = await registry.undoRekey(undo)
  const { pages, isExact } = report
  if (!isExact) {
    const line = `URLs were added after run ${undo}, so all were moved back by the rules of the policy before it: ${plural(pages, 'page')}`
    return { report, line }
  }
  return {
    report,
    line: pages === 0 ? `run ${undo} was taken back already` : `${plural(pages, 'page')} as before run ${undo}`,
  }
}
