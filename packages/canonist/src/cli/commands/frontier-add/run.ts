import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/app/policies/load-policy'
import { ingestInputs, type IngestFlags } from '../../ingest-inputs.ts'
import { withCanonist } from '../../with-canonist.ts'
import { queueLists, type QueuePriority } from '@canonist/server/internal/app/ingest/ingest-lists'

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
