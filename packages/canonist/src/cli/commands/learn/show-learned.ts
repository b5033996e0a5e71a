import type { LearnResult, SiteFigures } from '@canonist/learn/internal/log/types'
import {
  describeAction,
  describeCount,
  describeDoubt,
  isSeen,
  isTried,
  describePlace,
  describeProbe,
} from '@canonist/learn/internal/rules/describe-rule'
import { type ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
import type { LogReport, LogColumns } from '@canonist/server/internal/learn/learn'
import { describeNoise, describeSample } from '@canonist/learn/internal/rules/learn-figures'
import { formatPercent } from '@canonist/core/internal/text/format-percent'
import { plural } from '@canonist/core/internal/text/plural'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'

const MAX_SITES = 10
const MAX_RULES = 12

/** The result for the terminal: the sites and rules that merge most. */
export function showLearned(result: LearnResult, log: LogReport | null): string {
  const sites = result.sites.toSorted((a, b) => b.merged - a.merged)
  const shown = sites
    .slice(0, MAX_SITES)
    .filter(({ site }) => result.rules.some((rule) => rule.site === site && isShown(rule)))
  const left = sites.length - Math.min(sites.length, MAX_SITES)
  const more = left === 0 ? '' : `  and ${plural(left, 'more site')}; --report FILE lists all of them\n`
  return `${summarize(result, log)}\n${describeSampled(sites)}${shown.map((site) => showSite(site, result)).join('')}${more}`
}

const MAX_SAMPLED = 3

/** Which sites have more URLs than rules are proposed from. */
function describeSampled(sites: readonly SiteFigures[]): string {
  const sampled = sites.filter((site) => site.sampled !== undefined)
  if (sampled.length === 0) return ''
  const names = sampled.slice(0, MAX_SAMPLED).map(({ site }) => toPrintable(site))
  const more = sampled.length > names.length ? ' and others' : ''
  return `  ${plural(sampled.length, 'sampled site')}: rules were proposed from a part of the URLs and tested on all of them (${names.join(', ')}${more})\n`
}

function summarize({ figures, sites, rules, doubtful }: LearnResult, log: LogReport | null): string {
  const { urls, redundancy, reduction } = figures
  const read = log === null ? '' : `${plural(log.lines, 'line')}, `
  const proved = rules.filter(({ tier }) => tier === 'apply').length
  const doubts = doubtful.length === 0 ? '' : `; ${plural(doubtful.length, 'more rule')} only likely`
  const isListOnly = urls > 0 && sites.every(({ contents }) => contents === 0)
  const known = isListOnly ? 'their content is unknown' : `${formatPercent(redundancy)} redundant`
  const merged = `${known}, ${plural(proved, 'rule')} ${proved === 1 ? 'merges' : 'merge'} ${formatPercent(reduction)}`
  const found = urls === 0 ? 'nothing to learn from' : merged
  return `canonist: ${read}${plural(urls, 'URL')} of ${plural(figures.sites, 'site')}: ${found}${doubts}`
}

/** A rule that fetching refuted is shown, since the user asked to probe it; rules that the log refutes are in the long report. */
const isShown = ({ tier, probe }: ProbedRule): boolean => tier !== 'reject' || probe !== undefined

function showSite(figures: SiteFigures, { rules }: LearnResult): string {
  const { site, urls, contents, noise } = figures
  const own: ProbedRule[] = rules
    .filter((rule) => rule.site === site && isShown(rule))
    .toSorted((a, b) => b.changes - a.changes)
  const counts = [plural(urls, 'URL'), plural(contents, 'content'), describeNoise(noise), ...describeSample(figures)]
  const title = `\n  ${toPrintable(site)}: ${counts.join(', ')}\n`
  const parts = Map.groupBy(own, (rule) => (rule.probe?.verdict === 'covered' ? 'covered' : rule.tier))
  return `${title}${PARTS.map(([name, heading]) => showPart(heading, parts.get(name) ?? [])).join('')}`
}

const PARTS = [
  ['apply', ''],
  ['probe', '\n  doubtful:\n'],
  ['reject', '\n  refuted:\n'],
  ['covered', '\n  covered by other rules:\n'],
] as const

function showPart(heading: string, rules: readonly ProbedRule[]): string {
  if (rules.length === 0) return ''
  const left = rules.length - MAX_RULES
  const more = left > 0 ? `    and ${plural(left, 'more rule')}\n` : ''
  return `${heading}${formatTable(rules.slice(0, MAX_RULES).flatMap(listRows), '    ')}${more}`
}

/** The rule with its figures, a pair of URLs that it merges, and the first pair that it must not merge. */
function listRows(rule: ProbedRule): string[][] {
  const [good] = rule.examples.map(({ urls }) => urls)
  const [bad] = rule.probe?.counterExamples[0]
    ? rule.probe.counterExamples
    : rule.counterExamples.map(({ urls }) => urls)
  return [
    [
      plural(rule.changes, 'URL'),
      `${excerpt(describeAction(rule))} at ${excerpt(describePlace(rule))}: ${listFigures(rule).join(', ')}`,
    ],
    ...(good === undefined ? [] : [['', `${isSeen(rule) ? '=' : '?'} ${good.map(excerpt).join('  ')}`]]),
    ...(bad === undefined ? [] : [['', `≠ ${bad.map(excerpt).join('  ')}`]]),
  ]
}

function listFigures(rule: ProbedRule): string[] {
  const probed = describeProbe(rule)
  const doubt = rule.tier === 'probe' ? [describeDoubt(rule)] : []
  const counts = isTried(rule) ? [`${describeCount(rule)} contents agree`, `bound ${rule.bound}`] : []
  return [...counts, ...(probed === null ? doubt : [probed])]
}

const MAX_LOGS = 5
const MAX_UNUSED = 8

/** Which columns of each log were read, and as what. A column with an unknown name is not read, so it is listed. */
export function describeColumns({ columns }: LogReport): string[] {
  const shown = columns.slice(0, MAX_LOGS).map(describeLog)
  const left = columns.length - shown.length
  return left > 0 ? [...shown, `canonist: and ${left} more logs with columns`] : shown
}

function describeLog({ log, used, unused }: LogColumns): string {
  const read = used.map(([name, field]) => (name === field ? name : `${excerpt(name)} as ${field}`)).join(', ')
  return `canonist: ${log}: read ${read === '' ? 'no column' : read}${unused.length === 0 ? '' : `; not used: ${listNames(unused)}`}`
}

function listNames(names: readonly string[]): string {
  const left = names.length - MAX_UNUSED
  const shown = names.slice(0, MAX_UNUSED).map(excerpt).join(', ')
  return left > 0 ? `${shown} and ${left} more` : shown
}
