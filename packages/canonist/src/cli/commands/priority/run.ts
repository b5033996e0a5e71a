import { registryLines } from '../../../app/ingest/registry-lines.ts'
import { RunError } from '../../run-error.ts'
import { shownName } from '../../../text/shown-name.ts'
import { isPriority, type Priority } from '../../../health/priority.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { inputsOf } from '../../inputs.ts'
import { plural } from '../../../text/plural.ts'
import { prioritise } from '../../../app/health/set-priorities.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface PriorityFlags {
  readonly db: string | undefined
  readonly quiet: boolean
}

export async function setPriorities(
  environment: Environment,
  flags: PriorityFlags,
  word = '',
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const priority = priorityOf(word)
  const inputs = await inputsOf(args, environment)
  const lines = registryLines(inputs, { format: 'text', column: null, onProgress: () => undefined })
  // In memory nothing can be there before.
  const mustExist = (flags.db ?? environment.database) !== ':memory:'
  return withCanonist(environment, flags, { mustExist }, async (canonist) => {
    const { set, unknown } = await prioritise(await canonist.health(), lines, priority)
    for (const url of unknown)
      environment.tell(`canonist: ${url} is not in the registry; put it there with canonist add`)
    if (!flags.quiet) environment.tell(`canonist: ${plural(set, 'page')} set to ${word}`)
    return unknown.length === 0 ? 0 : 1
  })
}

/** Null leaves it to the policy. */
function priorityOf(word: string): Priority | null {
  if (word === 'policy') return null
  if (isPriority(word)) return word
  throw new RunError(`${shownName(word)} is no priority; write P0 (daily), P1 (weekly), P2 (monthly) or policy`, 2)
}
