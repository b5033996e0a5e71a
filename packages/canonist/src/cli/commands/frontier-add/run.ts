import { queueLists } from '@canonist/server/internal/ingest/ingest-lists'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { ingestInputs } from '../../ingest-inputs.ts'
import type { FrontierAddFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: FrontierAddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { priority } = flags
  return ingestInputs(environment, flags, args, {
    noun: 'newly queued page',
    ingest: (canonist, inputs, options) => queueLists(canonist, inputs, { ...options, priority }),
  })
}
