import { join } from 'node:path'
import { isServer, publishSnapshot } from '../../../app/publish/publish-snapshot.ts'
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

export async function publishRegistry(
  environment: Environment,
  flags: PublishFlags,
  folder: string,
): Promise<DoneExitCode> {
  const readOnly = !isServer(flags.db ?? environment.database)
  return withCanonist(environment, flags, { readOnly, mustExist: true }, async (canonist): Promise<DoneExitCode> => {
    const report = await publishSnapshot(canonist, folder, { keep: flags.keep })
    const { file, pages, aliases, removed } = report
    if (flags.json) await printJsonLine(environment.sink, report)
    else await printData(environment.sink, `${join(folder, file)}\n`)
    if (!flags.quiet) {
      const gone = removed.length === 0 ? '' : `; ${plural(removed.length, 'older snapshot')} removed`
      environment.notify(`canonist: ${plural(pages, 'page')} with ${plural(aliases, 'URL')} published${gone}`)
    }
    return 0
  })
}
