import type { PolicySpec } from '@canonist/core'
import { hasAllowlist } from '../../../admit/gate.ts'
import { sectionsOf } from '../../../admit/sections.ts'
import { defaultLevels, RULES } from '../../../links/rules.ts'
import { validateFiles, type FileFix, type Validation } from '../../../links/validate.ts'
import { RunError } from '../../run-error.ts'
import type { Finding, Level } from '../../../report/finding.ts'
import { applyLevels, createLevels, type LevelOf } from '../../../report/finding-levels.ts'
import { REPORT_FORMATS, type ReportFormat } from '../../../report/formats.ts'
import { HEALTH_RULES } from '../../../report/health-findings.ts'
import { countLevels, groupFindings, LEVELS, type Report } from '../../../report/report.ts'
import { textReport } from '../../../report/text.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { print, printData } from '../../output/print.ts'
import { readKnowledgeFiles, type ReadFiles } from '../../read-knowledge-files.ts'
import { readLevels, refuseUnknownRules, type RuleLevel } from '../../flags/rule-levels.ts'
import { useLinkDesk } from '../../use-link-desk.ts'
import { readVersion } from '../../version.ts'
import { writeFixes } from './write-fixes.ts'
import type { KnowledgeFlags } from '../../flags/links.ts'

export interface ValidateFlags extends KnowledgeFlags {
  readonly format: ReportFormat
  readonly fix: boolean
  readonly rule: readonly RuleLevel[] | undefined
  readonly skip: readonly string[] | undefined
  readonly failOn: FailOn
}

/** The lowest level that ends the command with exit code 1. */
export type FailOn = 'error' | 'warning' | 'never'

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
  const findings = [...applyLevels(read.findings, found.levelOf), ...found.findings]
    .filter((finding) => !isFixed(finding))
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
  if (faults.length > 0) throw new RunError(faults.join(' '), 3)
  return findings.some(({ level }) => FAILING[flags.failOn].includes(level)) ? 1 : 0
}

const FAILING: Readonly<Record<FailOn, readonly Level[]>> = {
  error: ['error'],
  warning: ['error', 'warning'],
  never: [],
}

function tellOutside({ tell }: Environment, fixes: readonly FileFix[]): void {
  for (const { file } of fixes)
    tell(`canonist: ${file.name} was not fixed: it links to a file outside the folder; name the file itself to fix it`)
}

const KNOWN_RULES = [...new Set([...RULES, ...HEALTH_RULES].map(({ id }) => id))]

function refuseMisuse({ fix, rule = [], skip = [] }: ValidateFlags, args: readonly string[]): void {
  if (fix && args.includes('-')) throw new RunError('stdin cannot be fixed; name a file, or leave --fix out', 2)
  const ids = RULES.map(({ id }) => id)
  refuseUnknownRules(skip, ids, '--skip')
  refuseUnknownRules(
    rule.map((each) => each.rule),
    ids,
    '--rule',
  )
}

interface Validated extends Validation {
  readonly levelOf: LevelOf
}

function validated(environment: Environment, flags: ValidateFlags, { files, choice }: ReadFiles): Promise<Validated> {
  return useLinkDesk(environment, flags, {
    files,
    writes: false,
    async use(desk) {
      const { spec } = desk.policy
      refuseUnknownRules(Object.keys(spec.rules ?? {}), KNOWN_RULES, `${flags.policy}: rules`)
      const isSources = choice.wanted !== null || asksForSources(spec)
      const levelOf = createLevels(readLevels(flags, spec), defaultLevels(isSources))
      const options = { ...choice, policy: desk.policy, levelOf, isSources, isOnline: flags.online }
      return { ...(await validateFiles(files, desk, options)), levelOf }
    },
  })
}

/** Whether a policy says which links may be cited: by their hosts, or with which sentence. */
const asksForSources = (spec: PolicySpec): boolean =>
  hasAllowlist(spec.hosts ?? {}) || sectionsOf(spec).some(({ citation }) => citation !== undefined)

function written({ hasColour }: Environment, { format }: ValidateFlags, report: Report): string {
  if (format !== 'text') return REPORT_FORMATS[format](report)
  const paint = createPaint(hasColour)
  const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const
  return textReport(report, (level, word) => paint(colours[level], word))
}

function summaryOf({ findings, subjects }: Report, { links, fixes }: Validation, fixed: ReadonlySet<string>): string {
  const counts = countLevels(findings)
  const levels = LEVELS.filter((level) => counts[level] > 0).map((level) => plural(counts[level], level))
  const rules = [...groupFindings(findings, ({ rule }) => rule)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([rule, { length }]) => `${rule} ${length.toLocaleString('en')}`)
  const looked = `${plural(subjects.length, 'file')}, ${plural(links, 'link')}`
  const cured = fixes.filter(({ file }) => fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  const curable = fixes.filter(({ file }) => !fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  return [
    `canonist: ${looked}: ${levels.length === 0 ? 'nothing found' : `${levels.join(', ')} (${rules.join(', ')})`}`,
    ...(cured === 0 ? [] : [`${plural(cured, 'link')} fixed in ${plural(fixed.size, 'file')}`]),
    ...(curable === 0 ? [] : [`--fix can write ${plural(curable, 'link')}`]),
  ].join('; ')
}
