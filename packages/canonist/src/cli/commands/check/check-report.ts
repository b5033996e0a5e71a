import type { Health } from '../../../health/health.ts'
import type { PageFilter } from '../../../health/page-filter.ts'
import type { Finding, Level } from '../../../report/finding.ts'
import { overrideLevels, type Levels } from '../../../report/finding-levels.ts'
import { HEALTH_RULES } from '../../../report/health-findings.ts'
import { junitReport } from '../../../report/junit.ts'
import { markdownReport } from '../../../report/markdown.ts'
import { printable } from '../../../text/printable.ts'
import { countLevels, LEVELS, whereOf, type Counted } from '../../../report/report.ts'
import { sarifReport } from '../../../report/sarif.ts'
import type { CheckFlags } from './flags.ts'
import { jsonOfPages, junitOfPages } from './check-pages.ts'
import { summaryOf, tallyVerdicts, type CheckTally } from './check-tally.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import type { LinkedPages } from './linked-pages.ts'
import { readLevels } from '../../flags/rule-levels.ts'
import { createPaint, type Colour, type Paint } from '../../output/paint.ts'
import { print } from '../../output/print.ts'
import { table } from '../../output/table.ts'
import { readVersion } from '../../version.ts'

/** Which pages are meant, and where files link to them. */
interface Meant {
  readonly filter: PageFilter
  readonly linked: LinkedPages | null
}

/** What is in force on the pages that are meant, whenever they were looked at: a link stays broken until it is seen whole. */
export async function writeCheckReport(
  environment: Environment,
  flags: CheckFlags,
  health: Health,
  meant: Meant,
): Promise<DoneExitCode> {
  const { filter, linked } = meant
  const levels = readLevels(flags, health.ruling.policy.spec)
  const tally = await tallyVerdicts(health, filter, levels)
  const placed = linked === null ? tally.findings : overrideLevels(linked.place(tally), levels)
  const findings = placed.toSorted(byLevel)
  const report: Counted = {
    findings,
    rules: [...HEALTH_RULES, ...(linked?.rules ?? [])],
    subjects: linked?.names ?? { length: tally.pages },
    version: await readVersion(),
  }
  const pieces = { ...meant, health, tally, levels, report, paint: createPaint(environment.hasColour) }
  for await (const text of FORMATS[flags.report ?? 'table'](pieces)) await print(environment.sink, text)
  if (!flags.quiet) environment.tell(summaryOf(tally))
  const { error, warning } = countLevels(findings)
  return error + warning > 0 ? 1 : 0
}

const byLevel = (a: Finding, b: Finding): number => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)

/** What reports are made of. */
interface Pieces extends Meant {
  readonly health: Health
  readonly tally: CheckTally
  readonly levels: readonly Levels[]
  readonly report: Counted
  readonly paint: Paint
}

type Written = Iterable<string> | AsyncIterable<string>

/** What has a part for every page is written piece by piece. */
const FORMATS: Readonly<Record<NonNullable<CheckFlags['report']> | 'table', (pieces: Pieces) => Written>> = {
  table: ({ report, paint }) => [tableOf(report.findings, paint)],
  md: ({ report, linked }) => [
    markdownReport(report, { title: 'Link health', noun: linked === null ? 'page' : 'file' }),
  ],
  json: ({ health, filter, report }) => jsonOfPages(health, filter, report),
  sarif: ({ report }) => [sarifReport(report)],
  junit: ({ health, filter, tally, levels, report: { findings }, linked }) =>
    linked === null ? junitOfPages(health, filter, tally, levels) : [junitReport({ findings, subjects: linked.names })],
}

const COLOURS: Readonly<Record<Level, Colour>> = { error: 'red', warning: 'yellow', note: 'dim' }

/** In files a link is found by its place, and known by its URL. */
function tableOf(findings: readonly Finding[], paint: Paint): string {
  const hasPlaces = findings.some(({ place }) => place !== undefined)
  const rows = findings.map((finding) => {
    const { level, rule, place, url, message } = finding
    const where = hasPlaces ? [place === undefined ? '' : whereOf(finding), url] : [url]
    return [paint(COLOURS[level], rule), ...where.map(printable), printable(message)]
  })
  return table(rows, '')
}
