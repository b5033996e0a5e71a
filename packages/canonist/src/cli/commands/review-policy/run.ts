import { readReviewedPolicy } from '@canonist/server/internal/policies/registry-policy'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { printJson } from '../../output/print.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { ReviewPolicyFlags } from './command.ts'

export async function run(environment: Environment, flags: ReviewPolicyFlags): Promise<DoneExitCode> {
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const { spec, isActive } = await readReviewedPolicy(canonist)
    await printJson(environment.sink, spec)
    if (!flags.quiet && isActive) environment.notify('canonist: all decisions are already active')
    return 0
  })
}
