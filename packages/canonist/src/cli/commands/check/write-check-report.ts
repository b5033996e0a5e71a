import {
  reportCheck,
  HEALTH_VERDICTS,
  type CheckReport,
  type HealthVerdict,
} from '@canonist/server/internal/check/report-check'
import type { LinkedPages } from '@canonist/server/internal/check/linked-pages'
import type { Health, PageFilter } from '@canonist/server/internal/check/run-check'
import type { Levels } from '@canonist/links/internal/report/finding-levels'
import type { Finding, Level } from '@canonist/links/internal/report/finding'
import { formatGithubReport } from '@canonist/links/internal/report/github'
import { formatJunitReport } from '@canonist/links/internal/report/junit'
import { formatMarkdownReport } from '@canonist/links/internal/report/markdown'
import { countLevels, formatPlace, type CountedReport } from '@canonist/links/internal/report/report'
import { formatSarifReport } from '@canonist/links/internal/report/sarif'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { readLevels } from '../../flags/rule-levels.ts'
import { createPaint, type Colour, type Paint } from '../../output/paint.ts'
import { print, printData } from '../../output/print.ts'
import { formatTable } from '../../output/format-table.ts'
import { readVersion } from '@canonist/server/internal/canonist/version'
import { streamJson, streamJunit } from './stream-reports.ts'
import type { CheckFlags } from './command.ts'

/** The selected pages, and where files link to them. */
interface SelectedPages {
  readonly filter: PageFilter
  readonly linked: LinkedPages | null
}

/** Writes the current verdicts on the selected pages. */
export async function writeCheckReport(
  environment: Environment,
  flags: CheckFlags,
  health: Health,
  selected: SelectedPages,
): Promise<DoneExitCode> {
  const levels = readLevels(flags)
  const report = { ...(await reportCheck(health, { ...selected, levels })), version: readVersion() }
  const parts = { ...selected, health, levels, report, paint: createPaint(environment.hasColour) }
  // GitHub must run these commands; `print` would escape them.
  const write = flags.format === 'github' ? printData : print
  for await (const text of FORMATS[flags.format](parts)) await write(environment.sink, text)
  if (!flags.quiet) environment.notify(summarize(report))
  const { error, warning } = countLevels(report.findings)
  return error + warning > 0 ? 1 : 0
}

/** `canonist: 14 pages watched: 3 healthy, 1 moved` */
function summarize({ pages, verdicts }: CheckReport): string {
  const parts = (Object.keys(HEALTH_VERDICTS) as HealthVerdict[])
    .filter((verdict) => verdicts.has(verdict))
    .map((verdict) => `${verdicts.get(verdict)?.toLocaleString('en')} ${verdict}`)
  return `canonist: ${plural(pages, 'page')} watched${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

/** What every report is made from. */
interface ReportParts extends SelectedPages {
  readonly health: Health
  readonly levels: Levels
  readonly report: CheckReport & CountedReport
  readonly paint: Paint
}

type ReportText = Iterable<string> | AsyncIterable<string>

const PAGES_WATCHED = { noun: 'page', verb: 'watched' } as const
const FILES_CHECKED = { noun: 'file', verb: 'checked' } as const

/** Reports with a part for every page are written piece by piece. */
const FORMATS: Readonly<Record<CheckFlags['format'], (parts: ReportParts) => ReportText>> = {
  text: ({ report, paint }) => [formatFindings(report.findings, paint)],
  md: ({ report, linked }) => [
    formatMarkdownReport(report, { title: 'Link health', ...(linked === null ? PAGES_WATCHED : FILES_CHECKED) }),
  ],
  json: ({ health, filter, report }) => streamJson(health, filter, report),
  sarif: ({ report }) => [formatSarifReport(report)],
  github: ({ report }) => [formatGithubReport(report)],
  junit: ({ health, filter, levels, report, linked }) =>
    linked === null
      ? streamJunit(health, filter, report, levels)
      : [formatJunitReport({ findings: report.findings, subjects: linked.names })],
}

const COLOURS: Readonly<Record<Level, Colour>> = { error: 'red', warning: 'yellow', note: 'dim' }

/** Findings in files show the place and the URL. */
function formatFindings(findings: readonly Finding[], paint: Paint): string {
  const hasPlaces = findings.some(({ place }) => place !== undefined)
  const rows = findings.map((finding) => {
    const { level, rule, place, url, message } = finding
    const where = hasPlaces ? [place === undefined ? '' : formatPlace(finding), url] : [url]
    return [paint(COLOURS[level], rule), ...where.map(toPrintable), toPrintable(message)]
  })
  return formatTable(rows, '')
}
