import { ingestLists, type CheckPriority } from '@canonist/server/internal/app/ingest/ingest-lists'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/app/policies/load-policy'
import { ingestInputs, type IngestFunction, type IngestFlags } from '../../ingest-inputs.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface AddFlags extends IngestFlags {
  readonly policy: string | undefined
  readonly priority: CheckPriority | undefined
}

export async function addUrls(
  environment: Environment,
  flags: AddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const { priority } = flags
  const ingest: IngestFunction = (inputs, options) =>
    withCanonist(environment, flags, { policy }, (canonist) => ingestLists(canonist, inputs, { ...options, priority }))
  return ingestInputs(environment, flags, args, { noun: 'new page', ingest })
}
