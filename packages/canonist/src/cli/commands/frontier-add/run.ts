import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { ingestInputs, type IngestFlags } from '../../ingest-inputs.ts'
import { withCanonist } from '../../with-canonist.ts'
import { queueLists, type QueuePriority } from '../../../app/ingest/ingest-lists.ts'

export interface FrontierAddFlags extends IngestFlags {
  readonly policy: string | undefined
  readonly priority: QueuePriority
}

export async function queueUrls(
  environment: Environment,
  flags: FrontierAddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { priority } = flags
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  return ingestInputs(environment, flags, args, {
    noun: 'newly queued page',
    ingest: (inputs, options) =>
      withCanonist(environment, flags, { policy }, (canonist) =>
        queueLists(canonist, inputs, { ...options, priority }),
      ),
  })
}
