import { RULES } from '../knowledge/rules.ts'
import { validateFiles, type FileFix, type Validation } from '../knowledge/validate.ts'
import { RunError } from '../bulk/run-error.ts'
import type { Finding } from '../report/finding.ts'
import { REPORT_FORMATS } from '../report/formats.ts'
import { countLevels, LEVELS, type Report } from '../report/report.ts'
import { textReport } from '../report/text.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { createPaint } from './paint.ts'
import { plural } from '../report/plural.ts'
import { print, printData } from './print.ts'
import { readKnowledgeFiles, type ReadFiles } from './read-knowledge-files.ts'
import { useLinkDesk } from './use-link-desk.ts'
import type { ValidateFlags } from './validate.ts'
import { readVersion } from './version.ts'
import { writeFixes } from './write-fixes.ts'

export async function validateKnowledge(
  environment: Environment,
  flags: ValidateFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  refuseMisuse(flags, args)
  const read = await readKnowledgeFiles(environment, flags, args)
  const found = await validated(environment, flags, read)
  const fixes = found.fixes.filter(({ file }) => !read.isOutside(file.name))
  const { fixed, faults } = await writeFixes(flags.fix ? fixes : [])
  const isFixed = ({ replacement, place }: Finding): boolean =>
    replacement !== undefined && fixed.has(place?.file ?? '')
  const findings = [...read.findings, ...found.findings]
    .filter((finding) => !isFixed(finding) && !flags.skip?.includes(finding.rule))
    .toSorted((a, b) => read.rankOf(a.place?.file) - read.rankOf(b.place?.file))
  const report = { findings, rules: RULES, subjects: read.names, version: await readVersion() }
  // GitHub must run these commands; `print` would escape them.
  const write = flags.format === 'github' ? printData : print
  await write(environment.sink, written(environment, flags, report))
  if (flags.fix)
    tellOutside(
      environment,
      found.fixes.filter((fix) => !fixes.includes(fix)),
    )
  if (!flags.quiet) environment.tell(summaryOf(report, { ...found, fixes }, fixed))
  if (faults.length > 0) throw new RunError(faults.join('; '), 3)
  return findings.some(({ level }) => level !== 'note') ? 1 : 0
}

function tellOutside({ tell }: Environment, fixes: readonly FileFix[]): void {
  for (const { file } of fixes)
    tell(`canonist: ${file.name} was not fixed: it links to a file outside the folder; name the file itself to fix it`)
}

function refuseMisuse({ fix, skip = [] }: ValidateFlags, args: readonly string[]): void {
  if (fix && args.includes('-')) throw new RunError('stdin cannot be fixed; name a file, or leave --fix out', 2)
  const unknown = skip.find((rule) => !RULES.some(({ id }) => id === rule))
  if (unknown === undefined) return
  throw new RunError(`there is no rule ${unknown} to skip; there are ${RULES.map(({ id }) => id).join(', ')}`, 2)
}

function validated(environment: Environment, flags: ValidateFlags, { files, choice }: ReadFiles): Promise<Validation> {
  return useLinkDesk(environment, flags, { files, writes: false, use: (desk) => validateFiles(files, desk, choice) })
}

function written({ hasColour }: Environment, { format }: ValidateFlags, report: Report): string {
  if (format !== 'text') return REPORT_FORMATS[format](report)
  const paint = createPaint(hasColour)
  const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const
  return textReport(report, (level, word) => paint(colours[level], word))
}

function summaryOf({ findings, subjects }: Report, { links, fixes }: Validation, fixed: ReadonlySet<string>): string {
  const counts = countLevels(findings)
  const levels = LEVELS.filter((level) => counts[level] > 0).map((level) => plural(counts[level], level))
  const looked = `${plural(subjects.length, 'file')}, ${plural(links, 'link')}`
  const cured = fixes.filter(({ file }) => fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  const curable = fixes.filter(({ file }) => !fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  return [
    `canonist: ${looked}: ${levels.length === 0 ? 'nothing found' : levels.join(', ')}`,
    ...(cured === 0 ? [] : [`${plural(cured, 'link')} fixed in ${plural(fixed.size, 'file')}`]),
    ...(curable === 0 ? [] : [`--fix can write ${plural(curable, 'link')}`]),
  ].join('; ')
}
