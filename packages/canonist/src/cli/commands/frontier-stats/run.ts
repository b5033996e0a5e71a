import type { StateCounts, ReasonCount } from '@canonist/crawl/internal/frontier/count-urls'
import { STATES } from '@canonist/crawl/internal/frontier/frontier-state'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { describeDrift } from '../../output/describe-drift.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print, printJsonLine } from '../../output/print.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { FrontierStatsFlags } from './command.ts'

export async function run(environment: Environment, flags: FrontierStatsFlags): Promise<DoneExitCode> {
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const frontier = await canonist.frontier()
    const stats = await frontier.countByState()
    const clockDrift = await frontier.readClockDrift()
    if (clockDrift !== null) environment.notify(describeDrift(canonist.name, clockDrift))
    if (flags.json) await printJsonLine(environment.sink, stats)
    else
      await print(
        environment.sink,
        showStats(stats, await frontier.countByReason(), createPaint(environment.hasColour)),
      )
    return 0
  })
}

function showStats(stats: StateCounts, reasons: readonly ReasonCount[], paint: Paint): string {
  const rows: string[][] = []
  for (const state of STATES) {
    rows.push([paint('bold', state), stats[state].toLocaleString('en')])
    for (const { reason, urls } of reasons.filter((count) => count.state === state)) {
      if (reason !== null) rows.push([paint('dim', `  ${toPrintable(reason)}`), urls.toLocaleString('en')])
    }
  }
  return formatTable(rows, '')
}
