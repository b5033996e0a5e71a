import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { printJson } from './print.ts'
import type { ReviewPolicyFlags } from './review-policy.ts'
import { useRegistry } from './use-registry.ts'

export async function printReviewedPolicy(environment: Environment, flags: ReviewPolicyFlags): Promise<DoneExitCode> {
  return useRegistry(environment, flags, { readOnly: true }, async (registry): Promise<DoneExitCode> => {
    const policy = await registry.reviewedPolicy()
    await printJson(environment.sink, policy.spec)
    const isInForce = policy.fingerprint === registry.policy.fingerprint
    if (!flags.quiet && isInForce) environment.tell('canonist: nothing was decided that is not in force')
    return 0
  })
}
