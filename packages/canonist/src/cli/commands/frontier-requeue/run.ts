import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { printJsonLine } from '../../output/print.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { FrontierRequeueFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: FrontierRequeueFlags,
  ...urls: readonly string[]
): Promise<DoneExitCode> {
  const { state, reason, reasonClass, host, json } = flags
  if ([state, reason, reasonClass, host, urls[0]].every((filter) => filter === undefined))
    throw new RunError('No URLs are chosen. Name them, or pass --state, --reason, --reason-class or --host.', 2)
  const filter = { state, reason, reasonClass, host, ...(urls.length === 0 ? {} : { urls }) }
  const requeued = await withCanonist(environment, flags, { mustExist: true }, async (canonist) =>
    (await canonist.frontier()).requeue(filter),
  )
  if (json) await printJsonLine(environment.sink, { requeued })
  else environment.notify(`canonist: ${plural(requeued, 'URL')} requeued${describeNext(requeued)}`)
  return requeued === 0 ? 1 : 0
}

const describeNext = (requeued: number): string =>
  requeued === 0 ? '' : `. Run canonist work to fetch ${requeued === 1 ? 'it' : 'them'}.`
