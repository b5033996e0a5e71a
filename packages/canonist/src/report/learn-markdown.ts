import type { LearnedRule, LearnResult, RuleExample, SiteFigures } from '@canonist/core/learn'
import { actionOf, countOf, doubtOf, isSeen, placeOf, probeOf } from '../learn/rule-words.ts'
import { noiseText, sampleText } from './learn-figures.ts'
import { code, escape, linkOf } from './markdown-text.ts'
import { formatPercent } from '../text/format-percent.ts'
import { plural } from '../text/plural.ts'

/** All that was learned, as a page for people: site by site, the rules that change most URLs first. */
export function learnMarkdown(result: LearnResult): string {
  const sites = result.sites.toSorted((a, b) => b.merged - a.merged)
  const parts = sites.flatMap((site) => siteParts(site, result))
  return `${['# Learned rules', summaryOf(result), ...parts].join('\n\n')}\n`
}

function summaryOf({ figures, policy }: LearnResult): string {
  const { records, urls, sites, redundancy, reduction, noise } = figures
  return [
    `${plural(records, 'record')}, ${plural(urls, 'URL')} of ${plural(sites, 'site')}. ${formatPercent(redundancy)} of the URLs are redundant;`,
    `the policy ${code(policy.name)} merges ${formatPercent(reduction)}. ${capitalized(noiseText(noise))}.`,
  ].join('\n')
}

function siteParts(site: SiteFigures, { rules }: LearnResult): string[] {
  const { urls, contents, redundant, merged, noise } = site
  const own = rules.filter((rule) => rule.site === site.site).toSorted((a, b) => b.changes - a.changes)
  const figures = `${plural(urls, 'URL')}, ${plural(contents, 'content')}: ${redundant} redundant, ${merged} merged; ${[noiseText(noise), ...sampleText(site)].join('; ')}.`
  return [
    `## ${escape(site.site)}`,
    figures,
    ...TIERS.flatMap(([tier, title]) =>
      tierParts(
        title,
        own.filter((rule) => rule.tier === tier),
      ),
    ),
  ]
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const TIERS = [
  ['apply', 'Proved'],
  ['probe', 'Doubtful'],
  ['reject', 'Rejected'],
] as const

function tierParts(title: string, rules: readonly LearnedRule[]): string[] {
  if (rules.length === 0) return []
  const rows = rules.map((rule) => {
    const cells = [code(actionOf(rule)), escape(placeOf(rule)), `${rule.changes}`, countOf(rule), `${rule.bound}`]
    return rowOf([...cells, escape(probeOf(rule) ?? (rule.tier === 'probe' ? doubtOf(rule) : ''))])
  })
  const head = ['rule', 'where', 'URLs', 'contents that agree', 'bound', 'remark']
  return [`### ${title}`, [rowOf(head), rowOf(head.map(() => '---')), ...rows].join('\n'), ...rules.flatMap(examplesOf)]
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function examplesOf(rule: LearnedRule): string[] {
  const good = rule.examples.map((example) => pairOf(example, isSeen(rule) ? 'are one page' : 'would be one'))
  const bad = rule.counterExamples.map((example) => pairOf(example, '**are not**'))
  const lines = [...good, ...bad]
  return lines.length === 0 ? [] : [`${code(actionOf(rule))}:`, lines.join('\n')]
}

const pairOf = ({ urls }: RuleExample, says: string): string => `- ${linkOf(urls[0])} and ${linkOf(urls[1])} ${says}`
