import { join } from 'node:path'
import { isServer, publishSnapshot, type PublishStep } from '@canonist/server/internal/publish/publish-snapshot'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { printData, printJsonLine } from '../../output/print.ts'
import { startReading, type Reading } from '../../output/progress.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { PublishFlags } from './command.ts'

export async function run(environment: Environment, flags: PublishFlags, folder: string): Promise<DoneExitCode> {
  const readOnly = !isServer(flags.db ?? environment.database)
  return withCanonist(environment, flags, { readOnly, mustExist: true }, async (canonist): Promise<DoneExitCode> => {
    let step: PublishStep = { step: 'copy', table: 'policies', rows: null }
    const line = await startReading(environment, flags.quiet, () => describeStep(step))
    const onProgress = (next: PublishStep): void => {
      step = next
      line.changed()
    }
    const report = await publishSnapshot(canonist, folder, { keep: flags.keep, onProgress }).finally(line.stop)
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

const PHASES = { check: 'checking the snapshot', save: 'saving the snapshot' } as const

function describeStep(step: PublishStep): Reading {
  const [phase, count] = step.step === 'copy' ? [`copying ${step.table}`, step.rows] : [PHASES[step.step], null]
  return { phase, count, unit: 'rows', total: null, share: null }
}
