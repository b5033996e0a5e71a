import { ingestLists } from '@canonist/server/internal/ingest/ingest-lists'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { ingestInputs } from '../../ingest-inputs.ts'
import type { AddFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: AddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { priority } = flags
  return ingestInputs(environment, flags, args, {
    noun: 'new page',
    ingest: (canonist, inputs, options) => ingestLists(canonist, inputs, { ...options, priority }),
  })
}
