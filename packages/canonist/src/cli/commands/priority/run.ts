import { readPriority, setPriorities as setIn } from '../../../app/health/set-priorities.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { inputsOf } from '../../inputs.ts'
import { plural } from '../../../text/plural.ts'
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
  const priority = readPriority(word)
  const inputs = await inputsOf(args, environment)
  // In memory nothing can be there before.
  const mustExist = (flags.db ?? environment.database) !== ':memory:'
  return withCanonist(environment, flags, { mustExist }, async (canonist) => {
    const { set, unknown } = await setIn(canonist, inputs, priority)
    for (const url of unknown)
      environment.tell(`canonist: ${url} is not in the registry; put it there with canonist add`)
    if (!flags.quiet) environment.tell(`canonist: ${plural(set, 'page')} set to ${word}`)
    return unknown.length === 0 ? 0 : 1
  })
}
