import { ingestWithPriority } from '../../../health/ingest-with-priority.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { takeInLists, type TakeIn } from '../../take-in.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { Format } from '../../../io/line-formats.ts'
import type { Priority } from '../../../health/priority.ts'

export interface AddFlags {
  readonly db: string | undefined
  readonly policy: string | undefined
  readonly format: Format
  readonly column: string | undefined
  readonly priority: Priority | undefined
  readonly json: boolean
  readonly maxInvalid: number
  readonly quiet: boolean
}

export async function addUrls(
  environment: Environment,
  flags: AddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const { priority } = flags
  const takeIn: TakeIn = (lines, options) =>
    withCanonist(environment, flags, { policy }, async (canonist) =>
      priority === undefined
        ? (await canonist.registry()).ingest(lines, options)
        : ingestWithPriority(canonist.context, lines, { ...options, priority }),
    )
  return takeInLists(environment, flags, args, { noun: 'new page', takeIn })
}
