import type { LearnedRule, LearnResult, RuleExample, SiteFigures } from '../log/types.ts'
import { describeAction, describeCount, describeDoubt, isSeen, describePlace, describeProbe } from './describe-rule.ts'
import { describeNoise, describeSample } from './learn-figures.ts'
import { formatCode, escapeMarkdown, formatLink } from '@canonist/core/internal/text/markdown-text'
import { formatPercent } from '@canonist/core/internal/text/format-percent'
import { plural } from '@canonist/core/internal/text/plural'

/** The whole result as a page for people: site by site, the rules that change most URLs first. */
export function formatLearnReport(result: LearnResult): string {
  const sites = result.sites.toSorted((a, b) => b.merged - a.merged)
  const parts = sites.flatMap((site) => formatSite(site, result))
  return `${['# Learned rules', describeSummary(result), ...parts].join('\n\n')}\n`
}

function describeSummary({ figures, policy }: LearnResult): string {
  const { records, urls, sites, redundancy, reduction, noise } = figures
  return [
    `${plural(records, 'record')}, ${plural(urls, 'URL')} of ${plural(sites, 'site')}. ${formatPercent(redundancy)} of the URLs are redundant;`,
    `the policy ${formatCode(policy.name)} merges ${formatPercent(reduction)}. ${capitalize(describeNoise(noise))}.`,
  ].join('\n')
}

function formatSite(site: SiteFigures, { rules }: LearnResult): string[] {
  const { urls, contents, redundant, merged, noise } = site
  const own = rules.filter((rule) => rule.site === site.site).toSorted((a, b) => b.changes - a.changes)
  const figures = `${plural(urls, 'URL')}, ${plural(contents, 'content')}: ${redundant} redundant, ${merged} merged; ${[describeNoise(noise), ...describeSample(site)].join('; ')}.`
  return [
    `## ${escapeMarkdown(site.site)}`,
    figures,
    ...TIERS.flatMap(([tier, title]) =>
      formatTier(
        title,
        own.filter((rule) => rule.tier === tier),
      ),
    ),
  ]
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const TIERS = [
  ['apply', 'Proved'],
  ['probe', 'Doubtful'],
  ['reject', 'Rejected'],
] as const

function formatTier(title: string, rules: readonly LearnedRule[]): string[] {
  if (rules.length === 0) return []
  const rows = rules.map((rule) => {
    const cells = [
      formatCode(describeAction(rule)),
      escapeMarkdown(describePlace(rule)),
      `${rule.changes}`,
      describeCount(rule),
      `${rule.bound}`,
    ]
    return formatRow([
      ...cells,
      escapeMarkdown(describeProbe(rule) ?? (rule.tier === 'probe' ? describeDoubt(rule) : '')),
    ])
  })
  const head = ['rule', 'where', 'URLs', 'contents that agree', 'bound', 'remark']
  return [
    `### ${title}`,
    [formatRow(head), formatRow(head.map(() => '---')), ...rows].join('\n'),
    ...rules.flatMap(formatExamples),
  ]
}

const formatRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function formatExamples(rule: LearnedRule): string[] {
  const good = rule.examples.map((example) =>
    formatPair(example, isSeen(rule) ? 'are the same page' : 'would become the same'),
  )
  const bad = rule.counterExamples.map((example) => formatPair(example, '**differ**'))
  const lines = [...good, ...bad]
  return lines.length === 0 ? [] : [`${formatCode(describeAction(rule))}:`, lines.join('\n')]
}

const formatPair = ({ urls }: RuleExample, says: string): string =>
  `- ${formatLink(urls[0])} and ${formatLink(urls[1])} ${says}`
