import { readPriority, setPriorities } from '@canonist/server/internal/check/set-priorities'
import { sumSizes } from '@canonist/lists/internal/io/input'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { chooseExitCode } from '../../flags/rejections.ts'
import { openInputs } from '../../open-inputs.ts'
import { startProgress } from '../../output/progress.ts'
import { withRejects } from '../../output/rejects-file.ts'
import { excerpt } from '@canonist/core/internal/text/printable'
import { plural } from '@canonist/core/internal/text/plural'
import { withCanonist } from '../../with-canonist.ts'
import type { PriorityFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: PriorityFlags,
  word = '',
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const priority = readPriority(word)
  const inputs = await openInputs(args, environment)
  // A database in memory is always new.
  const mustExist = (flags.db ?? environment.database) !== ':memory:'
  return withCanonist(environment, flags, { mustExist }, async (canonist) => {
    const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
    const { set, rejected } = await withRejects(environment, flags, inputs, (onRejected) =>
      setPriorities(canonist, inputs, priority, {
        onProgress: progress.update,
        async onRejected(unknown) {
          for (const { source, line, input, message } of unknown)
            environment.notify(`canonist: ${source}:${line}: ${excerpt(input)}: ${message}`)
          await onRejected?.(unknown)
        },
      }),
    ).finally(progress.stop)
    if (!flags.quiet) environment.notify(`canonist: ${plural(set, 'page')} set to ${word}`)
    return chooseExitCode(rejected, flags)
  })
}
