import type { PartitionReport } from '@canonist/crawl/internal/frontier/partition-urls'
import { plural } from '@canonist/core/internal/text/plural'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { RunError } from '../../run-error.ts'
import { printJsonLine } from '../../output/print.ts'
import { startCountedProgress } from '../../output/progress.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { FrontierPartitionFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: FrontierPartitionFlags,
  partitions: number,
): Promise<DoneExitCode> {
  // A server may have an empty database. A missing file is not created, only to say that it cannot have partitions.
  const mustExist = !(flags.db ?? environment.database).startsWith('postgres')
  const signal = environment.interruption(['SIGINT', 'SIGTERM'])
  return withCanonist(environment, flags, { mustExist }, async (canonist): Promise<DoneExitCode> => {
    const frontier = await canonist.frontier()
    const total = async (): Promise<number> => sum(Object.values(await frontier.countByState()))
    const progress = await startCountedProgress(environment, { total, unit: 'URLs', isQuiet: flags.quiet })
    try {
      const report = await frontier.partition(partitions, { onProgress: progress.update, signal })
      if (flags.json) await printJsonLine(environment.sink, report)
      if (!flags.quiet) environment.notify(`canonist: ${summarize(report)}`)
      return 0
    } catch (error) {
      if (!signal.aborted) throw error
      throw new RunError('Interrupted. The queue is as it was. Run the command again to partition it.', 3)
    } finally {
      progress.stop()
    }
  })
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

function summarize({ before, partitions, urls }: PartitionReport): string {
  const shape = partitions === 1 ? 'in one table' : `in ${plural(partitions, 'partition')}`
  return before === partitions
    ? `the queue already is ${shape}`
    : `the queue now is ${shape}: ${plural(urls, 'URL')} copied`
}
