import { join } from 'node:path'
import { systemCodeOf, writeFailure } from '../../../io/errors.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '../../../text/plural.ts'
import { printData, printJsonLine } from '../../output/print.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface PublishFlags {
  readonly db: string | undefined
  readonly keep: number
  readonly json: boolean
  readonly quiet: boolean
}

const SERVER = /^postgres(?:ql)?:\/\//i

export async function publishRegistry(
  environment: Environment,
  flags: PublishFlags,
  folder: string,
): Promise<DoneExitCode> {
  // Of a server all tables are read in one transaction, which a session that may only read does not have here.
  const readOnly = !SERVER.test(flags.db ?? environment.database)
  return withCanonist(environment, flags, { readOnly, mustExist: true }, async (canonist): Promise<DoneExitCode> => {
    const registry = await canonist.registry()
    const report = await registry.publish(folder, { keep: flags.keep }).catch((error: unknown) => {
      throw fileErrorOf(error, folder)
    })
    const { file, pages, aliases, removed } = report
    if (flags.json) await printJsonLine(environment.sink, report)
    else await printData(environment.sink, `${join(folder, file)}\n`)
    if (!flags.quiet) {
      const gone = removed.length === 0 ? '' : `; ${plural(removed.length, 'older snapshot')} removed`
      environment.tell(`canonist: ${plural(pages, 'page')} with ${plural(aliases, 'URL')} published${gone}`)
    }
    return 0
  })
}

/** What the system says of the folder; what the registry says stays as it is. */
function fileErrorOf(error: unknown, folder: string): unknown {
  return /^E[A-Z]+$/.test(systemCodeOf(error)) ? writeFailure(`cannot publish to ${folder}`, error) : error
}
