import type { Health } from '../health/health.ts'
import type { Observation } from '../health/observation.ts'
import type { PageFilter } from '../health/page-filter.ts'
import type { PageVerdict } from '../health/sql/page-verdicts.ts'
import { VERDICTS, type Verdict } from '../health/words.ts'
import type { Finding, Level } from '../report/finding.ts'
import { REPORT_FORMATS } from '../report/formats.ts'
import { HEALTH_RULES, healthFindings } from '../report/health-findings.ts'
import { jsonText } from '../report/json-text.ts'
import { markdownReport } from '../report/markdown.ts'
import { countLevels, LEVELS, whereOf, type Report } from '../report/report.ts'
import type { CheckFlags } from './check.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { LinkedPages } from './linked-pages.ts'
import { createPaint, type Colour, type Paint } from './paint.ts'
import { plural } from '../report/plural.ts'
import { print } from './print.ts'
import { printable } from '../report/printable.ts'
import { table } from './table.ts'
import { readVersion } from './version.ts'

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
  { filter, linked }: Meant,
): Promise<DoneExitCode> {
  const pages = await collect(health.verdicts(filter))
  const findings = findingsOn(pages, linked)
  const report: Report = {
    findings,
    rules: [...HEALTH_RULES, ...(linked?.rules ?? [])],
    subjects: linked?.names ?? pages.map(({ url }) => url),
    version: await readVersion(),
  }
  await print(environment.sink, await textOf(environment, flags, health, pages, report))
  if (!flags.quiet) environment.tell(summaryOf(pages))
  const { error, warning } = countLevels(findings)
  return error + warning > 0 ? 1 : 0
}

/** Of pages that files link to, in the files. */
function findingsOn(pages: readonly PageVerdict[], linked: LinkedPages | null): Finding[] {
  const findings = healthFindings(pages)
  if (linked === null) return findings.toSorted(byLevel)
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  return [...linked.findings, ...findings.flatMap((finding) => linked.place(finding, byUrl))].toSorted(byLevel)
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const byLevel = (a: Finding, b: Finding): number => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)

async function textOf(
  { hasColour }: Environment,
  { report: format }: CheckFlags,
  health: Health,
  pages: readonly PageVerdict[],
  report: Report,
): Promise<string> {
  const noun = report.findings.some(({ place }) => place !== undefined) ? 'file' : 'page'
  if (format === 'md') return markdownReport(report, { title: 'Link health', noun })
  if (format === 'json') return jsonOf(health, pages, report)
  return format === undefined ? tableOf(report.findings, createPaint(hasColour)) : REPORT_FORMATS[format](report)
}

/** The report of findings with the verdict on every page, and what it follows from where something is amiss. */
async function jsonOf(health: Health, pages: readonly PageVerdict[], report: Report): Promise<string> {
  const amiss = new Set(report.findings.map(({ url }) => url))
  const described: object[] = []
  for (const page of pages) {
    described.push(amiss.has(page.url) ? { ...page, evidence: await evidenceOf(health, page) } : page)
  }
  const findings = JSON.parse(REPORT_FORMATS.json(report)) as object
  return `${jsonText({ pages: described, ...findings }, 2)}\n`
}

async function evidenceOf(health: Health, { pageId, evidence }: PageVerdict): Promise<Observation[]> {
  const times = new Set(evidence.map((time) => Date.parse(time)))
  return (await health.history(pageId)).filter(({ at }) => times.has(at))
}

const COLOURS: Readonly<Record<Level, Colour>> = { error: 'red', warning: 'yellow', note: 'dim' }

function tableOf(findings: readonly Finding[], paint: Paint): string {
  const rows = findings.map((finding) => [
    paint(COLOURS[finding.level], finding.rule),
    printable(whereOf(finding)),
    printable(finding.message),
  ])
  return table(rows, '')
}

function summaryOf(pages: readonly PageVerdict[]): string {
  const counts = new Map<Verdict, number>()
  for (const { verdict } of pages) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  const parts = (Object.keys(VERDICTS) as Verdict[])
    .filter((verdict) => counts.has(verdict))
    .map((verdict) => `${counts.get(verdict)?.toLocaleString('en')} ${verdict}`)
  return `canonist: ${plural(pages.length, 'page')} watched${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}
