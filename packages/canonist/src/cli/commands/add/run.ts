import { ingestWithPriority } from '../../../health/ingest-with-priority.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../load-policy.ts'
import { takeInLists, type TakeIn } from '../../take-in.ts'
import { useRegistry, withRunErrors } from '../../use-registry.ts'
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
    priority === undefined
      ? useRegistry(environment, flags, { policy }, (registry) => registry.ingest(lines, options))
      : withRunErrors(() =>
          ingestWithPriority(flags.db ?? environment.database, lines, {
            ...options,
            priority,
            policy,
            now: environment.now,
          }),
        )
  return takeInLists(environment, flags, args, { noun: 'new page', takeIn })
}
