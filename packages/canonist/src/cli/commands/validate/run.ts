import { rejectUnknownFindings } from '@canonist/links/internal/files/reject-unknown-findings'
import { LinkError } from '@canonist/links/internal/files/errors'
import type { LinkFiles } from '@canonist/links/internal/files/read-link-files'
import { writeFixes } from '@canonist/links/internal/files/write-fixes'
import {
  LINK_RULES,
  validateLinks,
  dropFixed,
  type FileFix,
  type LinkReport,
  type ValidateLinksOptions,
} from '@canonist/links/internal/files/validate-links'
import { RunError } from '../../run-error.ts'
import type { Level } from '@canonist/links/internal/report/finding'
import { REPORT_FORMATS } from '@canonist/links/internal/report/formats'
import { countLevels, groupFindings, LEVELS, type Report } from '@canonist/links/internal/report/report'
import { formatTextReport } from '@canonist/links/internal/report/text'
import { plural } from '@canonist/core/internal/text/plural'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { readLevels } from '../../flags/rule-levels.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printData } from '../../output/print.ts'
import { readFlaggedFiles, withLinks } from '../../with-links.ts'
import { readVersion } from '@canonist/server/internal/canonist/version'
import type { ValidateFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: ValidateFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  rejectMisuse(flags, args)
  const files = await readFlaggedFiles(environment, flags, args)
  const levels = readLevels(flags)
  const { isSilent, ...found } = await withLinks(environment, flags, {
    files,
    writes: false,
    use: (options) => validateEvenIfSilent(files, { ...options, levels }),
  })
  const { fixed, faults } = await writeFixes(flags.fix ? found.fixes : [])
  const findings = dropFixed(found.findings, fixed)
  const report = { findings, rules: LINK_RULES, subjects: files.names, version: readVersion() }
  // GitHub must run these commands; `print` would escape them.
  const write = flags.format === 'github' ? printData : print
  await write(environment.sink, await formatReport(environment, flags, report, files))
  if (flags.fix) reportOutside(environment, found.fixesOutside)
  if (!flags.quiet) environment.notify(summarize(report, found, fixed, files.templates))
  if (faults.length > 0) throw new RunError(faults.join(' '), 3)
  if (isSilent)
    throw new RunError(
      'No server answered, so only what needs no network was reported. Check the URLs and the network.',
      3,
    )
  return findings.some(({ level }) => FAILING[flags.failOn].includes(level)) ? 1 : 0
}

/** If no server answers, validates without the network. */
async function validateEvenIfSilent(
  files: LinkFiles,
  options: ValidateLinksOptions,
): Promise<LinkReport & { readonly isSilent: boolean }> {
  try {
    return { ...(await validateLinks(files, options)), isSilent: false }
  } catch (error) {
    if (!(error instanceof LinkError && error.code === 'app/no-answer')) throw error
    return { ...(await validateLinks(files, { ...options, fetcher: null })), isSilent: true }
  }
}

const FAILING: Readonly<Record<ValidateFlags['failOn'], readonly Level[]>> = {
  error: ['error'],
  warning: ['error', 'warning'],
  never: [],
}

function reportOutside({ notify }: Environment, fixes: readonly FileFix[]): void {
  for (const { file } of fixes)
    notify(
      `canonist: ${file.name} was not fixed: it links to a file outside the folder. To fix it, name the file itself.`,
    )
}

function rejectMisuse({ fix, rule = [] }: ValidateFlags, args: readonly string[]): void {
  if (fix && args.includes('-'))
    throw new RunError('Canonist cannot fix links on stdin. Name a file, or leave out --fix.', 2)
  const ids = LINK_RULES.map(({ id }) => id)
  rejectUnknownFindings(
    rule.map((each) => each.rule),
    ids,
    '--rule',
  )
}

async function formatReport(
  { hasColour, isReadByPerson, columns }: Environment,
  { format }: ValidateFlags,
  report: Report,
  files: LinkFiles,
): Promise<string> {
  if (format !== 'text') return REPORT_FORMATS[format](report)
  const paint = createPaint(hasColour)
  if (!isReadByPerson) {
    const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const
    return formatTextReport(report, (level, word) => paint(colours[level], word))
  }
  const { showFindings } = await import('./show-findings.ts')
  return showFindings(report.findings, { columns, paint, readSource: files.readText })
}

function summarize(
  { findings, subjects }: Report,
  { links, fixes, campaignTags, skippedFiles, dataSets }: LinkReport,
  fixed: ReadonlySet<string>,
  templates: number,
): string {
  const counts = countLevels(findings)
  const levels = LEVELS.filter((level) => counts[level] > 0).map((level) => plural(counts[level], level))
  const rules = [...groupFindings(findings, ({ rule }) => rule)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([rule, { length }]) => `${rule} ${length.toLocaleString('en')}`)
  const looked = `${plural(subjects.length, 'file')}, ${plural(links, 'link')}`
  const fixedLinks = fixes.filter(({ file }) => fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  const fixableLinks = fixes.filter(({ file }) => !fixed.has(file.name)).reduce((sum, fix) => sum + fix.links, 0)
  return [
    `canonist: ${looked}: ${levels.length === 0 ? 'nothing found' : `${levels.join(', ')} (${rules.join(', ')})`}`,
    ...(templates === 0 ? [] : [`${plural(templates, 'template')} skipped`]),
    ...(dataSets === 0 ? [] : [`${plural(dataSets, 'data set')} skipped (name the file to check it)`]),
    ...(skippedFiles === 0
      ? []
      : [
          `no links missed in the unreadable parts of ${plural(skippedFiles, 'file')} (--rule unreadable-file=warning reports them)`,
        ]),
    ...(campaignTags === 0
      ? []
      : [
          `${plural(campaignTags, 'link')} with campaign tags that look like your own (--rule campaign-tag=warning reports them)`,
        ]),
    ...(fixedLinks === 0 ? [] : [`${plural(fixedLinks, 'link')} fixed in ${plural(fixed.size, 'file')}`]),
    ...(fixableLinks === 0 ? [] : [`--fix can fix ${plural(fixableLinks, 'link')}`]),
  ].join('; ')
}
