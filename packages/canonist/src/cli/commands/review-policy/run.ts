import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { printJson } from '../../output/print.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface ReviewPolicyFlags {
  readonly db: string | undefined
  readonly quiet: boolean
}

export async function printReviewedPolicy(environment: Environment, flags: ReviewPolicyFlags): Promise<DoneExitCode> {
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const registry = await canonist.registry()
    // Keys of admissions are made by a part of their policy: it has no hosts, so admitting by it would reject every URL.
    const admitted = await registry.admissionPolicy()
    const policy = await registry.reviewedPolicy(admitted ?? undefined)
    await printJson(environment.sink, policy.spec)
    const isInForce = admitted === null && policy.fingerprint === registry.policy.fingerprint
    if (!flags.quiet && isInForce) environment.tell('canonist: nothing was decided that is not in force')
    return 0
  })
}
