import { comparePolicies } from '@canonist/server/internal/policies/registry-policy'
import { countAll } from '@canonist/server/internal/canonist/count-all'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { startCountedProgress } from '../../output/progress.ts'
import { showDifferences } from '../../output/show-differences.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { PolicyDiffFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: PolicyDiffFlags,
  oldRef: string,
  newRef: string,
): Promise<DoneExitCode> {
  const { policy: before } = await loadPolicy(oldRef)
  const { policy: after } = await loadPolicy(newRef)
  return withCanonist(environment, flags, { readOnly: true }, async (canonist) => {
    const total = async (): Promise<number> => (await countAll(canonist)).aliases
    const progress = await startCountedProgress(environment, { total, unit: 'URLs', isQuiet: false })
    const options = { examples: flags.examples, onProgress: progress.update }
    const found = await comparePolicies(canonist, before, after, options).finally(() => progress.stop())
    if (flags.json) await printJson(environment.sink, found)
    else await print(environment.sink, showDifferences(found, createPaint(environment.hasColour)))
    return found.merges.count + found.splits.count > 0 ? 1 : 0
  })
}
